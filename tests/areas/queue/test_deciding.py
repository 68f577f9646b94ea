"""One decision on several items: each as by its own operation, with an outcome for each."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from tests import cast, make
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.queue import waiting
from tests.areas.queue.test_claims import claim, second_administrator
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, Response, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
REASON = "A reason."
POSSIBLE: Mapping[str, Sequence[str]] = {
    "expert": ("verify", "disable"),
    "candidate": ("verify", "disable"),
    "vendor": ("verify", "disable"),
    "role": ("approve", "reject"),
    "job": ("approve", "reject"),
    "role_changed": ("confirm", "reverse"),
    "identity_changed": ("confirm", "reverse"),
    "consultation": ("decline",),
    "event_request": ("approve", "reject"),
    "report": ("keep", "hide"),
    "email": ("retry",),
}
PAIRS = [(kind, decision) for kind, decisions in POSSIBLE.items() for decision in decisions]
AUDITED: Mapping[tuple[str, str], str] = {
    **{(kind, "verify"): "account.change" for kind in ("expert", "candidate", "vendor")},
    **{(kind, "disable"): "account.disable" for kind in ("expert", "candidate", "vendor")},
    ("role", "approve"): "role.approve",
    ("role", "reject"): "role.reject",
    ("job", "approve"): "job.approve",
    ("job", "reject"): "job.reject",
    ("role_changed", "confirm"): "role.confirm_change",
    ("role_changed", "reverse"): "role.reverse_change",
    ("identity_changed", "confirm"): "account.confirm_change",
    ("identity_changed", "reverse"): "account.reverse_change",
    ("consultation", "decline"): "consultation.decide",
    ("event_request", "approve"): "event_request.approve",
    ("event_request", "reject"): "event_request.reject",
    ("report", "keep"): "report.keep",
    ("report", "hide"): "report.hide",
    ("email", "retry"): "email.retry",
}


def decide(
    world: World, person: Person, decision: str, *items: tuple[str, str], **members: Any
) -> Response:
    keys = [{"kind": kind, "id": item_id} for kind, item_id in items]
    body = {"items": keys, "decision": decision, "reason": REASON, **members}
    return world.post("/admin/queue/decide", body, as_=person)


def outcomes(response: Response) -> list[str]:
    """Return the error of each item, or its outcome without an error."""
    return [one["error"] or one["outcome"] for one in response.must(200).data["results"]]


def actions(world: World, root: Person) -> list[str]:
    """Return the audited actions, newest first."""
    entries = world.get("/admin/logs?limit=100", as_=root).must(200).data["items"]
    return [entry["action"] for entry in entries]


def test_only_administrators_decide(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403)):
        decide(world, person, "approve", ("role", role)).must(status)


@pytest.mark.parametrize(("kind", "decision"), PAIRS)
@pytest.mark.postgresql("transactions in a thread")
def test_a_decision_has_the_effect_and_the_entry_of_its_operation(
    world: World, kind: str, decision: str
) -> None:
    people = waiting.people(world)
    item_id = waiting.CREATE[kind](world, people)
    [result] = decide(world, people.root, decision, (kind, item_id)).must(200).data["results"]
    assert result == {
        "kind": kind, "id": item_id, "outcome": "decided", "error": None, "message": None,
        "decision": None, "decidedBy": None, "decidedAt": None,
    }  # fmt: skip
    assert waiting.keys(world, people.root) == []
    assert actions(world, people.root)[0] == AUDITED[kind, decision]


def test_the_owner_gets_the_reason_by_email(world: World) -> None:
    people = waiting.people(world)
    role, job = desk.post(world, people.ben), board.post(world, people.ben)
    before = len(world.mail())
    decide(world, people.root, "reject", ("role", role), ("job", job)).must(200)
    sent = [message for message in world.mail()[before:] if message["to"] == people.ben.email]
    assert len(sent) == 2
    assert all(REASON in str(message.get_body(("plain",))) for message in sent)


def test_each_item_has_an_outcome_and_a_failed_one_stops_no_other(world: World) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    roles = [desk.post(world, people.ben) for _ in range(4)]
    world.post(f"/admin/roles/{roles[1]}/approve", {}, as_=people.root).must(200)
    claim(world, rita, roles[2]).must(200)
    claim(world, people.root, roles[3]).must(200)
    items = [("role", role) for role in (roles[0], roles[1], roles[2], UNKNOWN_ID, roles[3])]
    response = decide(world, people.root, "approve", *items)
    assert outcomes(response) == [
        "decided",
        "queue_item_not_found",
        "queue_item_claimed",
        "queue_item_not_found",
        "decided",
    ]
    assert [one["id"] for one in response.data["results"]] == [item_id for _, item_id in items]
    assert waiting.keys(world, people.root) == [("role", roles[2])]


def test_an_item_that_is_named_twice_is_decided_once(world: World) -> None:
    people = waiting.people(world)
    account = make.account(world, vendors_role="vendor")
    twice = decide(world, people.root, "verify", *[("vendor", account)] * 2)
    assert outcomes(twice) == ["decided", "queue_item_not_found"]


def test_the_reports_of_one_post_are_decided_together(world: World) -> None:
    people = waiting.people(world)
    report = waiting.CREATE["report"](world, people)
    [item] = waiting.read(world, people.root)["items"]
    other = bench.report(world, cast.ada(world), "post", item["subject"]["id"])
    response = decide(world, people.root, "keep", ("report", report), ("report", other))
    assert outcomes(response) == ["decided", "queue_item_not_found"]


def test_the_error_of_the_operation_is_the_outcome(world: World) -> None:
    people = waiting.people(world)
    post = waiting.CREATE["report"](world, people)
    [item] = waiting.read(world, people.root)["items"]
    world.delete(f"/feed/posts/{item['subject']['id']}", as_=people.root).must(200)
    response = decide(world, people.root, "hide", ("report", post))
    [result] = response.must(200).data["results"]
    assert (result["outcome"], result["error"]) == ("failed", "invalid_transition")
    assert "only to keep" in result["message"]
    assert waiting.keys(world, people.root) == [("report", post)]


def test_a_decision_that_one_kind_does_not_have_decides_nothing(world: World) -> None:
    people = waiting.people(world)
    created = [(kind, waiting.CREATE[kind](world, people)) for kind in waiting.CREATE]
    for decision in {one for decisions in POSSIBLE.values() for one in decisions}:
        refused = decide(world, people.root, decision, *created).must(422)
        assert refused.faults == {
            f"items[{number}].kind": "decision_not_possible"
            for number, (kind, _) in enumerate(created)
            if decision not in POSSIBLE[kind]
        }
    assert len(waiting.keys(world, people.root)) == len(created)


@pytest.mark.parametrize(("kind", "decision"), PAIRS)
def test_a_reason_is_required_where_the_operation_requires_one(
    world: World, kind: str, decision: str
) -> None:
    people = waiting.people(world)
    keys = [{"kind": kind, "id": UNKNOWN_ID}]
    response = world.post(
        "/admin/queue/decide", {"items": keys, "decision": decision}, as_=people.root
    )
    needs_reason = decision in {"disable", "keep", "hide"} or kind == "event_request"
    if needs_reason and decision != "approve":
        assert response.must(422).faults == {"reason": "required"}
    else:
        assert outcomes(response) == ["queue_item_not_found"]


def test_invalid_requests_are_refused(world: World) -> None:
    root = waiting.people(world).root
    decide(world, root, "approve").must(422)
    decide(world, root, "approve", *[("role", UNKNOWN_ID)] * 101).must(422)
    decide(world, root, "verify", *[("expert", UNKNOWN_ID)] * 100).must(200)
    decide(world, root, "close", ("role", UNKNOWN_ID)).must(422)
    decide(world, root, "approve", ("user", UNKNOWN_ID)).must(422)


@pytest.mark.postgresql("concurrent decisions")
def test_of_concurrent_decisions_on_the_same_postings_one_succeeds_for_each(
    world: World, neighbour: World
) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    jobs = [board.post(world, people.ben) for _ in range(6)]
    keys = [{"kind": "job", "id": job} for job in jobs]
    sent = [
        partial(
            node.sending,
            "POST",
            "/admin/queue/decide",
            {"items": items, "decision": decision},
            as_=person,
        )
        for node, person, items, decision in (
            (world, people.root, keys, "approve"),
            (neighbour, rita, keys[::-1], "reject"),
        )
    ]
    decided = [
        one["id"]
        for response in world.together(sent)
        for one in response.must(200).data["results"]
        if one["outcome"] == "decided"
    ]
    assert sorted(decided) == sorted(jobs)
    assert waiting.keys(world, people.root) == []


@pytest.mark.parametrize("kind", ["role", "job"])
def test_a_posting_that_its_owner_changed_after_it_was_read_is_not_decided(
    world: World, kind: str
) -> None:
    people = waiting.people(world)
    posting = waiting.CREATE[kind](world, people)
    [read] = waiting.read(world, people.root)["items"]
    edit = {"roleNeeded": "Another position"}
    world.patch(f"/{kind}s/{posting}", edit, as_=people.ben).must(200)
    stale = {"kind": kind, "id": posting, "version": read["version"]}
    refused = decide(world, people.root, "approve", items=[stale])
    assert outcomes(refused) == ["precondition_failed"]
    [item] = waiting.read(world, people.root)["items"]
    assert item["title"] == "Another position"
    current = {**stale, "version": item["version"]}
    assert outcomes(decide(world, people.root, "approve", items=[current])) == ["decided"]


def tag_of(item: Mapping[str, Any]) -> str:
    return f'"{item["version"]}-{0:016}"'


def test_the_version_of_an_item_is_accepted_as_if_match(world: World) -> None:
    people = waiting.people(world)
    job = board.post(world, people.ben)
    [read] = waiting.read(world, people.root)["items"]
    world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.ben).must(200)
    approve = partial(world.post, f"/admin/jobs/{job}/approve", {}, as_=people.root)
    approve(headers={"If-Match": tag_of(read)}).must(412)
    [item] = waiting.read(world, people.root)["items"]
    approve(headers={"If-Match": tag_of(item)}).must(200)


@pytest.mark.postgresql("an edit and a decision at once")
def test_an_edit_and_a_decision_at_once_never_approve_a_text_that_was_not_read(
    world: World, neighbour: World
) -> None:
    people = waiting.people(world)
    jobs = [board.post(world, people.ben) for _ in range(6)]
    versions = {item["id"]: item["version"] for item in waiting.read(world, people.root)["items"]}
    items = [{"kind": "job", "id": job, "version": versions[job]} for job in jobs]
    approve = {"items": items, "decision": "approve"}
    edit = {"roleNeeded": "Never read"}
    edits = [
        partial(neighbour.sending, "PATCH", f"/jobs/{job}", edit, as_=people.ben) for job in jobs
    ]
    sent = [partial(world.sending, "POST", "/admin/queue/decide", approve, as_=people.root), *edits]
    decided, *edited = world.together(sent)
    assert {response.status for response in edited} == {200}
    assert set(outcomes(decided)) <= {"decided", "precondition_failed"}
    # An edit of an approved job sets it to pending again.
    found = [world.get(f"/jobs/{job}", as_=people.ben).must(200).data for job in jobs]
    assert {(one["roleNeeded"], one["status"]) for one in found} == {("Never read", "pending")}
