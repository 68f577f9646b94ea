"""Somebody else at the same database: what they see is committed, what they hold is held."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa


@contextmanager
def connection(url: str) -> Iterator[sa.Connection]:
    """A connection beside the house's own; each statement stands at once."""
    address = sa.make_url(url)
    if address.get_backend_name() == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(address, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as made:
        yield made
