"""Callers get a 503 when the connection to PostgreSQL is lost at a critical moment."""

import pytest
import sqlalchemy as sa

from bridgework.kit.core import DatabaseUnavailable
from tests import cast
from tests.kit.db import another
from tests.world import World

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

_END_OWN = sa.text("SELECT pg_terminate_backend(pg_backend_pid())")
_END_ANOTHER = sa.text("SELECT pg_terminate_backend(:pid, 5000)")
_OWN = sa.text("SELECT pg_backend_pid()")


def lose_within_a_savepoint(world: World) -> None:
    with world.application.app_state.database.writing() as tx:
        tx.value(_OWN)
        with tx.savepoint():
            tx.value(_END_OWN)


def lose_at_the_commit(world: World, responses: list[str]) -> None:
    with world.application.app_state.database.writing() as tx:
        own = tx.value(_OWN)
        tx.after_commit(lambda: responses.append("it stands"))
        with another.connection(world.application.app_state.settings.database_address) as other:
            other.execute(_END_ANOTHER, {"pid": own})


def test_a_connection_lost_in_a_savepoint_ends_the_transaction(world: World) -> None:
    with pytest.raises(DatabaseUnavailable):
        lose_within_a_savepoint(world)
    cast.register(world, "ada@example.com")


def test_a_connection_lost_at_the_commit_is_not_acknowledged(world: World) -> None:
    actual: list[str] = []
    with pytest.raises(DatabaseUnavailable):
        lose_at_the_commit(world, actual)
    assert actual == []
    cast.register(world, "ada@example.com")
