"""Opening a database by its address."""

from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from bridgework.kit.db.group_commit import Group
from bridgework.kit.db.sqlite import Durability, SqliteDatabase
from bridgework.kit.db.transaction import Transaction


class Database(Protocol):
    """What the rest of the house knows of a database."""

    engine: sa.Engine
    """For migrations and bulk loads, which are no calls; nothing else may use it."""

    @property
    def losses(self) -> int:
        """How often connections were lost.

        Behind new ones may be another server, which took over from somewhat before: what was read
        of the old one need not be so there, and its versions may come again.
        """
        ...

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        ...

    @property
    def reads_on_loop(self) -> bool:
        """Whether a short read costs less on the event loop than a hop to a thread would."""
        ...

    @property
    def gathers_writes(self) -> bool:
        """Whether writes that come together are to be one `group`; PostgreSQL does so itself."""
        ...

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """A transaction that only reads."""
        ...

    def writing(self) -> Transaction:
        """A transaction that may write. Never one within another."""
        ...

    def group(self) -> Group:
        """Transactions that are committed as one; only where `gathers_writes`."""
        ...

    def glance(self, sql: str, value: str) -> Any:
        """The one value that a raw statement finds by another, on the loop, between two calls.

        For what is asked before each answer and has to cost next to nothing; only where
        `reads_on_loop`. None if it can't be had at once. The value is cached until the next commit
        of this process; commits of other processes are seen within 100 ms.
        """
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


def open_database(url: str, *, durability: Durability, threads: int) -> Database:
    """Open `sqlite:///path` or `postgresql://…`; `threads` bounds how many calls run at once."""
    address = sa.make_url(url)
    if address.get_backend_name() == "sqlite":
        return SqliteDatabase(Path(address.database or ""), durability=durability, threads=threads)
    from bridgework.kit.db.postgres import PostgresDatabase  # a tenth of a second on every start

    return PostgresDatabase(address.set(drivername="postgresql+psycopg"), threads=threads)
