"""Connections of the checks to the database. They never write, and have deadlines."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from bridgework.doctor.result import NotChecked
from bridgework.kit.data.backup import connect
from bridgework.kit.data.db import Tx, read_only_url, tx_on
from bridgework.settings import Settings

SECONDS = 4
"""Less than the deadline of a check, so that the reason is reported."""
_OPTIONS = f"-c statement_timeout={SECONDS}000 -c default_transaction_read_only=on -c timezone=UTC"


@contextmanager
def connected(settings: Settings) -> Iterator[sa.Connection]:
    """Connect in autocommit. Raises sqlalchemy.exc.DBAPIError."""
    if settings.on_sqlite:
        connection = connect(read_only_url(settings.sqlite_file), timeout=SECONDS)
    else:
        # The sessions of a pooler are shared, so none gets options of its own.
        options = {} if settings.database_pooler == "transaction" else {"options": _OPTIONS}
        connection = connect(
            sa.make_url(settings.database_address).set(drivername="postgresql+psycopg"),
            connect_timeout=SECONDS,
            application_name="bridgework doctor",
            **options,
        )
    with connection:
        yield connection


@contextmanager
def reading(settings: Settings) -> Iterator[Tx]:
    """Read for a check that is not about the database. Raises NotChecked if that is impossible."""
    try:
        with connected(settings) as connection:
            yield tx_on(connection)
    except sa.exc.DBAPIError:
        raise NotChecked("the database or its schema cannot be read") from None
