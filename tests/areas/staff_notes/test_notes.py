"""Notes of administrators about accounts and postings."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.back_office.staff_notes.tables import staff_notes
from bridgework.areas.identity.privacy import actions as privacy
from bridgework.kit.core import Id
from tests import cast
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World

TEXT = "Called about the license.\nThe state confirms it by letter."
HOSTILE = '<script>alert("1")</script> {{7*7}} =cmd() \u202eabc & \\u0000 <b>'


def about(subject_id: str | None, kind: str = "account", text: str = TEXT) -> dict[str, Any]:
    return {"subject": {"kind": kind, "id": subject_id}, "text": text}


def add(world: World, root: Person, subject_id: str | None, kind: str = "account") -> Any:
    return world.post("/admin/notes", about(subject_id, kind), as_=root).must(201).data


def notes_about(world: World, root: Person, subject_id: str | None) -> Any:
    return world.get(f"/admin/notes?subject={subject_id}", as_=root).must(200).data


def exported(world: World, person: Person) -> Any:
    tables = world.get("/users/me/export", as_=person).must(200).data["tables"]
    return tables["staff_notes"]


def erase(world: World, person: Person) -> None:
    """Erase an account at once, as the periodic task does after the grace period."""
    with world.application.app_state.database.writing() as tx:
        privacy.erase(tx, Id(str(person.id)))


def test_only_administrators_use_notes(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    note = add(world, root, ben.id)
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        world.post("/admin/notes", about(ben.id), as_=person).must(status)
        world.get(f"/admin/notes?subject={ben.id}", as_=person).must(status)
        world.delete(f"/admin/notes/{note['id']}", as_=person).must(status)
    assert notes_about(world, root, ben.id)["total"] == 1


def test_notes_are_listed_newest_first_with_their_authors(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    second = cast.root(world, "second@example.com")
    names = {"firstName": "Robin", "lastName": "Ashworth"}
    world.patch("/users/me", names, as_=root).must(200)
    first, last = add(world, root, ben.id), add(world, second, ben.id)
    assert first["author"] == {"id": root.id, "name": "Robin Ashworth"}
    assert first["subject"] == {"kind": "account", "id": ben.id}
    assert first["text"] == TEXT
    assert last["author"] == {"id": second.id, "name": None}
    page = notes_about(world, root, ben.id)
    assert (page["items"], page["total"]) == ([last, first], 2)
    assert notes_about(world, root, root.id)["items"] == []
    query = f"subject={ben.id}&limit=1&page=2"
    assert world.get(f"/admin/notes?{query}", as_=root).must(200).data["items"] == [first]
    assert world.get("/admin/notes", as_=root).must(422).faults == {"subject": "required"}


def test_a_posting_has_notes_of_its_own(world: World) -> None:
    people, ben = board.sign_up_all(world), cast.ben(world)
    job, role = board.post(world, people.carla), desk.post(world, ben)
    for kind, posting, owner in (("job", job, people.carla), ("role", role, ben)):
        note = add(world, people.root, posting, kind)
        assert note["subject"] == {"kind": kind, "id": posting}
        assert notes_about(world, people.root, posting)["items"] == [note]
        assert notes_about(world, people.root, owner.id)["items"] == []
        (row,) = exported(world, owner)
        assert (row["subject_kind"], row["subject_id"]) == (kind, posting)


@pytest.mark.parametrize("kind", ["account", "role", "job"])
def test_a_note_about_an_unknown_subject_is_refused(world: World, kind: str) -> None:
    ben, root = cast.ben(world), cast.root(world)
    refused = world.post("/admin/notes", about(board.UNKNOWN_ID, kind), as_=root).must(422)
    assert refused.faults == {"subject.id": "unknown"}
    if kind != "account":
        world.post("/admin/notes", about(ben.id, kind), as_=root).must(422)


@pytest.mark.parametrize(("length", "status"), [(0, 422), (1, 201), (3999, 201), (4000, 201)])
def test_a_note_has_at_most_four_thousand_characters(
    world: World, length: int, status: int
) -> None:
    ben, root = cast.ben(world), cast.root(world)
    world.post("/admin/notes", about(ben.id, text="é" * length), as_=root).must(status)
    too_long = world.post("/admin/notes", about(ben.id, text="é" * 4001), as_=root).must(422)
    assert too_long.faults == {"text": "too_long"}


def test_hostile_text_stays_text(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    note = world.post("/admin/notes", about(ben.id, text=HOSTILE), as_=root).must(201).data
    (listed,) = notes_about(world, root, ben.id)["items"]
    assert note["text"] == listed["text"] == exported(world, ben)[0]["text"] == HOSTILE
    refused = world.post("/admin/notes", about(ben.id, text="a\0b"), as_=root).must(422)
    assert refused.faults == {"text": "control_character"}


def test_a_note_is_deleted_by_any_administrator(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    second = cast.root(world, "second@example.com")
    note = add(world, root, ben.id)
    world.delete(f"/admin/notes/{note['id']}", as_=second).must(200)
    assert notes_about(world, root, ben.id)["items"] == []
    missing = world.delete(f"/admin/notes/{note['id']}", as_=second).must(404)
    assert missing.error == "note_not_found"


def test_notes_are_audited_without_their_text(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    note = add(world, root, ben.id)
    world.delete(f"/admin/notes/{note['id']}", as_=root).must(200)
    entries = world.get(f"/admin/logs?target={ben.id}&limit=2", as_=root).must(200).data["items"]
    assert [(entry["action"], entry["actor"]) for entry in entries] == [
        ("note.delete", root.id),
        ("note.add", root.id),
    ]
    assert "license" not in repr(entries)


def test_the_person_gets_a_copy_without_the_author(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    note = add(world, root, ben.id)
    (row,) = exported(world, ben)
    assert (row["id"], row["text"], row["subject_id"]) == (note["id"], TEXT, ben.id)
    assert str(root.id) not in repr(row)
    assert "author_id" not in row
    assert exported(world, root) == [], "the note is about another person"


def test_notes_are_erased_with_the_account_that_they_are_about(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    role = desk.post(world, ben)
    add(world, root, ben.id)
    add(world, root, role, "role")
    about_root = add(world, root, root.id)
    erase(world, ben)
    with world.application.app_state.database.reading() as tx:
        assert tx.values(sa.select(staff_notes.c.id)) == [about_root["id"]]
    refused = world.post("/admin/notes", about(ben.id), as_=root).must(422)
    assert refused.faults == {"subject.id": "unknown"}


def test_an_erased_administrator_is_no_longer_named(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    second = cast.root(world, "second@example.com")
    note = add(world, second, ben.id)
    erase(world, second)
    (kept,) = notes_about(world, root, ben.id)["items"]
    assert kept == {**note, "author": None}
