"""Nobody is added twice: not after a crash, a lost answer, or out of an index that lags."""

from datetime import timedelta
from typing import Any

import pytest

from bridgework.areas.recruiting import attempts
from bridgework.areas.recruiting.tables import attempts as attempts_table
from bridgework.areas.recruiting.zoho import create_candidates
from bridgework.settings import Settings
from tests import cast
from tests.areas.recruiting.agency import CANDIDATES, NOVA, add, added, jobs_of, key, listed
from tests.servers import zoho
from tests.servers import zoho_faults as faults
from tests.servers.zoho import StandIn
from tests.world import Person, Response, World

INSERT, UPSERT, SEARCH = "POST /recruit/v2/Candidates", "/upsert", "/search"
NAMED = {"firstName": "Mira", "lastName": "Hale"}
KEY = {"idempotency-key": "mira-once"}


class Died(BaseException):
    """The end of a process: nothing catches it."""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create_candidates, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(create_candidates, "REFERENCE_PAUSES", (0.01, 0.02))


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def crash(world: World, root: Person, where: str, body: Any, **headers: str) -> None:
    """Send a creation, and have the process die as it makes this note."""

    def dies(*_: object, **__: object) -> None:
        raise Died

    with pytest.MonkeyPatch.context() as dying:
        dying.setattr(attempts, where, dies)
        with pytest.raises(Died):
            world.post(CANDIDATES, body, as_=root, headers=headers)


@pytest.mark.parametrize(("where", "there"), [("mark_sent", 0), ("settle", 1)])
def test_after_a_crash_who_comes_again_goes_on_from_there(
    world: World, at: StandIn, root: Person, where: str, there: int
) -> None:
    body = {**NOVA, "jobIds": [at.add_opening("Endodontist")]}
    crash(world, root, where, body)
    assert len(at.candidates) == there
    refused = world.post(CANDIDATES, body, as_=root).must(409)
    assert (refused.error, refused.headers["retry-after"]) == ("candidate_under_way", "30")
    world.clock.advance(minutes=2)
    made = world.post(CANDIDATES, body, as_=root).must(201).data
    assert [*at.candidates] == [made["id"]]
    assert [one["id"] for one in jobs_of(world, root, made["id"])] == body["jobIds"]
    entries = world.get("/admin/logs?action=candidate.create", as_=root).must(200).data["items"]
    assert [one["target"] for one in entries] == [made["id"]]
    assert add(world, root).must(409).error == "candidate_exists"


def test_after_a_crash_the_index_may_lag(world: World, at: StandIn, root: Person) -> None:
    at.lag = timedelta(hours=1)
    crash(world, root, "settle", dict(NOVA))
    world.clock.advance(minutes=2)
    assert [add(world, root).must(201).data["id"]] == [*at.candidates]


def test_somebody_else_who_comes_after_a_crash_hears_that_they_are_there(
    world: World, at: StandIn, root: Person
) -> None:
    crash(world, root, "settle", dict(NOVA))
    other = cast.root(world, "other@example.com")
    world.clock.advance(minutes=2)
    assert add(world, other).must(409).error == "candidate_exists"
    (told,) = listed(world, other)
    assert told["source"] == root.email
    (entry,) = world.get("/admin/logs?action=candidate.create", as_=other).data["items"]
    assert (entry["target"], entry["actor"]) == (told["id"], root.id)


def test_in_a_crash_of_many_each_goes_on_from_there(
    world: World, at: StandIn, root: Person
) -> None:
    crash(world, root, "settle", dict(NOVA))
    people = {"candidates": [{**NAMED, "email": "mira@example.com"}, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [one["outcome"] for one in results] == ["created", "failed"]
    assert results[1]["message"].startswith("candidate_under_way: ")
    world.clock.advance(minutes=2)
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [one["outcome"] for one in results] == ["duplicate", "created"]
    assert len(at.candidates) == 2


def test_who_is_not_indexed_yet_is_known_all_the_same(
    world: World, at: StandIn, root: Person
) -> None:
    at.lag = timedelta(hours=1)
    known = added(world, root)
    refused = add(world, root, firstName="Somebody").must(409)
    assert f" {known}." in refused.json["message"]
    assert at.candidates[known]["First_Name"] == "Nova"


def test_who_was_added_by_hand_a_moment_ago_is_a_duplicate(
    world: World, at: StandIn, root: Person
) -> None:
    at.lag = timedelta(minutes=1)
    by_hand = at.add_candidate(First_Name="Nova", Last_Name="Reed", Email="NOVA@example.com")
    headers = key(world, root)
    refused = world.post(CANDIDATES, dict(NOVA), headers=headers).must(409)
    assert f" {by_hand}." in refused.json["message"]
    world.clock.advance(minutes=5)
    assert add(world, root).must(409).error == "candidate_exists"
    assert [one["source"] for one in listed(world, root)] == [None]


def test_who_was_there_before_a_lost_answer_is_no_creation(
    world: World, at: StandIn, root: Person
) -> None:
    by_hand = at.add_candidate(First_Name="Nova", Last_Name="Reed", Email=NOVA["email"])
    at.lag = timedelta(hours=1)
    world.clock.advance(minutes=30)
    at.misbehave(UPSERT, faults.breaks_late)
    assert f" {by_hand}." in add(world, root).must(409).json["message"]


@pytest.mark.parametrize("change", [{}, {"Email": "reed@example.com"}])
def test_who_is_gone_or_has_another_address_stands_in_nobodys_way(
    world: World, at: StandIn, root: Person, change: dict[str, str]
) -> None:
    known = added(world, root)
    if change:
        at.candidates[known].update(change)
    else:
        del at.candidates[known]
    at.add_opening("so that no number comes twice")
    fresh = added(world, root)
    assert fresh != known
    assert f" {fresh}." in add(world, root).must(409).json["message"]


def test_who_has_no_email_is_found_by_our_reference(
    world: World, at: StandIn, root: Person
) -> None:
    at.misbehave(INSERT, faults.breaks_late)
    made = world.post(CANDIDATES, NAMED, as_=root).must(201).data
    assert [*at.candidates] == [made["id"]]
    assert at.count(INSERT) == 1


def created(world: World, root: Person) -> Response:
    return world.post(CANDIDATES, NAMED, as_=root, headers=KEY)


@pytest.mark.parametrize("how", [faults.breaks_late, faults.hangs_up_late, faults.loses_items])
def test_who_is_in_doubt_is_not_sent_again_but_looked_for(
    world: World, at: StandIn, root: Person, how: zoho.Misbehaviour
) -> None:
    at.lag = timedelta(minutes=5)
    at.misbehave(INSERT, how)
    assert created(world, root).must(409).error == "outcome_unknown"
    assert created(world, root).must(409).error == "outcome_unknown"
    world.clock.advance(minutes=6)
    made = created(world, root).must(201).data
    assert ([*at.candidates], at.count(INSERT)) == ([made["id"]], 1)
    assert created(world, root).must(201).data == made


def test_who_is_missing_for_so_long_was_not_added_and_is_sent_again(
    world: World, at: StandIn, root: Person
) -> None:
    at.misbehave(INSERT, faults.breaks)
    for minutes in (0, 5, 5):
        world.clock.advance(minutes=minutes)
        assert created(world, root).must(409).error == "outcome_unknown"
    world.clock.advance(minutes=1)
    made = created(world, root).must(201).data
    assert ([*at.candidates], at.count(INSERT)) == ([made["id"]], 2)


def test_a_crash_without_an_email_is_gone_on_from_under_its_key(
    world: World, at: StandIn, root: Person
) -> None:
    crash(world, root, "settle", NAMED, **KEY)
    world.clock.advance(minutes=2)
    assert [created(world, root).must(201).data["id"]] == [*at.candidates]
    assert at.count(INSERT) == 1


def test_one_of_many_may_be_in_doubt(world: World, at: StandIn, root: Person) -> None:
    at.lag = timedelta(minutes=5)
    at.misbehave(INSERT, faults.breaks_late)
    people = {"candidates": [NAMED, dict(NOVA)]}
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [one["outcome"] for one in results] == ["failed", "created"]
    assert results[0]["message"].startswith("outcome_unknown: ")


def test_a_reference_that_is_taken_is_ours(world: World, at: StandIn, root: Person) -> None:
    made = at.add_candidate(First_Name="Mira", Last_Name="Hale")
    details = {"api_name": zoho.REFERENCE, "id": made}
    at.verdicts["Hale"] = zoho.refusal("DUPLICATE_DATA", details)
    assert created(world, root).must(201).data["id"] == made


def test_notes_that_serve_for_nothing_are_swept(world: World, at: StandIn, root: Person) -> None:
    at.misbehave(INSERT, faults.breaks)
    created(world, root).must(409)
    known = added(world, root)
    world.clock.advance(days=31)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        left = tx.rows(attempts_table.select())
    assert [row.candidate_id for row in left] == [known]


class TestWithoutAReference:
    """An account that has no field for it."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"zoho_reference_field": ""})

    def test_who_is_in_doubt_stays_so(self, world: World, at: StandIn, root: Person) -> None:
        at.misbehave(INSERT, faults.breaks_late)
        for _ in range(3):
            assert created(world, root).must(409).error == "outcome_unknown"
            world.clock.advance(hours=1)
            root = cast.root_again(world)
        assert (len(at.candidates), at.count(INSERT)) == (1, 1)
