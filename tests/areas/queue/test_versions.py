"""Decisions about the version that was read, and who decided before."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from tests import cast, make
from tests.areas.feed.feed_requests import post as create_post
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.queue import waiting
from tests.areas.queue.test_claims import second_administrator
from tests.areas.queue.test_deciding import decide, outcomes, tag_of
from tests.areas.roles import desk
from tests.world import Person, Response, World

Request = tuple[str, str, Any]
"""The method, the path and the body of a decision on the item with the ID {id}."""

STALE = {"If-Match": '"0-0000000000000000"'}
REASON = {"reason": "A reason."}
SCHEDULED = {"status": "scheduled", "startAt": "2027-03-01T10:00:00Z", "location": "Room 4"}
DISABLE: Request = ("POST", "/admin/users/{id}/disable", REASON)
DECISIONS: Mapping[str, tuple[Request, Request]] = {
    "expert": (("PATCH", "/admin/users/{id}", {"verificationTier": "verified"}), DISABLE),
    "candidate": (("PATCH", "/admin/users/{id}", {"jobsVerificationTier": "verified"}), DISABLE),
    "vendor": (("PATCH", "/admin/vendors/{id}", {"vendorsVerificationTier": "pro"}), DISABLE),
    "role": (("POST", "/admin/roles/{id}/approve", {}), ("POST", "/admin/roles/{id}/reject", {})),
    "job": (("POST", "/admin/jobs/{id}/approve", {}), ("POST", "/admin/jobs/{id}/reject", {})),
    **{
        kind: (
            ("POST", f"/admin/queue/{kind}/{{id}}/confirm", None),
            ("POST", f"/admin/queue/{kind}/{{id}}/reverse", {}),
        )
        for kind in ("role_changed", "identity_changed")
    },
    "consultation": (
        ("PATCH", "/admin/consultations/{id}", SCHEDULED),
        ("PATCH", "/admin/consultations/{id}", {"status": "declined"}),
    ),
    "event_request": (
        ("POST", "/admin/calendar/submissions/{id}/approve", None),
        ("POST", "/admin/calendar/submissions/{id}/reject", REASON),
    ),
    "report": (
        ("POST", "/admin/reports/{id}/decide", {**REASON, "decision": "keep"}),
        ("POST", "/admin/reports/{id}/decide", {**REASON, "decision": "hide"}),
    ),
    "email": (("POST", "/admin/emails/{id}/retry", None),) * 2,
}
"""Two decisions on an item of each kind, of which only one can be made."""
READS = {
    **dict.fromkeys(("expert", "candidate", "vendor"), "/admin/users/{id}/profile"),
    "role": "/roles/{id}",
    "job": "/jobs/{id}",
    "role_changed": "/admin/queue/role_changed/{id}/change",
    "identity_changed": "/admin/queue/identity_changed/{id}/change",
    "consultation": "/consultations/{id}",
    "event_request": "/admin/calendar/submissions/{id}",
    "report": "/admin/reports/{id}",
    "email": "/admin/emails/{id}",
}
"""Where an administrator reads an item of each kind."""
ACCOUNTS = {"expert", "candidate", "vendor"}

of_each_kind = pytest.mark.parametrize("kind", DECISIONS)


def item_of(world: World, root: Person, item_id: str) -> Any:
    """Return an item of the queue."""
    items = waiting.read(world, root)["items"]
    return next(item for item in items if item["id"] == item_id)


def sending(world: World, person: Person, request: Request, item: Any) -> Any:
    """Return the function that sends a decision about an item of the queue."""
    method, path, body = request
    path, headers = path.format(id=item["id"]), {"If-Match": tag_of(item)}
    return partial(world.sending, method, path, body, as_=person, headers=headers)


def send(world: World, person: Person, request: Request, item_id: str, **how: Any) -> Response:
    method, path, body = request
    return world.send(method, path.format(id=item_id), body, as_=person, **how)


def must_name(body: Mapping[str, Any], person: Person) -> None:
    """Check that a refusal names who decided, and when."""
    assert body["decidedBy"]["id"] == person.id
    assert body["decidedBy"]["name"]
    assert body["decidedAt"].endswith("Z")
    assert body["decision"]


@of_each_kind
def test_the_etag_of_a_record_is_the_version_in_the_queue(world: World, kind: str) -> None:
    people = waiting.people(world)
    item_id = waiting.CREATE[kind](world, people)
    version = item_of(world, people.root, item_id)["version"]
    read = world.get(READS[kind].format(id=item_id), as_=people.root).must(200)
    assert read.headers["etag"].startswith(f'"{version}-')
    for request in DECISIONS[kind]:
        send(world, people.root, request, item_id, headers=STALE).must(412)
    headers = {"If-Match": read.headers["etag"]}
    send(world, people.root, DECISIONS[kind][0], item_id, headers=headers).must(200)


@pytest.mark.parametrize("kind", sorted(DECISIONS.keys() - {"role_changed"}))
def test_a_refusal_of_a_stale_decision_has_null_before_the_first_one(
    world: World, kind: str
) -> None:
    people = waiting.people(world)
    item_id = waiting.CREATE[kind](world, people)
    for request in DECISIONS[kind]:
        refused = send(world, people.root, request, item_id, headers=STALE).must(412).json
        assert refused["error"] == "precondition_failed"
        assert [refused[name] for name in ("decision", "decidedBy", "decidedAt")] == [None] * 3
    assert waiting.keys(world, people.root) == [(kind, item_id)]


@of_each_kind
@pytest.mark.postgresql("concurrent decisions")
def test_of_two_administrators_at_once_the_second_reads_who_decided(
    world: World, neighbour: World, kind: str
) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    item = item_of(world, people.root, waiting.CREATE[kind](world, people))
    first, second = DECISIONS[kind]
    sent = [
        sending(world, people.root, first, item),
        sending(neighbour, rita, second, item),
    ]
    answers = world.together(sent)
    (refused,) = (answer for answer in answers if answer.status != 200)
    winner = rita if answers[0] is refused else people.root
    assert refused.status in {409, 412}
    must_name(refused.json, winner)


@pytest.mark.parametrize("kind", sorted(DECISIONS.keys() - ACCOUNTS))
def test_what_was_decided_is_a_409_that_names_who_decided(world: World, kind: str) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    item_id = waiting.CREATE[kind](world, people)
    send(world, rita, DECISIONS[kind][1], item_id).must(200)
    refused = send(world, people.root, DECISIONS[kind][0], item_id).must(409).json
    assert refused["error"] == "invalid_transition"
    must_name(refused, rita)


@of_each_kind
def test_the_outcome_of_an_item_that_was_decided_names_who_decided(world: World, kind: str) -> None:
    people, rita = waiting.people(world), second_administrator(world)
    item = item_of(world, people.root, waiting.CREATE[kind](world, people))
    named = {name: item[name] for name in ("kind", "id", "version")}
    send(world, rita, DECISIONS[kind][1], item["id"]).must(200)
    decision = {"consultation": "decline", "report": "keep", "email": "retry"}.get(kind)
    decision = decision or ("confirm" if kind.endswith("_changed") else None)
    decision = decision or ("verify" if kind in ACCOUNTS else "approve")
    refused = decide(world, people.root, decision, items=[named])
    assert outcomes(refused) == ["queue_item_not_found"]
    must_name(refused.data["results"][0], rita)


def _job(world: World) -> str:
    return board.post_approved(world, board.sign_up_all(world))


def _role(world: World) -> str:
    return desk.post_active(world, desk.sign_up_all(world))


def _job_application(world: World) -> str:
    people = board.sign_up_all(world)
    return board.apply(world, board.post_approved(world, people), people.cyrus)


OF_BOTH: Mapping[str, tuple[Callable[[World], str], Request, Request]] = {
    "close a job": (_job, *(("POST", "/jobs/{id}/close", None),) * 2),
    "close a role": (_role, *(("POST", "/roles/{id}/close", None),) * 2),
    "change the status of a role": (
        _role,
        ("PATCH", "/roles/{id}", {"status": "closed"}),
        ("PATCH", "/roles/{id}", {"status": "filled"}),
    ),
    "decide an application to a job": (
        _job_application,
        ("PATCH", "/jobs/applications/{id}", {"status": "declined"}),
        ("PATCH", "/jobs/applications/{id}", {"status": "reviewing"}),
    ),
}
"""Decisions of owners and administrators: what makes the record, a decision, and one that is closed
afterwards."""
EDITED: Mapping[str, tuple[Callable[[World], str], Request]] = {
    "change a job": (_job, ("PATCH", "/admin/jobs/{id}", {"companyName": "Another"})),
    "close a job": (_job, ("POST", "/jobs/{id}/close", None)),
    "change a role": (_role, ("PATCH", "/roles/{id}", {"companyName": "Another"})),
    "close a role": (_role, ("POST", "/roles/{id}/close", None)),
    "delete a role": (_role, ("DELETE", "/roles/{id}", None)),
}
"""What an administrator does about the version of a posting."""


@pytest.mark.parametrize("what", OF_BOTH)
def test_what_another_administrator_has_decided_for_an_owner_is_named(
    world: World, what: str
) -> None:
    make_record, first, second = OF_BOTH[what]
    record = make_record(world)
    root, rita = cast.root_again(world), second_administrator(world)
    send(world, rita, first, record).must(200)
    refused = send(world, root, second, record).must(409).json
    assert refused["error"] == "invalid_transition"
    must_name(refused, rita)


@pytest.mark.parametrize("what", EDITED)
def test_a_change_about_a_former_version_names_who_decided(world: World, what: str) -> None:
    make_record, request = EDITED[what]
    record = make_record(world)
    root, rita = cast.root_again(world), second_administrator(world)
    path = f"/{'jobs' if 'job' in what else 'roles'}/{record}"
    read = world.get(path, as_=root).must(200).headers["etag"]
    edit = {"companyName": "Of Rita"}
    world.patch(f"/admin{path}" if "job" in what else path, edit, as_=rita).must(200)
    refused = send(world, root, request, record, headers={"If-Match": read}).must(412).json
    must_name(refused, rita)


@pytest.mark.parametrize("what", ["close a job", "close a role"])
def test_an_owner_does_not_read_which_administrator_decided(world: World, what: str) -> None:
    make_record, first, second = OF_BOTH[what]
    record = make_record(world)
    owner = cast.sign_in(world, "carla@example.com" if "job" in what else "ben@example.com")
    send(world, second_administrator(world), first, record).must(200)
    for how, status in (({}, 409), ({"headers": STALE}, 412)):
        refused = send(world, owner, second, record, **how).must(status).json
        assert [refused[name] for name in ("decision", "decidedBy", "decidedAt")] == [None] * 3


def test_an_account_in_the_queue_for_two_platforms_is_verified_on_both_at_once(
    world: World,
) -> None:
    root = waiting.people(world).root
    account = str(make.account(world, vendors_role="vendor", jobs_role="candidate"))
    items = waiting.read(world, root)["items"]
    named = [{name: item[name] for name in ("kind", "id", "version")} for item in items]
    assert [one["id"] for one in named] == [account] * 2
    assert outcomes(decide(world, root, "verify", items=named)) == ["decided"] * 2


def test_a_stale_change_of_a_role_or_of_the_status_of_an_account_is_refused(world: World) -> None:
    root = cast.root(world)
    account = str(make.account(world))
    requests: list[Request] = [
        ("POST", "/admin/users/assign-role", {"id": account, "role": "client"}),
        DISABLE,
        ("POST", "/admin/users/{id}/enable", None),
    ]
    for request in requests:
        read = world.get(f"/admin/users/{account}", as_=root).must(200)
        send(world, root, request, account, headers=STALE).must(412)
        headers = {"If-Match": read.headers["etag"]}
        send(world, root, request, account, headers=headers).must(200)


EDITS: Mapping[str, Request] = {
    "the name": ("PATCH", "/users/me", {"firstName": "Another"}),
    "the profile": ("PATCH", "/users/me/profile/details", {"bio": "Another text."}),
    "the jobs account": ("PATCH", "/jobs/me", {"lookingForMentor": True}),
    "the clinic": ("PATCH", "/jobs/me/clinic-profile", {"practiceName": "Another clinic"}),
    "the vendor": ("PATCH", "/vendors/me/vendor-profile", {"companyName": "Another company"}),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_by_the_owner_changes_the_version_of_the_account(world: World, what: str) -> None:
    root, ada = cast.root(world), cast.ada(world)
    make.change_account(world, ada.id, jobs_role="clinic_owner", vendors_role="vendor")
    verify = DECISIONS["expert"][0]
    item = item_of(world, root, str(ada.id))
    world.get("/jobs/me", as_=ada).must(200)
    world.get("/users/me", as_=ada).must(200)
    assert item_of(world, root, str(ada.id))["version"] == item["version"], "a visit is no edit"
    method, path, body = EDITS[what]
    world.send(method, path, body, as_=ada).must(200)
    headers = {"If-Match": tag_of(item)}
    send(world, root, verify, str(ada.id), headers=headers).must(412)
    headers = {"If-Match": tag_of(item_of(world, root, str(ada.id)))}
    send(world, root, verify, str(ada.id), headers=headers).must(200)


@pytest.mark.parametrize("decision", ["keep", "hide"])
def test_a_report_of_a_post_that_was_edited_since_is_not_decided(
    world: World, decision: str
) -> None:
    people = waiting.people(world)
    post = create_post(world, people.ben)
    report = bench.report(world, people.root, "post", post)
    item = item_of(world, people.root, report)
    world.patch(f"/feed/posts/{post}", {"content": "Harmless now."}, as_=people.ben).must(200)
    request: Request = ("POST", "/admin/reports/{id}/decide", {**REASON, "decision": decision})
    headers = {"If-Match": tag_of(item)}
    send(world, people.root, request, report, headers=headers).must(412)
    item = item_of(world, people.root, report)
    headers = {"If-Match": tag_of(item)}
    send(world, people.root, request, report, headers=headers).must(200)


@pytest.mark.postgresql("an edit and a decision at once")
def test_an_edit_of_a_profile_and_its_verification_at_once_are_one_after_the_other(
    world: World, neighbour: World
) -> None:
    root, ada = cast.root(world), cast.ada(world)
    for number in range(6):
        make.change_account(world, ada.id, verification_tier="not-verified")
        item = item_of(world, root, str(ada.id))
        edit = {"bio": f"Text {number}."}
        edited, verified = world.together(
            [
                partial(neighbour.sending, "PATCH", "/users/me/profile/details", edit, as_=ada),
                sending(world, root, DECISIONS["expert"][0], item),
            ]
        )
        assert edited.status == 200
        assert verified.status in {200, 412}
        tier = world.get(f"/admin/users/{ada.id}", as_=root).must(200).data["verificationTier"]
        assert tier == ("verified" if verified.status == 200 else "not-verified")
