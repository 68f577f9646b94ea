"""Opens a database by its URL."""

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import sqlalchemy as sa

from bridgework.kit.data.db.engines.sqlite import SqliteDatabase, Synchronous

if TYPE_CHECKING:
    from bridgework.kit.data.db.engines.postgres import PostgresDatabase

Database: TypeAlias = "SqliteDatabase | PostgresDatabase"
"""Both have the same interface, except `cached_read`, which only SQLite has."""


def open_database(
    url: str,
    *,
    synchronous: Synchronous,
    threads: int,
    pooled: bool = False,
    statement_seconds: float | None = None,
    session_name: str = "bridgework",
) -> Database:
    """Open `sqlite:///path` or `postgresql://…`; `threads` limits concurrent requests.

    `pooled`: the URL is that of a pooler in transaction mode. `statement_seconds` limits each
    statement of a request on PostgreSQL; without it, the wait for a response is not limited.
    `session_name` is the name of the sessions in `pg_stat_activity`.
    """
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return SqliteDatabase(Path(parsed.database or ""), synchronous=synchronous, threads=threads)
    from bridgework.kit.data.db.engines.postgres import PostgresDatabase  # takes 0.1 s

    address = parsed.set(drivername="postgresql+psycopg")
    return PostgresDatabase(
        address,
        threads=threads,
        pooled=pooled,
        statement_seconds=statement_seconds,
        session_name=session_name,
    )


def find_encrypted_server(url: str) -> tuple[str, int] | None:
    """The host and port of PostgreSQL if connections to it are always encrypted, else None."""
    parsed = sa.make_url(url)
    is_encrypted = parsed.query.get("sslmode") in {"require", "verify-ca", "verify-full"}
    return (parsed.host or "localhost", parsed.port or 5432) if is_encrypted else None
