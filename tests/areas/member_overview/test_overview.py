"""The overview of a member: what waits, in one request."""

from typing import Any

import sqlalchemy as sa

from tests import cast, make
from tests.areas.calendar import calendar_client
from tests.areas.consultations.test_consultations import create_consultation, decision_to
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World

NO_JOBS = {
    "submitted": 0,
    "reviewing": 0,
    "interview": 0,
    "offered": 0,
    "hired": 0,
    "declined": 0,
    "withdrawn": 0,
}
NO_ROLES = {"submitted": 0, "shortlisted": 0, "accepted": 0, "declined": 0, "withdrawn": 0}


def overview(world: World, person: Person) -> Any:
    return world.get("/users/me/overview", as_=person).must(200).data


def test_nothing_waits_for_a_new_member(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com", role="client")
    none = {"jobs": NO_JOBS, "roles": NO_ROLES}
    assert overview(world, eve) == {
        "notifications": {"unread": 0},
        "applications": none,
        "receivedApplications": none,
        "consultations": {"requested": 0, "scheduled": 0, "toAnswer": 0, "newest": []},
        "invitations": {"unanswered": 0, "next": []},
        "introductionsWaiting": 0,
        "changesInReview": [],
        "changesAsked": None,
        "listing": {"isListed": False, "missing": [], "reason": "not_an_expert"},
    }


def test_applications_to_jobs_count_for_both_sides_by_status(world: World) -> None:
    people = board.sign_up_all(world)
    jobs = [board.post_approved(world, people, roleNeeded=f"Associate {n}") for n in range(3)]
    first, _, last = (board.apply(world, job, people.cyrus) for job in jobs)
    board.decide(world, people, first, "reviewing", "interview")
    world.post(f"/jobs/applications/{last}/withdraw", as_=people.cyrus).must(200)
    expected = {**NO_JOBS, "submitted": 1, "interview": 1, "withdrawn": 1}
    assert overview(world, people.cyrus)["applications"]["jobs"] == expected
    assert overview(world, people.cyrus)["receivedApplications"]["jobs"] == NO_JOBS
    assert overview(world, people.carla)["receivedApplications"]["jobs"] == expected
    assert overview(world, people.carla)["applications"]["jobs"] == NO_JOBS
    assert overview(world, people.dora)["receivedApplications"]["jobs"] == NO_JOBS


def test_applications_to_roles_count_until_the_role_is_deleted(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    desk.apply(world, role, people.ada)
    expected = {**NO_ROLES, "submitted": 1}
    assert overview(world, people.ada)["applications"]["roles"] == expected
    assert overview(world, people.ben)["receivedApplications"]["roles"] == expected


def test_open_consultations_are_counted_and_the_newest_shown(world: World) -> None:
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    ids = []
    for _ in range(3):
        ids.append(create_consultation(world, ada)["id"])
        world.clock.advance(seconds=1)
    world.post(f"/consultations/{ids[0]}/cancel", as_=ada).must(200)
    world.patch(f"/admin/consultations/{ids[1]}", decision_to("scheduled"), as_=root).must(200)
    shown = overview(world, ada)["consultations"]
    assert (shown["requested"], shown["scheduled"]) == (1, 1)
    listed = world.get("/consultations", as_=ada).must(200).data["items"]
    assert shown["newest"] == [item for item in listed if item["status"] != "cancelled"]
    assert overview(world, ben)["consultations"]["newest"] == []


def test_invitations_wait_until_they_are_answered_or_the_event_is_over(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    ids = [
        calendar_client.create_event(
            world, root, visibility="private", inviteeEmails=[ada.email], startAt=start, endAt=end
        )
        for start, end in (
            (f"2026-12-{day:02}T18:00:00Z", f"2026-12-{day:02}T19:00:00Z")
            for day in range(8, 1, -1)
        )
    ]
    waiting = overview(world, ada)["invitations"]
    assert waiting["unanswered"] == 7
    assert [event["id"] for event in waiting["next"]] == ids[:1:-1]
    listed = world.get("/calendar/events?limit=5", as_=ada).must(200).data["items"]
    assert waiting["next"] == listed
    calendar_client.reply(world, ada, ids[-1], "declined").must(200)
    world.delete(f"/calendar/events/{ids[-2]}", as_=root).must(200)
    assert overview(world, ada)["invitations"]["unanswered"] == 5
    world.clock.advance(days=30)
    again = cast.sign_in(world, ada.email)
    assert overview(world, again)["invitations"] == {"unanswered": 0, "next": []}


def test_an_overview_takes_the_same_statements_whatever_waits(world: World) -> None:
    people = board.sign_up_all(world)
    engine = world.application.app_state.database.engine
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "_applications" in statement or "consultations" in statement:
            statements.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    counts = []
    for _ in range(2):
        statements.clear()
        overview(world, people.carla)
        counts.append(len(statements))
        for number in range(3):
            job = board.post_approved(world, people, roleNeeded=f"Associate {number}")
            board.apply(world, job, people.cyrus)
        create_consultation(world, people.carla)
    sa.event.remove(engine, "before_cursor_execute", note)
    assert counts == [2, 2]


def test_own_changes_that_wait_are_shown_until_they_are_decided(world: World) -> None:
    people = desk.sign_up_all(world)
    for number in range(6):
        role = desk.post_active(world, people, roleNeeded=f"Advisor {number}")
        world.patch(f"/roles/{role}", {"challenge": "Another text."}, as_=people.ben).must(200)
        world.clock.advance(seconds=1)
    shown = overview(world, people.ben)["changesInReview"]
    assert [(one["kind"], one["title"], one["members"]) for one in shown] == [
        ("role_changed", f"Advisor {number}", ["challenge"]) for number in range(5)
    ]
    make.change_account(world, people.ben.id, verification_tier="verified")
    world.patch("/users/me", {"firstName": "Grace"}, as_=people.ben).must(200)
    own, first = overview(world, people.ben)["changesInReview"][:2]
    since = own.pop("since")
    assert own == {
        "kind": "identity_changed",
        "id": people.ben.id,
        "title": None,
        "members": ["firstName"],
    }
    profile = world.get("/users/me/profile", as_=people.ben).must(200).data
    assert profile["changeInReviewSince"] == since
    assert first == shown[0]
    path = f"/admin/queue/role_changed/{first['id']}/confirm"
    world.post(path, as_=people.root).must(200)
    titles = [one["title"] for one in overview(world, people.ben)["changesInReview"]]
    assert titles == [None, *(f"Advisor {number}" for number in range(1, 5))]
    assert overview(world, people.ada)["changesInReview"] == []


def test_only_members_have_an_overview(world: World) -> None:
    world.get("/users/me/overview", as_=ANONYMOUS).must(401)
