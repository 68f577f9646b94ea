"""Opening a database by its address."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from bridgework.kit.db.connection_source import ConnectionSource
from bridgework.kit.db.sqlite import Durability, SqliteDatabase
from bridgework.kit.db.transaction import Transaction


class Database(Protocol):
    """A database as the rest of the program uses it."""

    engine: sa.Engine
    """For migrations and bulk loads only."""

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        ...

    @property
    def reconnect_count(self) -> int:
        """How often connections were lost.

        Behind a new one may be a standby that took over and lacks the last commits, so versions
        read before and after are not comparable.
        """
        ...

    @property
    def reads_on_loop(self) -> bool:
        """Whether a short read costs less on the event loop than a hop to a thread."""
        ...

    @property
    def batch_source(self) -> ConnectionSource | None:
        """Where a WriteBatcher gets its transactions; None if each write commits by itself."""
        ...

    def reading(self, *, on_loop: bool = False) -> Transaction:
        """A transaction that only reads."""
        ...

    def writing(self) -> Transaction:
        """A transaction that may write. They do not nest."""
        ...

    def glance(self, sql: str, values: Sequence[str | None]) -> Any:
        """One row by a raw statement on the event loop, outside a transaction.

        It is cached until the next commit of this process; commits of other processes are seen
        within 100 ms. None if it can't be read without waiting. Only where `reads_on_loop`.
        """
        ...

    def close(self) -> None:
        """Close every connection."""
        ...


def open_database(url: str, *, durability: Durability, threads: int) -> Database:
    """Open `sqlite:///path` or `postgresql://…`; `threads` bounds the concurrent calls."""
    address = sa.make_url(url)
    if address.get_backend_name() == "sqlite":
        return SqliteDatabase(Path(address.database or ""), durability=durability, threads=threads)
    from bridgework.kit.db.postgres import PostgresDatabase  # a tenth of a second on every start

    return PostgresDatabase(address.set(drivername="postgresql+psycopg"), threads=threads)
