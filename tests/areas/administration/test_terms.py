"""Administrators find people by what is in their profiles, and in the notes about them."""

import importlib
import re
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.identity.accounts.terms import queries as term_queries
from bridgework.areas.identity.accounts.terms.tables import account_terms
from bridgework.kit.core import Id
from bridgework.kit.data.db import metadata
from tests import cast
from tests.areas.profiles.profile_samples import PROFILE
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import Person, World

ADAS = {
    "title": "Surgeon",
    "bio": "Surgeon in Ontario.",
    "location": "Château-Thierry, Ontario",
    "specialty": ["Oral surgery"],
    "secondarySpecialties": ["Prosthodontics"],
    "countryCode": "+1",
    "phoneNumber": "5125550142",
    "licenses": [{"licenseNumber": "DN-48 213", "licensedState": "TX"}],
}
FOUND = [
    *("+1 (512) 555-0142", "512 555 0142", "512.555.0142", "5550142", "0142"),
    *("chateau", "ontario ada", "oral surg", "prostho", "TX"),
    *("DN-48 213", "dn48213", "48213", "DN-48"),
]


def found(world: World, root: Person, text: str) -> list[str]:
    """Return the addresses that the list and the search both find."""
    page = world.get(f"/admin/users?search={quote(text)}", as_=root).must(200).data
    listed = [item["id"] for item in page["items"]]
    results = world.get(f"/admin/search?q={quote(text)}", as_=root).must(200).data["items"]
    assert listed == [one["id"] for one in results if one["kind"] == "user"]
    assert page["total"] == len(listed)
    return [item["email"].partition("@")[0] for item in page["items"]]


def describe(world: World, person: Person, **profile: object) -> None:
    world.patch(PROFILE, {"profile": profile}, as_=person).must(200)


@pytest.mark.postgresql("the statements of the search are of its own, with ranges of terms")
def test_a_profile_is_found_by_its_text_and_numbers(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    cast.ben(world)
    assert {text: found(world, root, text) for text in FOUND} == {text: [] for text in FOUND}
    describe(world, ada, **ADAS)
    assert {text: found(world, root, text) for text in FOUND} == {text: ["ada"] for text in FOUND}
    for text in ("surgery ben", "512 555 0143", "ntario", "%", "_"):
        assert (text, found(world, root, text)) == (text, [])


@pytest.mark.postgresql("the statements of the search are of its own, with ranges of terms")
def test_a_changed_profile_is_found_by_its_new_text_only(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    describe(world, ada, **ADAS)
    describe(world, ada, location="Quebec", licenses=None)
    assert found(world, root, "quebec") == ["ada"]
    assert [found(world, root, text) for text in ("ontario", "48213")] == [[], []]


@pytest.mark.postgresql("the statements of the search are of its own, with ranges of terms")
def test_a_person_is_found_by_a_note_until_it_is_deleted(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    describe(world, ben, specialty=["Implants"])
    body = {"subject": {"kind": "account", "id": ada.id}, "text": "Asked twice about implants."}
    note = world.post("/admin/notes", body, as_=root).must(201).data
    assert found(world, root, "implants") == ["ben", "ada"]
    assert found(world, root, "twice") == ["ada"]
    world.delete(f"/admin/notes/{note['id']}", as_=root).must(200)
    assert found(world, root, "implants") == ["ben"]
    assert found(world, root, "twice") == []


ADDRESSES = {
    "ada@example.com": ["ada"],
    "<ADA@example.com>": ["ada"],
    "ada@exa": ["ada"],
    "anna-lena@example.org": ["anna-lena"],
    "lena anna": ["anna-lena"],
    "@example.org": ["anna-lena"],
    "example.org": ["anna-lena"],
    "da@example.com": ["ada"],
}


def test_a_person_is_found_by_the_address_and_its_words(world: World) -> None:
    root = cast.root(world)
    cast.ada(world)
    cast.sign_up(world, "anna-lena@example.org")
    assert {text: found(world, root, text) for text in ADDRESSES} == ADDRESSES


WHOLE = re.compile("(SCAN|Seq Scan on) account_terms")


@pytest.mark.postgresql("the plans of its statements")
@pytest.mark.parametrize("text", ["ada", "ontario oral", "512 555 0142", "o"])
@pytest.mark.parametrize("many", [1, 2_000])
def test_the_search_finds_terms_by_an_index(
    world: World, monkeypatch: pytest.MonkeyPatch, text: str, many: int
) -> None:
    monkeypatch.setattr(term_queries, "_MANY", many)
    root, ada = cast.root(world), cast.ada(world)
    describe(world, ada, **ADAS)
    database = world.application.app_state.database
    with database.writing() as tx:
        copies = [(f"word{number}", Id(str(uuid4())), "names") for number in range(20_000)]
        term_queries.add(tx, copies)
    with database.writing() as tx:
        tx.execute(sa.text("ANALYZE"))
    with database.reading() as tx:
        listed = sa.select(accounts.c.id).where(*terms.conditions(tx, text))
        explain = "EXPLAIN" if tx.dialect == "postgresql" else "EXPLAIN QUERY PLAN"
        statement = listed.compile(
            dialect=database.engine.dialect, compile_kwargs={"literal_binds": True}
        )
        plan = "\n".join(str(row[-1]) for row in tx.rows(sa.text(f"{explain} {statement}")))
    assert found(world, root, text) == ["ada"]
    assert "account_terms" in plan
    assert not WHOLE.search(plan), plan


@pytest.mark.parametrize("text", ["5125550142", "48213", "twice"])
def test_members_do_not_search_telephone_numbers_licenses_and_notes(
    world: World, text: str
) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    describe(world, ada, **ADAS)
    body = {"subject": {"kind": "account", "id": ada.id}, "text": "Asked twice."}
    world.post("/admin/notes", body, as_=root).must(201)
    world.get(f"/admin/users?search={text}", as_=ben).must(403)
    shown = {"firstName": "Ada", "lastName": "Okade", "verificationTier": "verified"}
    world.patch(f"/admin/users/{ada.id}", shown, as_=root).must(200)

    def ids(search: str) -> list[str]:
        cards = world.get(f"/experts?search={search}", as_=ben).must(200).data
        return [card["id"] for card in cards]

    assert ids("surgery") == [ada.id]
    assert ids(text) == []


@pytest.mark.postgresql("the statements of the search are of its own, with ranges of terms")
def test_an_erased_account_leaves_no_terms_and_no_words_of_notes(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    describe(world, ada, **ADAS)
    subjects = {"account": ada.id, "role": desk.post(world, ben)}
    for kind, subject in subjects.items():
        body = {"subject": {"kind": kind, "id": subject}, "text": f"Quillonwort of the {kind}."}
        world.post("/admin/notes", body, as_=root).must(201)
    assert tables_with(world, "quillonwort") == {"account_terms", "staff_notes"}
    erasure = {"reason": "You asked for it by telephone.", "now": True}
    for person, left in ((ada, {root.id, ben.id}), (ben, {root.id})):
        world.post(f"/admin/users/{person.id}/erase", erasure, as_=root).must(202)
        world.run_periodic_tasks()
        assert {row.account_id for row in stored(world)} == left
    assert tables_with(world, "quillonwort") == set()
    assert found(world, root, "quillonwort") == []


@pytest.mark.postgresql("the statements of the search are of its own, with ranges of terms")
def test_the_migration_adds_the_terms_of_what_exists(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    describe(world, ada, **ADAS)
    vendor, ambassador = fair.vendor(world), fair.ambassador(world)
    clinic = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    fair.update_profile(world, vendor, companyName="Quillon Scanners")
    fair.update_profile(world, ambassador, kind="ambassador", location="Moose Jaw")
    practice = {"practiceName": "Quillon Dental", "primaryLocation": "Saskatoon"}
    world.patch("/jobs/me/clinic-profile", practice, as_=clinic).must(200)
    body = {"subject": {"kind": "account", "id": ada.id}, "text": "Asked twice."}
    world.post("/admin/notes", body, as_=root).must(201)
    assert found(world, root, "quillon saskatoon") == ["carla"]
    assert found(world, root, "moose jaw") == ["omar"]
    assert found(world, root, "quillon") == ["carla", "vera"]
    before = stored(world)
    database = world.application.app_state.database
    with database.writing() as tx:
        tx.execute(account_terms.delete())
    migration = importlib.import_module("bridgework.migrations.versions.0020_terms_of_accounts")
    engine = sa.create_engine(database.engine.url)
    context = MigrationContext.configure
    with engine.begin() as connection, Operations.context(context(connection)):
        migration.add_terms()
    engine.dispose()
    assert stored(world) == before


def stored(world: World) -> set[sa.Row[Any]]:
    with world.application.app_state.database.reading() as tx:
        return set(tx.rows(sa.select(account_terms)))


def tables_with(world: World, word: str) -> set[str]:
    """Return the tables with a row that contains the word."""
    with world.application.app_state.database.reading() as tx:
        return {
            table.name
            for table in metadata.sorted_tables
            if any(word in repr(tuple(row)).lower() for row in tx.rows(sa.select(table)))
        }
