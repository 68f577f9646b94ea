"""Opens a database by its URL."""

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

        A new one may lead to a standby that lacks the last commits, so that versions read before
        and after can't be compared.
        """
        ...

    @property
    def reads_on_loop(self) -> bool:
        """Whether short reads run on the event loop."""
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

    def cached_row(self, sql: str, values: Sequence[str | None]) -> Any:
        """One row, read on the event loop and cached until the next commit.

        None if there is none or it can't be read without waiting.
        """
        ...

    def close(self) -> None:
        """Close every connection."""
        ...


def open_database(url: str, *, durability: Durability, threads: int) -> Database:
    """Open `sqlite:///path` or `postgresql://…`; `threads` bounds the concurrent requests."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return SqliteDatabase(Path(parsed.database or ""), durability=durability, threads=threads)
    from bridgework.kit.db.postgres import PostgresDatabase  # takes 0.1 s

    return PostgresDatabase(parsed.set(drivername="postgresql+psycopg"), threads=threads)
