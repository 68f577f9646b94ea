"""Rows become records on both databases: columns by name, JSON, and several records in a row."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.profiles.tables import profiles
from bridgework.areas.work.roles.records import Role
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import (
    UNKNOWN,
    Database,
    from_values,
    of_members,
    reader_of,
    replaced,
    side_by_side,
    to_values,
)
from tests import make
from tests.world import World


class Person(NamedTuple):
    id: Id
    first_name: str | None


class Words(NamedTuple):
    """Members of a profile."""

    bio: str | None
    unknown: Mapping[str, object] = UNKNOWN


class Profile(NamedTuple):
    account_id: Id
    fields: Words | None


class Pair(NamedTuple):
    person: Person
    profile: Profile
    same: Person


PEOPLE = sa.select(accounts.c.id, accounts.c.first_name)
THIS = accounts.c.id == sa.bindparam("this")


@pytest.fixture
def database(world: World) -> Database:
    return world.application.app_state.database


def test_a_row_is_a_record(world: World, database: Database) -> None:
    ada = make.account(world, "Ada Lovell")
    with database.reading() as tx:
        assert tx.record(Person, PEOPLE.where(THIS), {"this": ada}) == Person(ada, "Ada")
        assert tx.record(Person, PEOPLE.where(THIS), {"this": new_id()}) is None
        assert Person(ada, "Ada") in tx.records(Person, PEOPLE)


def test_one_record_is_asked_for(world: World, database: Database) -> None:
    make.account(world, "Ada Lovell")
    make.account(world, "Ben Quist")
    with database.reading() as tx, pytest.raises(sa.exc.MultipleResultsFound):
        tx.record(Person, PEOPLE)


@pytest.mark.parametrize(
    "columns",
    [
        (accounts.c.first_name, accounts.c.id),
        (accounts.c.id, accounts.c.last_name),
        (accounts.c.id,),
    ],
    ids=["another order", "another column", "a column less"],
)
def test_a_statement_with_other_columns_is_refused(
    world: World, database: Database, columns: tuple[sa.Column[str], ...]
) -> None:
    make.account(world, "Ada Lovell")
    with database.reading() as tx, pytest.raises(TypeError, match="the statement selects"):
        tx.records(Person, sa.select(*columns))


def test_records_stand_side_by_side(world: World, database: Database) -> None:
    ada = make.expert(world, "Ada Lovell")
    other = accounts.alias("other")
    statement = (
        sa.select(*PEOPLE.selected_columns, profiles.c.account_id, profiles.c.fields)
        .add_columns(other.c.id, other.c.first_name)
        .join_from(accounts, profiles, profiles.c.account_id == accounts.c.id)
        .join(other, other.c.id == accounts.c.id)
        .where(THIS)
    )
    reader = side_by_side(Pair, reader_of(Person), reader_of(Profile), reader_of(Person))
    with database.reading() as tx:
        pair = tx.record(reader, statement, {"this": ada})
    assert pair is not None
    assert pair.person == pair.same == Person(ada, "Ada")
    assert pair.profile.account_id == ada
    assert isinstance(pair.profile.fields, Words)


def test_members_of_a_later_version_are_kept(world: World, database: Database) -> None:
    owner = Id(make.account(world, "Ben Quist"))
    members = {"company_name": "Lakeview", "role_needed": "Coach", "parking": ["two", "bikes"]}
    now = datetime.fromisoformat("2026-01-02T03:04:05+00:00")
    stamps = {"version": 1, "created_at": now, "updated_at": now}
    row = {"id": new_id(), "user_id": owner, "fields": members, "status": "pending", **stamps}
    role = from_values(Role, row)
    assert (role.fields.role_needed, role.fields.location) == ("Coach", None)
    assert role.fields.unknown == {"parking": ["two", "bikes"]}
    changed = role._replace(fields=role.fields._replace(role_needed="Trainer", company_name=""))
    with database.writing() as tx:
        tx.execute(roles.insert(), to_values(changed))
    with database.reading() as tx:
        stored = sa.select(roles.c.fields).where(roles.c.id == role.id)
        assert tx.value(stored) == {**members, "company_name": "", "role_needed": "Trainer"}
        assert tx.record(Role, sa.select(roles).where(roles.c.id == role.id)) == changed


def test_names_that_are_no_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="surname"):
        from_values(Person, {"id": new_id(), "surname": "Lovell"})
    with pytest.raises(TypeError, match="surname"):
        of_members(Person, {"id": new_id(), "surname": "Lovell"})
    with pytest.raises(ValueError, match="surname"):
        replaced(Person(new_id(), "Ada"), {"surname": "Lovell"})
