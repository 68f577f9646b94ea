"""A second client of the same database."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from bridgework.kit.data.db.engines.sqlite_library import sqlite3

_OTHERS = "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_END_OTHERS = sa.text(f"SELECT pg_terminate_backend(pid) FROM {_OTHERS}")
_COUNT_OTHERS = sa.text(f"SELECT count(*) FROM {_OTHERS}")


@contextmanager
def connection(url: str) -> Iterator[sa.Connection]:
    """Open a separate connection in autocommit."""
    address = sa.make_url(url)
    driver: dict[str, Any] = {"module": sqlite3}
    if address.get_backend_name() == "postgresql":
        address, driver = address.set(drivername="postgresql+psycopg"), {}
    engine = sa.create_engine(
        address, **driver, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as created:
        yield created


def end_all(url: str) -> int:
    """Terminate all other connections to a PostgreSQL database. Returns how many."""
    with connection(url) as own:
        ended = len(own.execute(_END_OTHERS).all())
        while own.execute(_COUNT_OTHERS).scalar_one():
            time.sleep(0.005)
        return ended
