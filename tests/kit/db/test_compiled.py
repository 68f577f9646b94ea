"""Compiled statements return the results of SQLAlchemy on both databases."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed.tables import posts
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import DatabaseBusy, new_id
from bridgework.kit.data.db import CompiledStatement, IdColumn, array_param
from bridgework.kit.data.db.engines import sqlite
from tests import make
from tests.world import World

WHOSE = accounts.c.id == sa.bindparam("whose")


def test_a_compiled_statement_returns_the_rows_of_sqlalchemy(world: World) -> None:
    account_id = make.account(world, "Ada Lovell")
    statement = sa.select(accounts).where(WHOSE, accounts.c.is_email_verified)
    with world.application.app_state.database.reading() as tx:
        plain = tx.row(statement, {"whose": account_id})
        quick = tx.row(CompiledStatement(statement), {"whose": account_id})
    assert plain is not None
    assert quick is not None
    assert quick._asdict() == plain._asdict()
    assert [type(value) for value in quick] == [type(value) for value in plain]


def test_the_number_of_rows_is_checked(world: World) -> None:
    ids = sorted(make.account(world) for _ in range(3))
    one = CompiledStatement(sa.select(accounts.c.id).where(WHOSE))
    all_of_them = CompiledStatement(sa.select(accounts.c.id).order_by(accounts.c.id))
    with world.application.app_state.database.reading() as tx:
        assert tx.row(one, {"whose": new_id()}) is None
        assert tx.value(one, {"whose": new_id()}) is None
        assert tx.value(one, {"whose": ids[0]}) == ids[0]
        assert [row.id for row in tx.rows(all_of_them)] == ids
    with (
        world.application.app_state.database.reading() as tx,
        pytest.raises(sa.exc.MultipleResultsFound),
    ):
        tx.row(all_of_them)
    with world.application.app_state.database.reading() as tx, pytest.raises(sa.exc.NoResultFound):
        tx.one(one, {"whose": new_id()})


def test_constants_times_and_lists_are_converted(world: World) -> None:
    ids = [make.account(world), make.account(world)]
    born = datetime(2026, 1, 2, 3, 4, 5, 678901, UTC)
    dialect = world.application.app_state.database.dialect
    statement = sa.select(
        accounts.c.id, sa.literal(True).label("yes"), accounts.c.created_at
    ).where(
        accounts.c.id == array_param.values("ids", IdColumn, dialect),
        accounts.c.created_at >= sa.bindparam("since"),
        accounts.c.role == "expert",
    )
    make.change_account(world, ids[0], created_at=born)
    with world.application.app_state.database.reading() as tx:
        found = tx.rows(CompiledStatement(statement), {"ids": ids[:1], "since": born})
    assert [(row.id, row.yes, row.created_at) for row in found] == [(ids[0], True, born)]


def test_an_insert_returns_its_row(world: World) -> None:
    columns = ("id", "author_id", "content", "comment_count", "like_count", "created_at")
    add = CompiledStatement(posts.insert().returning(posts.c.id, posts.c.content), columns=columns)
    values = {
        "id": new_id(),
        "author_id": make.account(world),
        "content": "Small win",
        "comment_count": 0,
        "like_count": 0,
        "created_at": world.clock.now(),
    }
    database = world.application.app_state.database
    with database.writing() as tx:
        row = tx.row(add, values)
    assert row is not None
    assert (row.id, row.content) == (values["id"], "Small win")
    with database.writing() as tx, pytest.raises(sa.exc.IntegrityError) as refused:
        tx.row(add, values)
    assert "Small win" not in str(refused.value)
    with database.reading() as tx:
        assert tx.value(sa.select(sa.func.count()).select_from(posts)) == 1


def test_a_sequence_of_parameters_is_refused(world: World) -> None:
    one = CompiledStatement(sa.select(accounts.c.id).where(WHOSE))
    with world.application.app_state.database.reading() as tx, pytest.raises(TypeError):
        tx.rows(one, [{"whose": new_id()}])


@pytest.mark.parametrize("given", [{}, {"whose": new_id(), "who": 1}])
def test_a_missing_or_unknown_parameter_is_refused(world: World, given: dict[str, object]) -> None:
    with world.application.app_state.database.reading() as tx, pytest.raises(KeyError):
        tx.row(CompiledStatement(sa.select(accounts.c.id).where(WHOSE)), given)


def test_a_statement_whose_text_depends_on_parameters_is_refused(world: World) -> None:
    several = CompiledStatement(
        sa.select(accounts.c.id).where(accounts.c.role.in_(["expert", "client"]))
    )
    with world.application.app_state.database.reading() as tx, pytest.raises(TypeError):
        tx.rows(several)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_lock_that_is_held_raises_database_busy(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WAIT_SECONDS", 0.1)
    database = world.application.app_state.database
    one = CompiledStatement(sa.select(accounts.c.id))
    with database.writing() as tx:
        tx.rows(one)
        with pytest.raises(DatabaseBusy), database.writing() as other:
            other.rows(one)
