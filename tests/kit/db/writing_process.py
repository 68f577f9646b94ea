"""A process that writes to an SQLite file and checkpoints all the time, beside another one.

    python -c 'from tests.kit.db import writing_process as w; w.main()' FILE NUMBER SECONDS

Each transaction adds a row, deletes an old one and counts. It prints the number of commits, how
often it emptied the WAL, how often the file was busy, and the library.
"""

import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from bridgework.kit.core import DatabaseBusy
from bridgework.kit.data.db import SqliteDatabase
from bridgework.kit.data.db.engines import checkpoints, sqlite_library

metadata = sa.MetaData()
rows = sa.Table(
    "written",
    metadata,
    sa.Column("process", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False, index=True),
)
counts = sa.Table(
    "counts",
    metadata,
    sa.Column("process", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, nullable=False),
)
KEPT = 2000
"""The number of rows that remain of each process."""
_WAL_PAGES = 10
"""The length of the WAL at which a commit checkpoints: a hundredth of the default."""
_PAUSE = 0.003


def text(process: int, number: int) -> str:
    """Return the text of a row: up to four pages."""
    return f"{number * 7919 % 10_007}-{process} " * (number % 1500)


def main() -> None:
    path, process, seconds = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    checkpoints._MAX_WAL_BYTES = _WAL_PAGES * 4096
    database = SqliteDatabase(path, synchronous="normal", threads=2)
    if not sqlite_library.has_wal_reset_fault():
        pragma = f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}"
        sa.event.listen(database.engine, "connect", lambda driver, _: driver.execute(pragma))
    emptied = _Emptied(database, process)
    emptying = threading.Thread(target=emptied.run)
    emptying.start()
    number = busy = 0
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            _write(database, process, number + 1)
        except DatabaseBusy:
            busy += 1
        else:
            number += 1
    assert emptying.is_alive()
    emptied.stop.set()
    emptying.join()
    database.close()
    result = f"{number} {emptied.count} {busy} {sqlite_library.describe()}\n"
    sys.stdout.write(result)


def _write(database: SqliteDatabase, process: int, number: int) -> None:
    with database.writing() as tx:
        tx.execute(rows.insert().values(process=process, number=number, text=text(process, number)))
        is_old = (rows.c.process == process) & (rows.c.number == number - KEPT)
        tx.execute(rows.delete().where(is_old))
        tx.execute(counts.update().where(counts.c.process == process).values(number=number))


@dataclass
class _Emptied:
    """Empties the WAL again and again, and reads between, until it is stopped."""

    database: SqliteDatabase
    process: int
    stop: threading.Event = field(default_factory=threading.Event)
    count: int = 0

    def run(self) -> None:
        others = sa.select(sa.func.count()).where(rows.c.process != self.process)
        while not self.stop.wait(_PAUSE):
            with suppress(DatabaseBusy):
                self.database.empty_wal()
                self.count += 1
                with self.database.reading() as tx:
                    assert tx.value(others) <= KEPT
