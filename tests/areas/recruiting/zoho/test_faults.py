"""Faults of Zoho are distinguished, and no candidate is duplicated or lost."""

from collections.abc import Sequence
from typing import Any

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.architecture import log_capture
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    MIRA,
    NOVA,
    OPENINGS,
    create_candidate,
    list_candidates,
    post_candidate,
)
from tests.lanes import first_fast
from tests.servers import zoho
from tests.servers import zoho_faults as faults
from tests.servers.zoho import Misbehaviour, StandIn
from tests.world import Person, Response, World

TOKEN, SEARCH, UPSERT = "POST /oauth/v2/token", "GET /recruit/v2/Candidates/search", "/upsert"
ASSOCIATE, POSTINGS = "/actions/associate", "GET /recruit/v2/Job_Openings"
INSERT = "POST /recruit/v2/Candidates"

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


TEMPORARY: Sequence[tuple[str, Misbehaviour]] = [
    *(
        (path, misbehaviour)
        for path in (SEARCH, UPSERT, ASSOCIATE, POSTINGS)
        for misbehaviour in (faults.breaks, faults.hangs_up, faults.forgets_the_token)
    ),
    *(
        (path, misbehaviour)
        for path in (UPSERT, ASSOCIATE)
        for misbehaviour in (faults.breaks_late, faults.hangs_up_late, faults.talks_nonsense)
    ),
    (SEARCH, faults.hangs),
    (UPSERT, faults.hangs_late),
    (UPSERT, faults.is_busy),
    (TOKEN, faults.hangs_up),
]


@pytest.mark.parametrize(
    ("path", "misbehaviour"), first_fast(TEMPORARY, "each fault of each request")
)
def test_a_temporary_fault_is_retried(
    world: World, at: StandIn, root: Person, path: str, misbehaviour: Misbehaviour
) -> None:
    job = at.add_opening("Endodontist")
    at.misbehave(path, misbehaviour)
    created = post_candidate(world, root, jobIds=[job]).must(201).data
    assert at.misbehaving == []
    assert [candidate["Email"] for candidate in at.candidates.values()] == [NOVA["email"]]
    assert at.associations == {(created["id"], job): "Associated"}
    assert created["source"] == root.email


LASTING: Sequence[tuple[str, Misbehaviour, int, str]] = [
    (SEARCH, faults.breaks, 503, "recruiting_unavailable"),
    (SEARCH, faults.is_busy_for_long, 503, "recruiting_unavailable"),
    (SEARCH, faults.is_busy_without_a_word, 503, "recruiting_unavailable"),
    (SEARCH, faults.never_ends, 503, "recruiting_unavailable"),
    (SEARCH, faults.rejects_every_token, 503, "recruiting_not_connected"),
    (SEARCH, faults.lacks_the_scope, 503, "recruiting_not_connected"),
    (SEARCH, faults.redirects, 503, "recruiting_not_connected"),
    (SEARCH, faults.refuses, 503, "recruiting_not_connected"),
    (TOKEN, faults.refuses_tokens, 503, "recruiting_not_connected"),
    (TOKEN, faults.throttles_tokens, 503, "recruiting_unavailable"),
    (TOKEN, faults.breaks, 503, "recruiting_unavailable"),
    (UPSERT, faults.is_busy_for_long, 503, "recruiting_unavailable"),
    (UPSERT, faults.lacks_the_scope, 503, "recruiting_not_connected"),
    (UPSERT, faults.refuses, 422, "candidate_refused"),
    (UPSERT, faults.breaks, 409, "outcome_unknown"),
    (UPSERT, faults.breaks_late, 409, "outcome_unknown"),
    (UPSERT, faults.loses_items, 409, "outcome_unknown"),
]


@pytest.mark.parametrize(("path", "misbehaviour", "status", "error"), LASTING)
def test_a_lasting_fault_is_reported_and_leaves_no_duplicate(
    world: World,
    at: StandIn,
    root: Person,
    path: str,
    misbehaviour: Misbehaviour,
    status: int,
    error: str,
) -> None:
    at.misbehave(path, misbehaviour, times=9)
    refused = post_candidate(world, root).must(status)
    assert refused.error == error
    assert NOVA["email"] not in refused.body.decode()
    assert len(at.candidates) <= 1
    at.misbehaving.clear()
    world.clock.advance(minutes=1)
    created = post_candidate(world, root).must(201).data
    assert [*at.candidates] == [created["id"]]
    assert post_candidate(world, root).must(409).error == "candidate_exists"


def test_the_retry_after_of_zoho_is_passed_on(world: World, at: StandIn, root: Person) -> None:
    at.misbehave(SEARCH, faults.is_busy_for_long)
    assert post_candidate(world, root).must(503).headers["retry-after"] == "42"


OPERATIONS: Sequence[tuple[str, str, str]] = [
    ("GET", OPENINGS, POSTINGS),
    ("GET", CANDIDATES, "GET /recruit/v2/Candidates"),
    ("GET", f"{CANDIDATES}?search=nova", SEARCH),
    ("POST", f"{CANDIDATES}/bulk", SEARCH),
    ("GET", f"{CANDIDATES}/{{id}}/jobs", "/associate"),
    ("POST", f"{CANDIDATES}/{{id}}/jobs", ASSOCIATE),
]


@pytest.mark.parametrize(
    ("misbehaviour", "error"),
    [
        (faults.is_busy_for_long, "recruiting_unavailable"),
        (faults.breaks, "recruiting_unavailable"),
        (faults.lacks_the_scope, "recruiting_not_connected"),
    ],
)
@pytest.mark.parametrize(("method", "path", "zoho_path"), first_fast(OPERATIONS, "each operation"))
def test_every_operation_reports_that_zoho_is_unavailable(
    world: World,
    at: StandIn,
    root: Person,
    misbehaviour: Misbehaviour,
    error: str,
    method: str,
    path: str,
    zoho_path: str,
) -> None:
    candidate, job = create_candidate(world, root), at.add_opening("Endodontist")
    body = {"candidates": [dict(NOVA)], "jobIds": [job]} if method == "POST" else None
    at.misbehave(zoho_path, misbehaviour, times=9)
    refused = world.send(method, path.format(id=candidate), body, as_=root).must(503)
    assert refused.error == error
    assert "retry-after" in refused.headers


VERDICTS: Sequence[tuple[str, dict[str, Any], str, str]] = [
    ("INVALID_DATA", {"api_name": "Phone"}, "failed", "INVALID_DATA in Phone"),
    ("MANDATORY_NOT_FOUND", {"api_name": "Country"}, "failed", "MANDATORY_NOT_FOUND in Country"),
    ("DUPLICATE_DATA", {"api_name": "Phone", "id": "77"}, "failed", "DUPLICATE_DATA in Phone"),
    ("DUPLICATE_DATA", {"api_name": "Email", "id": "77"}, "duplicate", "already exists: 77."),
    ("<b>nova@example.com", {"api_name": "x y"}, "failed", "UNKNOWN in UNKNOWN"),
]


@pytest.mark.parametrize(("code", "details", "outcome", "text"), VERDICTS)
def test_an_error_of_one_candidate_is_reported_for_that_candidate(
    world: World,
    at: StandIn,
    root: Person,
    code: str,
    details: dict[str, Any],
    outcome: str,
    text: str,
) -> None:
    at.verdicts["Odd"] = {**zoho.refusal(code, details), "message": "nova@example.com"}
    people = [
        {"firstName": "A", "lastName": "Odd", "email": "odd@example.com"},
        dict(NOVA),
        MIRA,
        {"firstName": "A", "lastName": "Odd", "email": "ODD@example.com"},
    ]
    response = world.post(f"{CANDIDATES}/bulk", {"candidates": people}, as_=root).must(200)
    results = response.data["results"]
    assert [result["outcome"] for result in results] == [outcome, "created", "created", outcome]
    for odd in (results[0], results[3]):
        assert (text in odd["message"], odd["candidate"]) == (True, None)
        assert "nova" not in odd["message"]
    if outcome == "failed":
        assert results[0]["message"].startswith("candidate_refused: ")
    at.verdicts.clear()
    world.post(CANDIDATES, people[0], as_=root).must(201)


def test_a_locked_candidate_is_retried_for_a_limited_time(
    world: World, at: StandIn, root: Person
) -> None:
    at.locked["Reed"] = 1
    known = create_candidate(world, root)
    assert (at.count(UPSERT), at.locked["Reed"]) == (2, 0)
    at.locked["Hale"] = 9
    people = {"candidates": [{**MIRA, "email": "mira@example.com"}, {**NOVA, "email": "n@x.org"}]}
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [result["outcome"] for result in results] == ["failed", "created"]
    assert results[0]["message"].startswith("recruiting_unavailable: ")
    assert known in at.candidates


def test_the_log_names_the_settings_and_contains_no_personal_data(
    world: World, at: StandIn, root: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.verdicts["Reed"] = {**zoho.refusal("INVALID_DATA", {"api_name": NOVA["email"]})}
    hows = (faults.breaks, faults.refuses, faults.lacks_the_scope, faults.hangs_up)
    responses: list[Response] = []
    with log_capture.capture_log(monkeypatch) as written:
        for path, misbehaviour in [
            (path, misbehaviour) for path in (SEARCH, UPSERT) for misbehaviour in hows
        ]:
            at.misbehave(path, misbehaviour, times=3)
            responses.append(post_candidate(world, root))
            at.misbehaving.clear()
        at.tokens.clear()
        at.misbehave(TOKEN, faults.refuses_tokens)
        responses += [post_candidate(world, root), world.get(f"{CANDIDATES}?search=nova", as_=root)]
    assert {response.status for response in responses} == {409, 422, 503}
    secrets = [zoho.SECRET, zoho.REFRESH, zoho.CLIENT, "1000.access", NOVA["email"], "nova", "reed"]
    assert log_capture.lines_with(written, *secrets) == []
    text = written.getvalue()
    assert "BRIDGEWORK_ZOHO_API_URL" in text
    assert "BRIDGEWORK_ZOHO_CLIENT_ID" in text


class TestWithoutFields:
    """A Zoho account without custom fields."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"zoho_reference_field": ""})

    def test_a_value_without_a_zoho_field_is_stored_in_the_database(
        self, world: World, at: StandIn, root: Person
    ) -> None:
        created = post_candidate(world, root, openToWork=True).must(201).data
        (record,) = at.candidates.values()
        assert {"Open_to_Work", zoho.REFERENCE}.isdisjoint(record)
        assert [
            candidate["openToWork"] for candidate in (created, *list_candidates(world, root))
        ] == [True, True]
        at.add_candidate(First_Name="By", Last_Name="Hand", Email="hand@example.com")
        by_name = {candidate["lastName"]: candidate for candidate in list_candidates(world, root)}
        assert (by_name["Hand"]["openToWork"], by_name["Hand"]["source"]) == (False, None)


class TestWithFields:
    """A Zoho account with a custom field for every member."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        names = {"zoho_network_field": "LinkedIn", "zoho_open_to_work_field": "Open_to_Work"}
        return settings.model_copy(update=names)

    def test_a_value_with_a_zoho_field_is_stored_in_zoho(
        self, world: World, at: StandIn, root: Person
    ) -> None:
        post_candidate(world, root, openToWork=True, professionalNetworkUrl="n.example/nova").must(
            201
        )
        (record,) = at.candidates.values()
        assert (record["Open_to_Work"], record["LinkedIn"]) == (True, "n.example/nova")
        record["Open_to_Work"] = False
        assert [candidate["openToWork"] for candidate in list_candidates(world, root)] == [False]
