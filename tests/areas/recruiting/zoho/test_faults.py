"""Whatever goes wrong with Zoho: it is told apart, and nobody is added twice or lost."""

from collections.abc import Sequence
from typing import Any

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.architecture import log_capture
from tests.areas.recruiting.agency import CANDIDATES, NOVA, OPENINGS, add, added, listed
from tests.servers import zoho
from tests.servers import zoho_faults as faults
from tests.servers.zoho import Misbehaviour, StandIn
from tests.world import Person, Response, World

TOKEN, SEARCH, UPSERT = "POST /oauth/v2/token", "GET /recruit/v2/Candidates/search", "/upsert"
ASSOCIATE, POSTINGS = "/actions/associate", "GET /recruit/v2/Job_Openings"
INSERT = "POST /recruit/v2/Candidates"
NAMED = {"firstName": "Mira", "lastName": "Hale"}

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


PASSING: Sequence[tuple[str, Misbehaviour]] = [
    *(
        (path, how)
        for path in (SEARCH, UPSERT, ASSOCIATE, POSTINGS)
        for how in (faults.breaks, faults.hangs_up, faults.forgets_the_token)
    ),
    *(
        (path, how)
        for path in (UPSERT, ASSOCIATE)
        for how in (faults.breaks_late, faults.hangs_up_late, faults.talks_nonsense)
    ),
    (SEARCH, faults.hangs),
    (UPSERT, faults.hangs_late),
    (UPSERT, faults.is_busy),
    (TOKEN, faults.hangs_up),
]


@pytest.mark.parametrize(("path", "how"), PASSING)
def test_a_passing_fault_is_not_noticed(
    world: World, at: StandIn, root: Person, path: str, how: Misbehaviour
) -> None:
    job = at.add_opening("Endodontist")
    at.misbehave(path, how)
    made = add(world, root, jobIds=[job]).must(201).data
    assert at.misbehaving == []
    assert [one["Email"] for one in at.candidates.values()] == [NOVA["email"]]
    assert at.associations == {(made["id"], job): "Associated"}
    assert made["source"] == root.email


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


@pytest.mark.parametrize(("path", "how", "status", "error"), LASTING)
def test_a_lasting_fault_is_told_and_passes_without_a_trace(
    world: World, at: StandIn, root: Person, path: str, how: Misbehaviour, status: int, error: str
) -> None:
    at.misbehave(path, how, times=9)
    refused = add(world, root).must(status)
    assert refused.error == error
    assert NOVA["email"] not in refused.body.decode()
    assert len(at.candidates) <= 1
    at.misbehaving.clear()
    world.clock.advance(minutes=1)
    made = add(world, root).must(201).data
    assert [*at.candidates] == [made["id"]]
    assert add(world, root).must(409).error == "candidate_exists"


def test_who_is_busy_says_for_how_long(world: World, at: StandIn, root: Person) -> None:
    at.misbehave(SEARCH, faults.is_busy_for_long)
    assert add(world, root).must(503).headers["retry-after"] == "42"


ELSEWHERE: Sequence[tuple[str, str, str]] = [
    ("GET", OPENINGS, POSTINGS),
    ("GET", CANDIDATES, "GET /recruit/v2/Candidates"),
    ("GET", f"{CANDIDATES}?search=nova", SEARCH),
    ("POST", f"{CANDIDATES}/bulk", SEARCH),
    ("GET", f"{CANDIDATES}/{{id}}/jobs", "/associate"),
    ("POST", f"{CANDIDATES}/{{id}}/jobs", ASSOCIATE),
]


@pytest.mark.parametrize(
    ("how", "error"),
    [
        (faults.is_busy_for_long, "recruiting_unavailable"),
        (faults.breaks, "recruiting_unavailable"),
        (faults.lacks_the_scope, "recruiting_not_connected"),
    ],
)
@pytest.mark.parametrize(("method", "path", "at_zoho"), ELSEWHERE)
def test_every_operation_says_that_zoho_does_not_answer(
    world: World,
    at: StandIn,
    root: Person,
    how: Misbehaviour,
    error: str,
    method: str,
    path: str,
    at_zoho: str,
) -> None:
    candidate, job = added(world, root), at.add_opening("Endodontist")
    body = {"candidates": [dict(NOVA)], "jobIds": [job]} if method == "POST" else None
    at.misbehave(at_zoho, how, times=9)
    refused = world.send(method, path.format(id=candidate), body, as_=root).must(503)
    assert refused.error == error
    assert "retry-after" in refused.headers


VERDICTS: Sequence[tuple[str, dict[str, Any], str, str]] = [
    ("INVALID_DATA", {"api_name": "Phone"}, "failed", "INVALID_DATA at Phone"),
    ("MANDATORY_NOT_FOUND", {"api_name": "Country"}, "failed", "MANDATORY_NOT_FOUND at Country"),
    ("DUPLICATE_DATA", {"api_name": "Phone", "id": "77"}, "failed", "DUPLICATE_DATA at Phone"),
    ("DUPLICATE_DATA", {"api_name": "Email", "id": "77"}, "duplicate", "already: 77."),
    ("<b>nova@example.com", {"api_name": "x y"}, "failed", "UNKNOWN at UNKNOWN"),
]


@pytest.mark.parametrize(("code", "details", "outcome", "told"), VERDICTS)
def test_what_zoho_says_of_one_of_many_is_told_of_that_one(
    world: World,
    at: StandIn,
    root: Person,
    code: str,
    details: dict[str, Any],
    outcome: str,
    told: str,
) -> None:
    at.verdicts["Odd"] = {**zoho.refusal(code, details), "message": "nova@example.com"}
    people = [
        {"firstName": "A", "lastName": "Odd", "email": "odd@example.com"},
        dict(NOVA),
        NAMED,
        {"firstName": "A", "lastName": "Odd", "email": "ODD@example.com"},
    ]
    answer = world.post(f"{CANDIDATES}/bulk", {"candidates": people}, as_=root).must(200)
    results = answer.data["results"]
    assert [one["outcome"] for one in results] == [outcome, "created", "created", outcome]
    for odd in (results[0], results[3]):
        assert (told in odd["message"], odd["candidate"]) == (True, None)
        assert "nova" not in odd["message"]
    if outcome == "failed":
        assert results[0]["message"].startswith("candidate_refused: ")
    at.verdicts.clear()
    world.post(CANDIDATES, people[0], as_=root).must(201)


def test_who_is_locked_is_tried_again_for_a_while(world: World, at: StandIn, root: Person) -> None:
    at.locked["Reed"] = 1
    known = added(world, root)
    assert (at.count(UPSERT), at.locked["Reed"]) == (2, 0)
    at.locked["Hale"] = 9
    people = {"candidates": [{**NAMED, "email": "mira@example.com"}, {**NOVA, "email": "n@x.org"}]}
    results = world.post(f"{CANDIDATES}/bulk", people, as_=root).must(200).data["results"]
    assert [one["outcome"] for one in results] == ["failed", "created"]
    assert results[0]["message"].startswith("recruiting_unavailable: ")
    assert known in at.candidates


def test_the_log_tells_an_operator_and_holds_nobodys_data(
    world: World, at: StandIn, root: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.verdicts["Reed"] = {**zoho.refusal("INVALID_DATA", {"api_name": NOVA["email"]})}
    hows = (faults.breaks, faults.refuses, faults.lacks_the_scope, faults.hangs_up)
    answers: list[Response] = []
    with log_capture.capture_log(monkeypatch) as written:
        for path, how in [(path, how) for path in (SEARCH, UPSERT) for how in hows]:
            at.misbehave(path, how, times=3)
            answers.append(add(world, root))
            at.misbehaving.clear()
        at.tokens.clear()
        at.misbehave(TOKEN, faults.refuses_tokens)
        answers += [add(world, root), world.get(f"{CANDIDATES}?search=nova", as_=root)]
    assert {answer.status for answer in answers} == {409, 422, 503}
    secrets = [zoho.SECRET, zoho.REFRESH, zoho.CLIENT, "1000.access", NOVA["email"], "nova", "reed"]
    assert log_capture.lines_with(written, *secrets) == []
    text = written.getvalue()
    assert "BRIDGEWORK_ZOHO_API_URL" in text
    assert "BRIDGEWORK_ZOHO_CLIENT_ID" in text


class TestWithoutFields:
    """An account that has no fields of ours."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"zoho_reference_field": ""})

    def test_what_zoho_has_no_field_for_is_kept_here(
        self, world: World, at: StandIn, root: Person
    ) -> None:
        made = add(world, root, openToWork=True).must(201).data
        (there,) = at.candidates.values()
        assert {"Open_to_Work", zoho.REFERENCE}.isdisjoint(there)
        assert [one["openToWork"] for one in (made, *listed(world, root))] == [True, True]
        at.add_candidate(First_Name="By", Last_Name="Hand", Email="hand@example.com")
        told = {one["lastName"]: one for one in listed(world, root)}
        assert (told["Hand"]["openToWork"], told["Hand"]["source"]) == (False, None)


class TestWithFields:
    """An account with a field for everything."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        names = {"zoho_network_field": "LinkedIn", "zoho_open_to_work_field": "Open_to_Work"}
        return settings.model_copy(update=names)

    def test_it_is_kept_there(self, world: World, at: StandIn, root: Person) -> None:
        add(world, root, openToWork=True, professionalNetworkUrl="n.example/nova").must(201)
        (there,) = at.candidates.values()
        assert (there["Open_to_Work"], there["LinkedIn"]) == (True, "n.example/nova")
        there["Open_to_Work"] = False
        assert [one["openToWork"] for one in listed(world, root)] == [False]
