"""No candidate is created twice, despite crashes, lost responses and a lagging index."""

from datetime import timedelta
from typing import Any

import pytest

from bridgework.areas.back_office.recruiting import attempts
from bridgework.areas.back_office.recruiting.tables import attempts as attempts_table
from bridgework.areas.back_office.recruiting.zoho import create_candidates
from bridgework.settings import Settings
from tests import cast
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    MIRA,
    NOVA,
    api_key_headers,
    create_candidate,
    list_candidates,
    list_jobs,
    post_candidate,
)
from tests.servers import zoho
from tests.servers import zoho_faults as faults
from tests.servers.zoho import StandIn
from tests.world import Person, Response, World

INSERT, UPSERT, SEARCH = "POST /recruit/v2/Candidates", "/upsert", "/search"
KEY = {"idempotency-key": "mira-once"}


class Crash(BaseException):
    """A crash of the process, which no handler catches."""


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create_candidates, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(create_candidates, "REFERENCE_PAUSES", (0.01, 0.02))


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def crash(world: World, root: Person, where: str, body: Any, **headers: str) -> None:
    """Send a creation during which `attempts.<where>` crashes the process."""

    def crash_process(*_: object, **__: object) -> None:
        raise Crash

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(attempts, where, crash_process)
        with pytest.raises(Crash):
            world.post(CANDIDATES, body, as_=root, headers=headers)


@pytest.mark.parametrize(("where", "created_count"), [("mark_sent", 0), ("settle", 1)])
def test_a_repeated_request_continues_after_a_crash(
    world: World, at: StandIn, root: Person, where: str, created_count: int
) -> None:
    body = {**NOVA, "jobIds": [at.add_opening("Endodontist")]}
    crash(world, root, where, body)
    assert len(at.candidates) == created_count
    refused = world.post(CANDIDATES, body, as_=root).must(409)
    assert (refused.error, refused.headers["retry-after"]) == ("candidate_under_way", "30")
    world.clock.advance(minutes=2)
    created = world.post(CANDIDATES, body, as_=root).must(201).data
    assert [*at.candidates] == [created["id"]]
    assert [job["id"] for job in list_jobs(world, root, created["id"])] == body["jobIds"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [entry["target"] for entry in entries] == [created["id"]]
    assert post_candidate(world, root).must(409).error == "candidate_exists"


def test_a_lagging_index_after_a_crash_creates_no_duplicate(
    world: World, at: StandIn, root: Person
) -> None:
    at.lag = timedelta(hours=1)
    crash(world, root, "settle", dict(NOVA))
    world.clock.advance(minutes=2)
    assert [post_candidate(world, root).must(201).data["id"]] == [*at.candidates]


def test_another_caller_after_a_crash_gets_a_conflict(
    world: World, at: StandIn, root: Person
) -> None:
    crash(world, root, "settle", dict(NOVA))
    other = cast.root(world, "other@example.com")
    world.clock.advance(minutes=2)
    assert post_candidate(world, other).must(409).error == "candidate_exists"
    (candidate,) = list_candidates(world, other)
    assert candidate["source"] == root.email
    (entry,) = world.get("/admin/logs?action=candidate.create", as_=other).data["items"]
    assert (entry["target"], entry["actor"]) == (candidate["id"], root.id)


def test_a_bulk_creation_continues_the_interrupted_candidate(
    world: World, at: StandIn, root: Person
) -> None:
    crash(world, root, "settle", dict(NOVA))
    people = {"candidates": [{**MIRA, "email": "mira@example.com"}, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [result["outcome"] for result in results] == ["created", "failed"]
    assert results[1]["message"].startswith("candidate_under_way: ")
    world.clock.advance(minutes=2)
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [result["outcome"] for result in results] == ["duplicate", "created"]
    assert len(at.candidates) == 2


def test_a_candidate_that_is_not_indexed_yet_is_a_duplicate(
    world: World, at: StandIn, root: Person
) -> None:
    at.lag = timedelta(hours=1)
    known = create_candidate(world, root)
    refused = post_candidate(world, root, firstName="Somebody").must(409)
    assert f" {known}." in refused.json["message"]
    assert at.candidates[known]["First_Name"] == "Nova"


def test_a_candidate_just_added_in_zoho_is_a_duplicate(
    world: World, at: StandIn, root: Person
) -> None:
    at.lag = timedelta(minutes=1)
    by_hand = at.add_candidate(First_Name="Nova", Last_Name="Reed", Email="NOVA@example.com")
    headers = api_key_headers(world, root)
    refused = world.post(CANDIDATES, dict(NOVA), headers=headers).must(409)
    assert f" {by_hand}." in refused.json["message"]
    world.clock.advance(minutes=5)
    assert post_candidate(world, root).must(409).error == "candidate_exists"
    assert [candidate["source"] for candidate in list_candidates(world, root)] == [None]


def test_a_lost_response_for_an_existing_candidate_is_a_duplicate(
    world: World, at: StandIn, root: Person
) -> None:
    by_hand = at.add_candidate(First_Name="Nova", Last_Name="Reed", Email=NOVA["email"])
    at.lag = timedelta(hours=1)
    world.clock.advance(minutes=30)
    at.misbehave(UPSERT, faults.breaks_late)
    assert f" {by_hand}." in post_candidate(world, root).must(409).json["message"]


@pytest.mark.parametrize("change", [{}, {"Email": "reed@example.com"}])
def test_a_deleted_or_changed_candidate_frees_the_email(
    world: World, at: StandIn, root: Person, change: dict[str, str]
) -> None:
    known = create_candidate(world, root)
    if change:
        at.candidates[known].update(change)
    else:
        del at.candidates[known]
    at.add_opening("so that no number comes twice")
    fresh = create_candidate(world, root)
    assert fresh != known
    assert f" {fresh}." in post_candidate(world, root).must(409).json["message"]


def test_a_candidate_without_an_email_is_found_by_reference(
    world: World, at: StandIn, root: Person
) -> None:
    at.misbehave(INSERT, faults.breaks_late)
    created = world.post(CANDIDATES, MIRA, as_=root).must(201).data
    assert [*at.candidates] == [created["id"]]
    assert at.count(INSERT) == 1


def post_named(world: World, root: Person) -> Response:
    return world.post(CANDIDATES, MIRA, as_=root, headers=KEY)


@pytest.mark.parametrize(
    "misbehaviour", [faults.breaks_late, faults.hangs_up_late, faults.loses_items]
)
def test_a_candidate_with_an_unknown_outcome_is_looked_up_and_not_resent(
    world: World, at: StandIn, root: Person, misbehaviour: zoho.Misbehaviour
) -> None:
    at.lag = timedelta(minutes=5)
    at.misbehave(INSERT, misbehaviour)
    assert post_named(world, root).must(409).error == "outcome_unknown"
    assert post_named(world, root).must(409).error == "outcome_unknown"
    world.clock.advance(minutes=6)
    created = post_named(world, root).must(201).data
    assert ([*at.candidates], at.count(INSERT)) == ([created["id"]], 1)
    assert post_named(world, root).must(201).data == created


def test_a_candidate_missing_after_the_index_delay_is_sent_again(
    world: World, at: StandIn, root: Person
) -> None:
    at.misbehave(INSERT, faults.breaks)
    for minutes in (0, 5, 5):
        world.clock.advance(minutes=minutes)
        assert post_named(world, root).must(409).error == "outcome_unknown"
    world.clock.advance(minutes=1)
    created = post_named(world, root).must(201).data
    assert ([*at.candidates], at.count(INSERT)) == ([created["id"]], 2)


def test_a_creation_without_an_email_is_continued_by_its_key(
    world: World, at: StandIn, root: Person
) -> None:
    crash(world, root, "settle", MIRA, **KEY)
    world.clock.advance(minutes=2)
    assert [post_named(world, root).must(201).data["id"]] == [*at.candidates]
    assert at.count(INSERT) == 1


def test_one_candidate_of_a_bulk_creation_can_have_an_unknown_outcome(
    world: World, at: StandIn, root: Person
) -> None:
    at.lag = timedelta(minutes=5)
    at.misbehave(INSERT, faults.breaks_late)
    people = {"candidates": [MIRA, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [result["outcome"] for result in results] == ["failed", "created"]
    assert results[0]["message"].startswith("outcome_unknown: ")


def test_a_duplicate_reference_is_our_candidate(world: World, at: StandIn, root: Person) -> None:
    created = at.add_candidate(First_Name="Mira", Last_Name="Hale")
    details = {"api_name": zoho.REFERENCE, "id": created}
    at.verdicts["Hale"] = zoho.refusal("DUPLICATE_DATA", details)
    assert post_named(world, root).must(201).data["id"] == created


def test_useless_attempts_are_deleted(world: World, at: StandIn, root: Person) -> None:
    at.misbehave(INSERT, faults.breaks)
    post_named(world, root).must(409)
    known = create_candidate(world, root)
    world.clock.advance(days=31)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        left = tx.rows(attempts_table.select())
    assert [row.candidate_id for row in left] == [known]


class TestWithoutAReference:
    """A Zoho account without a reference field."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"zoho_reference_field": ""})

    def test_an_unknown_outcome_stays_unknown_without_a_reference_field(
        self, world: World, at: StandIn, root: Person
    ) -> None:
        at.misbehave(INSERT, faults.breaks_late)
        for _ in range(3):
            assert post_named(world, root).must(409).error == "outcome_unknown"
            world.clock.advance(hours=1)
            root = cast.root_again(world)
        assert (len(at.candidates), at.count(INSERT)) == (1, 1)
