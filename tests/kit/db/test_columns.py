"""Column types behave the same on both databases."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.kit.core import new_id
from bridgework.kit.data.db import (
    Bytes,
    Database,
    IdColumn,
    Json,
    Key,
    UtcDateTimeColumn,
    array_param,
)

things = sa.Table(
    "things",
    sa.MetaData(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", UtcDateTimeColumn),
    sa.Column("id", IdColumn),
    sa.Column("facts", Json),
    sa.Column("raw", Bytes),
    sa.Column("key", Key),
    sa.Column("text", sa.Text),
)
KARACHI = timezone(timedelta(hours=5))


@pytest.fixture
def store(database: Database) -> Database:
    things.create(database.engine)
    return database


def back(store: Database, **values: Any) -> Any:
    """Store a value, and return what is read."""
    with store.writing() as tx:
        tx.execute(things.delete())
        tx.execute(things.insert(), {"number": 1, **values})
    with store.reading() as tx:
        return tx.value(sa.select(things.c[next(iter(values))]))


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 21, 12, tzinfo=UTC),
        datetime(2026, 11, 21, 12, 0, 0, 1, tzinfo=UTC),
        datetime(2026, 11, 21, 12, tzinfo=KARACHI),
        datetime(2026, 11, 21, 12, tzinfo=timezone(timedelta(hours=-9, minutes=-30))),
        datetime(1900, 1, 1, tzinfo=UTC),
        datetime(2200, 1, 1, 23, 59, 59, 999_999, tzinfo=UTC),
    ],
)
def test_a_time_is_returned_in_utc(store: Database, moment: datetime) -> None:
    response = back(store, at=moment)
    assert response == moment
    assert response.tzinfo == UTC


def test_a_time_without_a_zone_is_refused(store: Database) -> None:
    with pytest.raises(sa.exc.StatementError, match="without a zone"):
        back(store, at=datetime(2026, 11, 21, 12))  # noqa: DTZ001 - the point of it
    with pytest.raises(sa.exc.StatementError, match="without a zone"), store.reading() as tx:
        tx.rows(sa.select(things).where(things.c.at < datetime(2026, 11, 21)))  # noqa: DTZ001


def test_times_are_sorted_and_compared_by_their_instants(store: Database) -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    moments = [
        noon,
        (noon - timedelta(seconds=1)).astimezone(KARACHI),  # reads as five in the afternoon
        noon + timedelta(microseconds=1),
    ]
    with store.writing() as tx:
        rows = [{"number": number, "at": at} for number, at in enumerate(moments)]
        tx.execute(things.insert(), rows)
    in_order = sa.select(things.c.number).order_by(things.c.at)
    later = sa.select(things.c.number).where(things.c.at > noon.astimezone(KARACHI))
    with store.reading() as tx:
        assert tx.execute(in_order).scalars().all() == [1, 0, 2]
        assert tx.execute(later).scalars().all() == [2]
        assert tx.value(sa.select(sa.func.max(things.c.at))) == moments[2]


@pytest.mark.parametrize(
    "value",
    [{}, [], {"a": [1, None, True, "é🐳", 1.5]}, "text", 5, False, {"b": 1, "a": {"z": []}}],
)
def test_json_is_returned_parsed(store: Database, value: object) -> None:
    assert back(store, facts=value) == value


@pytest.mark.parametrize("name", ["at", "id", "facts", "raw", "key"])
def test_null_is_returned_as_none(store: Database, name: str) -> None:
    assert back(store, **{name: None}) is None
    with store.reading() as tx:
        assert tx.rows(sa.select(things.c.number).where(things.c[name].is_(None))) == [(1,)]


def test_an_id_is_returned_as_canonical_text(store: Database) -> None:
    created = new_id()
    assert back(store, id=created) == created


def test_bytes_are_returned_unchanged(store: Database) -> None:
    assert back(store, raw=bytes(range(256))) == bytes(range(256))


def test_keys_are_sorted_by_their_bytes(store: Database) -> None:
    keys = ["a", "B", "z", "ä", "a b", "a-b", "ab", "Z", "\U0001f433", "0", ""]
    with store.writing() as tx:
        tx.execute(things.insert(), [{"number": n, "key": key} for n, key in enumerate(keys)])
    with store.reading() as tx:
        response = tx.execute(sa.select(things.c.key).order_by(things.c.key)).scalars().all()
    assert response == sorted(keys, key=str.encode)


def test_a_lone_surrogate_is_refused_before_it_is_stored(store: Database) -> None:
    with pytest.raises((UnicodeEncodeError, sa.exc.StatementError)):
        back(store, text="\ud800")
    assert back(store, text="\U0001f433") == "\U0001f433"


def test_a_list_is_one_parameter_of_any_length(store: Database) -> None:
    keys = ["", "a", "b'c", '"', "é", "\U0001f600", "a\\b"]
    key = array_param.values("keys", sa.Text(), store.dialect)
    by_key = sa.select(things.c.number).where(things.c.key == key).order_by(things.c.number)
    number = array_param.values("numbers", sa.BigInteger(), store.dialect)
    response = sa.select(things.c.key).where(things.c.number == number).order_by(things.c.number)
    with store.writing() as tx:
        tx.execute(things.insert(), [{"number": at, "key": each} for at, each in enumerate(keys)])
    with store.reading() as tx:
        for some in ([], keys[:1], keys, ["nothing"], keys * 400):
            found = tx.execute(by_key, {"keys": list(dict.fromkeys(some))}).scalars().all()
            assert found == [at for at, each in enumerate(keys) if each in some]
        assert tx.execute(response, {"numbers": [6, 2**40, -1, 0]}).scalars().all() == ["", "a\\b"]
