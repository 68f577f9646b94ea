"""Administrators read the records of a person in one list."""

from typing import Any

import pytest
import sqlalchemy as sa

from tests import cast
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.world import ANONYMOUS, Person, World


def read(world: World, root: Person, person: Person, query: str = "") -> Any:
    return world.get(f"/admin/users/{person.id}/timeline{query}", as_=root).must(200).data


def note(world: World, root: Person, person: Person, text: str) -> None:
    body = {"subject": {"kind": "account", "id": person.id}, "text": text}
    world.post("/admin/notes", body, as_=root).must(201)
    world.clock.advance(seconds=1)


def test_only_administrators_read_a_timeline(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    for person, status in ((ANONYMOUS, 401), (ben, 403), (root, 200)):
        world.get(f"/admin/users/{ben.id}/timeline", as_=person).must(status)
    missing = world.get(f"/admin/users/{board.UNKNOWN_ID}/timeline", as_=root).must(404)
    assert missing.error == "user_not_found"
    refused = world.get(f"/admin/users/{ben.id}/timeline?cursor=x", as_=root).must(422)
    assert "cursor" in refused.faults


def test_a_timeline_has_the_records_of_a_person_and_of_nobody_else(world: World) -> None:
    people = board.sign_up_all(world)
    root = people.root
    job_id = board.post_approved(world, people)
    applied = board.apply(world, job_id, people.cyrus)
    report_id = bench.report(world, people.cyrus, "job", job_id)
    note(world, root, people.carla, "Called, will send the licence.")
    world.mail()
    of_carla = read(world, root, people.carla)["items"]
    times = [entry["at"] for entry in of_carla]
    assert times == sorted(times, reverse=True)
    by_kind = {entry["kind"]: entry for entry in of_carla}
    assert by_kind["job"]["id"] == job_id
    assert (by_kind["job"]["title"], by_kind["job"]["status"]) == (
        board.REQUIRED["roleNeeded"],
        "approved",
    )
    assert by_kind["note"]["title"] == "Called, will send the licence."
    assert by_kind["note"]["by"] == root.id
    assert by_kind["report_on"]["id"] == report_id
    assert by_kind["report_on"]["title"] == bench.REASON
    assert by_kind["decision"]["by"] == root.id
    assert {entry["status"] for entry in of_carla if entry["kind"] == "email"} == {"sent"}
    of_cyrus = {entry["kind"]: entry for entry in read(world, root, people.cyrus)["items"]}
    assert of_cyrus["job_application"]["id"] == applied
    assert of_cyrus["report_by"]["id"] == report_id
    assert not of_cyrus.keys() & {"job", "note", "report_on"}


def test_pages_of_a_timeline_have_each_record_once_newest_first(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    for number in range(7):
        note(world, root, ben, f"Call {number}")
    whole = read(world, root, ben, "?limit=100")
    assert whole["hasMore"] is False
    assert [entry["title"] for entry in whole["items"] if entry["kind"] == "note"] == [
        f"Call {number}" for number in range(6, -1, -1)
    ]
    found, query = [], "?limit=2"
    while query:
        page = read(world, root, ben, query)
        found += page["items"]
        query = f"?limit=2&cursor={page['nextCursor']}" if page["hasMore"] else ""
    assert found == whole["items"]
    assert len(found) >= 14  # each note is a decision too


def test_the_beginning_of_a_long_note_is_its_title(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    note(world, root, ben, "ä" * 4000)
    [entry] = [each for each in read(world, root, ben)["items"] if each["kind"] == "note"]
    assert entry["title"] == "ä" * 200


@pytest.mark.postgresql("each database plans its statement")
def test_a_timeline_is_read_by_indexes_and_one_statement(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    for text in ("Call", "Call again"):
        note(world, root, ben, text)
    first = read(world, root, ben, "?limit=1")
    engine = world.application.app_state.database.engine
    is_sqlite = engine.dialect.name == "sqlite"
    plans: list[list[str]] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if "staff_notes" in statement:
            if not is_sqlite:  # a small table is scanned otherwise
                cursor.connection.execute("SET enable_seqscan = off")
            word = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
            steps = cursor.connection.execute(f"{word} {statement}", values).fetchall()
            plans.append([str(step[-1]) for step in steps])
            if not is_sqlite:
                cursor.connection.execute("RESET enable_seqscan")

    sa.event.listen(engine, "before_cursor_execute", explain)
    try:
        read(world, root, ben, "?limit=1")
        read(world, root, ben, f"?limit=1&cursor={first['nextCursor']}")
    finally:
        sa.event.remove(engine, "before_cursor_execute", explain)
    assert len(plans) == 2
    tables = ("jobs", "roles", "outbox_emails", "audit_entries", "reports", "staff_notes")
    for plan in plans:
        scans = [step for step in plan if "Seq Scan" in step or step.startswith("SCAN")]
        named = [step for step in scans if any(f" {table}" in f"{step} " for table in tables)]
        assert not named, plan
        assert any("ix_jobs_user_id" in step for step in plan)
