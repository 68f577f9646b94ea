"""Every type of change is announced where it happens."""

from datetime import timedelta

import pytest

from bridgework.areas.community.calendar import policies as calendar
from bridgework.areas.history.changes.policies import CHANGE_TYPES
from bridgework.areas.work.consultations import policies as consultations
from bridgework.areas.work.jobs import policies as jobs
from bridgework.areas.work.roles import policies as roles
from tests import cast, make
from tests.areas.blogs import articles
from tests.areas.calendar import calendar_client
from tests.areas.calendar.test_event_requests import decide as decide_request
from tests.areas.calendar.test_event_requests import submit
from tests.areas.changes import following
from tests.areas.consultations.test_consultations import create_consultation, decision_to
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import World

BY_SIDE = {
    "role": roles.MOVES,
    "role_application": roles.APPLICATION_MOVES,
    "job": jobs.MOVES,
    "job_application": jobs.APPLICATION_MOVES,
    "consultation": consultations.MOVES,
    "event_request": {"admin": calendar.MOVES},
}
REACHED = {
    noun: {state for moves in sides.values() for states in moves.values() for state in states}
    for noun, sides in BY_SIDE.items()
}
"""The states that a move leads to, by the noun of the record."""


@pytest.mark.parametrize("noun", REACHED)
def test_every_state_that_a_move_reaches_has_a_type(noun: str) -> None:
    assert {f"{noun}.{state}" for state in REACHED[noun]} <= CHANGE_TYPES


@pytest.mark.parametrize("steps", [["active", "filled", "active", "closed", "active"], ["closed"]])
def test_a_role_announces_each_state(world: World, steps: list[str]) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    for status in steps:
        world.patch(f"/roles/{role}", {"status": status}, as_=people.root).must(200)
    world.delete(f"/roles/{role}", as_=people.ben).must(200)
    assert following.types_of(world, people.root, role) == [
        f"role.{state}" for state in ("pending", *steps, "deleted")
    ]


@pytest.mark.parametrize(
    "steps", [["shortlisted", "accepted"], ["declined"], ["shortlisted", "withdrawn"]]
)
def test_an_application_to_a_role_announces_each_state(world: World, steps: list[str]) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    application = desk.apply(world, role, people.ada)
    for status in steps:
        person = people.ada if status == "withdrawn" else people.ben
        path = f"/roles/applications/{application}"
        world.patch(path, {"status": status}, as_=person).must(200)
    assert following.types_of(world, people.root, application) == [
        f"role_application.{state}" for state in ("submitted", *steps)
    ]
    [change] = [
        change
        for change in following.since(world, people.root, 0)
        if change["type"] == "role_application.submitted"
    ]
    assert change["data"] == {"roleId": role}


def test_a_job_announces_each_state(world: World) -> None:
    people = board.sign_up_all(world)
    rejected = board.post(world, people.carla)
    world.post(f"/admin/jobs/{rejected}/reject", {"reason": "No."}, as_=people.root).must(200)
    world.patch(f"/jobs/{rejected}", {"headcount": 3}, as_=people.carla).must(200)
    world.post(f"/jobs/{rejected}/close", as_=people.carla).must(200)
    assert following.types_of(world, people.root, rejected) == [
        "job.pending",
        "job.rejected",
        "job.pending",
        "job.closed",
    ]
    expired = board.post_approved(world, people)
    world.clock.advance(days=91)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    [change] = following.page(world, root, "types=job.expired")["items"]
    assert change["subject"] == {"kind": "job", "id": expired}


@pytest.mark.parametrize(
    "steps",
    [["reviewing", "interview", "offered", "hired"], ["declined"], ["reviewing", "withdrawn"]],
)
def test_an_application_to_a_job_announces_each_state(world: World, steps: list[str]) -> None:
    people = board.sign_up_all(world)
    application = board.apply(world, board.post_approved(world, people), people.cyrus)
    for status in steps:
        if status == "withdrawn":
            path = f"/jobs/applications/{application}/withdraw"
            world.post(path, as_=people.cyrus).must(200)
        else:
            board.decide(world, people, application, status)
    assert following.types_of(world, people.root, application) == [
        f"job_application.{state}" for state in ("submitted", *steps)
    ]


@pytest.mark.parametrize(
    "steps", [["scheduled", "completed"], ["declined"], ["cancelled"], ["scheduled", "cancelled"]]
)
def test_a_consultation_announces_each_state(world: World, steps: list[str]) -> None:
    root, ben = cast.root(world), cast.ben(world)
    consultation = create_consultation(world, ben)["id"]
    for status in steps:
        if status == "cancelled":
            world.post(f"/consultations/{consultation}/cancel", as_=ben).must(200)
        else:
            path = f"/admin/consultations/{consultation}"
            world.patch(path, decision_to(status), as_=root).must(200)
    assert following.types_of(world, root, consultation) == [
        f"consultation.{state}" for state in ("requested", *steps)
    ]


@pytest.mark.parametrize("end", ["approved", "rejected", "withdrawn"])
def test_an_event_request_announces_each_state(world: World, end: str) -> None:
    root, ben = cast.root(world), cast.ben(world)
    request = submit(world, ben)["id"]
    if end == "withdrawn":
        world.post(f"/calendar/submissions/{request}/withdraw", as_=ben).must(200)
    else:
        decide_request(world, root, request, "No." if end == "rejected" else None).must(200)
    assert following.types_of(world, root, request) == [
        "event_request.pending",
        f"event_request.{end}",
    ]


def test_an_event_announces_its_changes(world: World) -> None:
    root = cast.root(world)
    event = calendar_client.create_event(world, root)
    world.patch(f"/calendar/events/{event}", {"location": "Waco, Texas"}, as_=root).must(200)
    world.patch(f"/calendar/events/{event}", {"location": "Waco, Texas"}, as_=root).must(200)
    world.delete(f"/calendar/events/{event}", as_=root).must(200)
    assert following.types_of(world, root, event) == [
        "event.created",
        "event.changed",
        "event.cancelled",
    ]


def test_an_account_announces_its_life(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    disabled = {"reason": "Spam."}
    for _ in range(2):
        world.post(f"/admin/users/{ada.id}/disable", disabled, as_=root).must(200)
    assert following.types_of(world, root, str(ada.id)) == [
        "account.registered",
        "account.verified",
        "account.disabled",
    ]


def test_an_erased_account_announces_what_it_takes_along(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=people.carla).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    assert following.types_of(world, root, str(people.carla.id))[-1] == "account.erased"
    assert following.types_of(world, root, job)[-1] == "job.deleted"


def test_an_expert_announces_when_the_directory_changes(world: World) -> None:
    people = desk.sign_up_all(world)
    ada = str(people.ada.id)
    path = f"/admin/users/{ada}"
    world.patch("/users/me", {"firstName": "Augusta"}, as_=people.ada).must(200)
    world.patch(path, {"verificationTier": "not-verified"}, as_=people.root).must(200)
    world.patch(path, {"verificationTier": "pro"}, as_=people.root).must(200)
    types = [one for one in following.types_of(world, people.root, ada) if "expert" in one]
    assert types == ["expert.listed", "expert.changed", "expert.unlisted", "expert.listed"]


def test_a_vendor_announces_when_the_directory_changes(world: World) -> None:
    root, vera = cast.root(world), fair.vendor(world)
    path = f"/admin/vendors/{vera.id}"
    world.patch(path, {"vendorsVerificationTier": "verified"}, as_=root).must(200)
    fair.update_profile(world, vera, companyName="Larkspur Supplies")
    world.patch(path, {"vendorsVerificationTier": "not-verified"}, as_=root).must(200)
    types = [one for one in following.types_of(world, root, str(vera.id)) if "vendor" in one]
    assert types == ["vendor.listed", "vendor.changed", "vendor.unlisted"]


def test_a_post_announces_its_publication_also_at_its_scheduled_time(world: World) -> None:
    root = cast.root(world)
    draft = articles.write(world, root, "draft", status="draft")
    assert following.types_of(world, root, draft["id"]) == []
    articles.change(world, root, draft, status="published")
    articles.change(world, root, draft, title="How we cut no-shows by half")
    assert following.types_of(world, root, draft["id"]) == ["blog.published"]
    at = (world.clock.now() + timedelta(days=366)).isoformat()
    scheduled = articles.write(world, root, "later", status="scheduled", publishedAt=at)
    world.run_periodic_tasks()
    assert following.types_of(world, root, scheduled["id"]) == []
    world.clock.advance(days=367)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    [change] = following.page(world, root, "types=blog.published")["items"]
    assert change["subject"] == {"kind": "blog", "id": scheduled["id"]}


def test_reported_content_announces_the_report_and_the_decisions(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    make.change_account(world, ada.id, first_name="Ada", last_name="Lovell")
    post = world.post("/feed/posts", {"content": "Buy my loupes."}, as_=ada).must(201).data["id"]
    report = bench.report(world, ben, "post", post)
    bench.decide(world, root, report, "hide").must(200)
    bench.decide(world, root, report, "restore").must(200)
    changes = [one for one in following.since(world, root, 0) if one["subject"]["id"] == post]
    assert [one["type"] for one in changes] == [
        "content.reported",
        "content.hidden",
        "content.restored",
    ]
    assert changes[0]["subject"] == {"kind": "post", "id": post}
    assert changes[0]["data"] == {"reportId": report}
