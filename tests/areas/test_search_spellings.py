"""Apostrophes, hyphens, accents, case and invisible characters do not count in any search."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from bridgework.kit.data.db import metadata
from bridgework.kit.data.search import documents
from bridgework.kit.text import normalize, tokenize
from bridgework.kit.text.words import INVISIBLE
from tests import cast, make
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import ANONYMOUS, Person, World

STORED = "Zoë O’Ka\u00adde\u200b\u2011Nú\u200dñez\ufeff"
SPELLINGS = [
    "O'Kade",
    "O’Kade",
    "O‘Kade",
    "OʻKade",
    "OʼKade",
    "O`Kade",
    "OKade",
    "o’kade-nunez",
    "O'KADE\u2011NÚÑEZ",
    "okade\u2013nunez",
    "okade nuñez",
    "zoe OKADE\u2212NUNEZ",
    "O\u00adKade",
    "\u200bO'Kade\u200c",
    "O\u200dKa\u200ede\u200f",
    "Oka\u2060de\ufeff",
]


MakeList = Callable[[World], tuple[str, Person]]
"""Makes a record, and returns the path of its list and who reads it."""


def _experts(world: World) -> tuple[str, Person]:
    make.expert(world, STORED)
    return "/experts", ANONYMOUS


def _users(world: World) -> tuple[str, Person]:
    make.account(world, STORED)
    return "/admin/users", cast.root(world)


def _candidates(world: World) -> tuple[str, Person]:
    root = cast.root(world)
    first, _, last = STORED.partition(" ")
    body = {"firstName": first, "lastName": last}
    world.post("/admin/recruiting/candidates", body, as_=root).must(201)
    return "/admin/recruiting/candidates", root


def _blogs(world: World) -> tuple[str, Person]:
    root = cast.root(world)
    body = {"slug": "a-case", "title": STORED, "excerpt": "A case.", "body": "Text."}
    world.post("/admin/blogs", {**body, "status": "published"}, as_=root).must(201)
    return "/admin/blogs", root


def _events(world: World) -> tuple[str, Person]:
    root = cast.root(world)
    body = {"name": STORED, "startAt": "2027-01-10T10:00:00Z", "timezone": "UTC"}
    world.post("/calendar/events", body, as_=root).must(201)
    return "/calendar/events", root


def _jobs(world: World) -> tuple[str, Person]:
    people = board.sign_up_all(world)
    board.post_approved(world, people, companyName=STORED)
    return "/jobs", people.cyrus


def _roles(world: World) -> tuple[str, Person]:
    people = desk.sign_up_all(world)
    desk.post_active(world, people, companyName=STORED)
    return "/roles", people.ada


def _vendors(world: World) -> tuple[str, Person]:
    vera = fair.vendor(world)
    fair.verify(world, vera)
    fair.update_profile(world, vera, companyName=STORED)
    return "/vendors/directory", vera


LISTS: list[MakeList] = [
    _experts,
    _users,
    _candidates,
    _blogs,
    _events,
    _jobs,
    _roles,
    _vendors,
]
WITH_KEYS = [_candidates, _blogs, _events]
"""The lists that search in a column of the row; users are found by their terms."""
WITH_DOCUMENTS: Mapping[MakeList, str] = {
    _jobs: "bridgework.areas.work.jobs.formats.serializers",
    _roles: "bridgework.areas.work.roles.serializers",
    _vendors: "bridgework.areas.people.vendors.serializers",
}
"""The lists that search in documents, and the modules that make these."""


@pytest.mark.parametrize("make_list", LISTS, ids=lambda make_list: make_list.__name__.strip("_"))
def test_every_spelling_finds_the_record(world: World, make_list: MakeList) -> None:
    path, reader = make_list(world)
    counts = {spelling: count(world, path, reader, spelling) for spelling in SPELLINGS}
    assert set(counts.values()) == {1}, counts


def count(world: World, path: str, reader: Person, search: str) -> int:
    """Return the number of records that a search finds."""
    data: Any = world.get(f"{path}?search={quote(search)}", as_=reader).must(200).data
    return len(data if isinstance(data, list) else data["items"])


@pytest.mark.parametrize("make_list", WITH_KEYS, ids=lambda make_list: make_list.__name__)
def test_the_migration_finds_a_row_that_the_former_program_wrote(
    world: World, make_list: MakeList
) -> None:
    path, reader = make_list(world)
    database = world.application.app_state.database
    tables = [table for table in metadata.sorted_tables if "search_key" in table.c]
    with database.writing() as tx:
        for table in tables:
            former = sa.func.replace(table.c.search_key, "okade", "\u200b o\u200bka\u00add\ufeffe")
            tx.execute(table.update().values(search_key=former))
    assert count(world, path, reader, "okade") == 0
    migration = importlib.import_module("bridgework.migrations.versions.0017_search_editions")
    engine = sa.create_engine(database.engine.url)
    with (
        engine.begin() as connection,
        Operations.context(MigrationContext.configure(connection)),
    ):
        migration.clean_search_keys()
    engine.dispose()
    # In another spelling: this process has counted the results of the former search.
    assert count(world, path, reader, "OKADE") == 1
    with database.reading() as tx:
        keys = [key for table in tables for key in tx.values(sa.select(table.c.search_key))]
    assert keys == [normalize(key) for key in keys]


@pytest.mark.parametrize("make_list", WITH_DOCUMENTS, ids=lambda make_list: make_list.__name__)
def test_a_document_of_the_former_program_is_indexed_again(
    world: World, make_list: MakeList, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as former:
        former.setattr(f"{WITH_DOCUMENTS[make_list]}.tokenize", _tokenize_as_before)
        former.setattr(documents, "EDITION", "")
        path, reader = make_list(world)
    assert count(world, path, reader, "okade") == 0
    world.run_periodic_tasks()
    assert count(world, path, reader, "okade") == 1


def _tokenize_as_before(text: str) -> list[str]:
    """Take invisible characters for separators."""
    return tokenize(text.translate(dict.fromkeys(map(ord, INVISIBLE), " ")))
