"""Prepared statements say what SQLAlchemy's own would, on both databases."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.feed.tables import posts
from bridgework.kit.db import lists, sqlite
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.prepared import prepared
from bridgework.kit.errors import DatabaseBusy
from bridgework.kit.ids import new_id
from tests import make
from tests.world import World

WHOSE = accounts.c.id == sa.bindparam("whose")


def test_a_row_is_the_same_whoever_reads_it(world: World) -> None:
    account_id = make.account(world, "Ada Lovell")
    statement = sa.select(accounts).where(WHOSE, accounts.c.is_email_verified)
    with world.house.kit.database.reading() as tx:
        plain = tx.row(statement, {"whose": account_id})
        quick = tx.row(prepared(statement), {"whose": account_id})
    assert plain is not None
    assert quick is not None
    assert quick._asdict() == plain._asdict()
    assert [type(value) for value in quick] == [type(value) for value in plain]


def test_nothing_one_and_several_are_told_apart(world: World) -> None:
    ids = sorted(make.account(world) for _ in range(3))
    one = prepared(sa.select(accounts.c.id).where(WHOSE))
    all_of_them = prepared(sa.select(accounts.c.id).order_by(accounts.c.id))
    with world.house.kit.database.reading() as tx:
        assert tx.row(one, {"whose": new_id()}) is None
        assert tx.value(one, {"whose": new_id()}) is None
        assert tx.value(one, {"whose": ids[0]}) == ids[0]
        assert [row.id for row in tx.rows(all_of_them)] == ids
    with (
        world.house.kit.database.reading() as tx,
        pytest.raises(sa.exc.MultipleResultsFound),
    ):
        tx.row(all_of_them)
    with world.house.kit.database.reading() as tx, pytest.raises(sa.exc.NoResultFound):
        tx.one(one, {"whose": new_id()})


def test_what_returns_nothing_is_written_all_the_same(world: World) -> None:
    ada, ben = make.account(world), make.account(world)
    rename = prepared(accounts.update().where(WHOSE), columns=("first_name", "is_email_verified"))
    database = world.house.kit.database
    with database.writing() as tx:
        tx.write(rename, {"whose": ada, "first_name": "Adela", "is_email_verified": False})
        assert tx.rows(rename, {"whose": ben, "first_name": "B", "is_email_verified": True}) == []
    named = sa.select(accounts.c.first_name, accounts.c.is_email_verified).where(WHOSE)
    with database.reading() as tx:
        assert tuple(tx.one(named, {"whose": ada})) == ("Adela", False)
        assert tuple(tx.one(named, {"whose": ben})) == ("B", True)


def test_many_are_written_by_one_statement(world: World) -> None:
    ids = sorted(make.account(world) for _ in range(3))
    rename = prepared(accounts.update().where(WHOSE), columns=("first_name", "is_email_verified"))
    database = world.house.kit.database
    with database.writing() as tx:
        named = zip(ids, ("Ada", "Ben", "Cyd"), strict=True)
        tx.write(
            rename,
            [{"whose": i, "first_name": name, "is_email_verified": True} for i, name in named],
        )
        tx.write(rename, [])
    with database.reading() as tx:
        names = tx.rows(sa.select(accounts.c.first_name).order_by(accounts.c.id))
    assert [row.first_name for row in names] == ["Ada", "Ben", "Cyd"]


def test_a_text_is_a_statement_too_and_nobody_hears_what_it_was_given(world: World) -> None:
    add = prepared(sa.text("INSERT INTO notes (id, text) VALUES (:id, :text)"))
    database = world.house.kit.database
    with database.writing() as tx:
        tx.execute(sa.text("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)"))
        tx.write(add, {"id": 1, "text": "the first"})
        tx.write(add, [{"id": 2, "text": "100 %"}, {"id": 3, "text": "it's"}])
    with pytest.raises(sa.exc.IntegrityError) as refused, database.writing() as tx:
        tx.write(add, [{"id": 4, "text": "new"}, {"id": 2, "text": "a secret"}])
    assert "a secret" not in str(refused.value)
    with database.writing() as tx, pytest.raises(KeyError):
        tx.write(add, [{"id": 4}])
    with database.reading() as tx:
        kept = tx.rows(sa.text("SELECT text FROM notes ORDER BY id"))
    assert [row.text for row in kept] == ["the first", "100 %", "it's"]


def test_constants_moments_and_lists_are_converted(world: World) -> None:
    ids = [make.account(world), make.account(world)]
    born = datetime(2026, 1, 2, 3, 4, 5, 678901, UTC)
    dialect = world.house.kit.database.dialect
    statement = sa.select(
        accounts.c.id, sa.literal(True).label("yes"), accounts.c.created_at
    ).where(
        accounts.c.id == lists.values("ids", IdColumn, dialect),
        accounts.c.created_at >= sa.bindparam("since"),
        accounts.c.role == "expert",
    )
    make.change_account(world, ids[0], created_at=born)
    with world.house.kit.database.reading() as tx:
        found = tx.rows(prepared(statement), {"ids": ids[:1], "since": born})
    assert [(row.id, row.yes, row.created_at) for row in found] == [(ids[0], True, born)]


def test_what_is_inserted_comes_back(world: World) -> None:
    columns = ("id", "author_id", "content", "comment_count", "like_count", "created_at")
    add = prepared(posts.insert().returning(posts.c.id, posts.c.content), columns=columns)
    values = {
        "id": new_id(),
        "author_id": make.account(world),
        "content": "Small win",
        "comment_count": 0,
        "like_count": 0,
        "created_at": world.clock.now(),
    }
    database = world.house.kit.database
    with database.writing() as tx:
        row = tx.row(add, values)
    assert row is not None
    assert (row.id, row.content) == (values["id"], "Small win")
    with database.writing() as tx, pytest.raises(sa.exc.IntegrityError) as refused:
        tx.row(add, values)
    assert "Small win" not in str(refused.value)
    with database.reading() as tx:
        assert tx.value(sa.select(sa.func.count()).select_from(posts)) == 1


@pytest.mark.parametrize("given", [{}, {"whose": new_id(), "who": 1}])
def test_a_parameter_too_few_or_too_many_is_a_defect(
    world: World, given: dict[str, object]
) -> None:
    with world.house.kit.database.reading() as tx, pytest.raises(KeyError):
        tx.row(prepared(sa.select(accounts.c.id).where(WHOSE)), given)


def test_a_statement_that_differs_each_time_is_refused(world: World) -> None:
    several = prepared(sa.select(accounts.c.id).where(accounts.c.role.in_(["expert", "client"])))
    with world.house.kit.database.reading() as tx, pytest.raises(TypeError):
        tx.rows(several)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_lock_that_is_held_raises_database_busy(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_WAIT_SECONDS", 0.1)
    database = world.house.kit.database
    one = prepared(sa.select(accounts.c.id))
    with database.writing() as tx:
        tx.rows(one)
        with pytest.raises(DatabaseBusy), database.writing() as other:
            other.rows(one)
