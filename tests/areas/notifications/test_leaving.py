"""What happens to a member's records leaves a notification, with the e-mail and without it."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.history.notifications.kinds import CHOICES, KINDS, path_of
from bridgework.areas.history.notifications.tables import notifications
from bridgework.kit.delivery.outbox import PATH
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests import cast
from tests.areas.calendar import calendar_client
from tests.areas.consultations.test_consultations import create_consultation
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.notifications.leaving import page
from tests.areas.roles import desk
from tests.world import Person, World

EMAILS = {kind.email for kind in KINDS.values()}
OF_EVENTS = {f"calendar/event_{name}" for name in ("invitation", "changed", "cancelled")}
"""E-mails to guests with and without an account, who get the same link."""


@pytest.fixture(autouse=True)
def _emails_have_the_choices_and_pages_of_their_kinds(world: World) -> Iterator[None]:
    yield
    with world.application.app_state.database.reading() as tx:
        rows = tx.rows(sa.select(outbox_emails))
        left = tx.rows(sa.select(notifications))
    pages = {(each.account_id, path_of(each.kind, each.subject_id)) for each in left}
    for row in rows:
        if row.facts and row.name in EMAILS - OF_EVENTS:
            assert (row.recipient_id, row.facts[PATH]) in pages
    sent = {row.name: row.subscription_kind for row in rows}
    of_kinds = sent.keys() & EMAILS
    assert {name: sent[name] for name in of_kinds} == {name: CHOICES.get(name) for name in of_kinds}


def notified(world: World, person: Person) -> list[tuple[str, str]]:
    """Return the kinds and texts of a member's notifications, oldest first."""
    items = page(world, person, "limit=100")["items"]
    return [(item["kind"], item["text"]) for item in items[::-1]]


def last(world: World, person: Person) -> Any:
    return page(world, person)["items"][0]


def test_both_sides_of_an_application_to_a_job_are_notified_of_each_step(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    assert notified(world, people.carla) == [("job.approved", "Your job Associate was approved.")]
    application = board.apply(world, job, people.cyrus)
    received = last(world, people.carla)
    assert received["kind"] == "job_application.submitted"
    assert received["subject"] == {
        "kind": "job_application",
        "id": application,
        "title": "Associate",
        "startAt": None,
    }
    assert received["path"] == f"/app/applications/{application}"
    assert received["text"] == f"{received['actor']['name']} applied to Associate."
    board.decide(world, people, application, "reviewing", "interview", "offered", "hired")
    kinds = [kind for kind, _ in notified(world, people.cyrus)]
    assert kinds == [
        f"job_application.{state}" for state in ("reviewing", "interview", "offered", "hired")
    ]


def test_a_choice_against_the_email_leaves_the_notification(world: World) -> None:
    people = board.sign_up_all(world)
    choice = {"applicationReceived": False}
    world.patch("/users/me/notifications", choice, as_=people.carla).must(200)
    job = board.post_approved(world, people)
    before = len(world.mail(people.carla.email))
    board.apply(world, job, people.cyrus)
    assert len(world.mail(people.carla.email)) == before
    assert last(world, people.carla)["kind"] == "job_application.submitted"


def test_applicants_and_owners_of_roles_are_notified(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    first, second = (desk.apply(world, role, person) for person in (people.ada, people.eve))
    world.patch(f"/roles/applications/{first}", {"status": "shortlisted"}, as_=people.ben).must(200)
    world.patch(f"/roles/applications/{second}", {"status": "withdrawn"}, as_=people.eve).must(200)
    world.delete(f"/roles/{role}", as_=people.ben).must(200)
    assert [kind for kind, _ in notified(world, people.ben)] == [
        "role.active",
        *["role_application.submitted"] * 2,
        "role_application.withdrawn",
    ]
    assert [kind for kind, _ in notified(world, people.ada)] == [
        "role_application.shortlisted",
        "role_application.posting_removed",
    ]
    assert notified(world, people.eve) == []


def test_guests_with_an_account_are_notified_of_an_event(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    guests = [ada.email, "reader@example.com"]
    event = calendar_client.create_event(world, root, inviteeEmails=guests)
    world.patch(f"/calendar/events/{event}", {"location": "Hall 2"}, as_=root).must(200)
    world.clock.advance(minutes=3)
    world.run_periodic_tasks()
    world.delete(f"/calendar/events/{event}", as_=root).must(200)
    kinds = [kind for kind, _ in notified(world, ada)]
    assert kinds == ["event.invited", "event.moved", "event.cancelled"]
    assert last(world, ada)["path"] == f"/app/events/{event}"


def test_a_decided_consultation_and_hidden_content_are_notified(world: World) -> None:
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    consultation = create_consultation(world, ada)["id"]
    path = f"/admin/consultations/{consultation}"
    world.patch(path, {"status": "declined"}, as_=root).must(200)
    post = feed_requests.post(world, ada)
    report = bench.hide(world, root, ben, "post", post)
    bench.decide(world, root, report, "restore").must(200)
    assert notified(world, ada) == [
        ("consultation.declined", "Your consultation Clinical advisor was declined."),
        ("post.hidden", "One of your posts was hidden."),
        ("post.restored", "One of your posts is visible again."),
    ]


def test_changes_of_an_account_and_emails_of_the_staff_are_notified(world: World) -> None:
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    change = {"currentPassword": cast.PASSWORD, "newPassword": "correct horse battery staple"}
    world.post("/auth/change-password", change, as_=ada).must(200)
    custom = {"type": "admin_custom_connect_call", "subject": "A call", "body": "Tomorrow?"}
    world.post(f"/admin/users/{ada.id}/emails", custom, as_=root)
    kinds = [kind for kind, _ in notified(world, ada)]
    assert kinds[0] == "account.password_changed"
    assert notified(world, ben) == []


def test_an_erased_actor_is_named_no_longer(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    board.apply(world, job, people.cyrus)
    name = last(world, people.carla)["actor"]["name"]
    feed_requests.erase(world, people.cyrus)
    carla = cast.sign_in(world, people.carla.email)
    after = last(world, carla)
    assert after["actor"] is None
    assert after["text"] == "A member applied to Associate."
    assert name not in str(page(world, carla))


def test_the_notifications_of_a_member_are_exported_and_erased_with_the_account(
    world: World,
) -> None:
    people = board.sign_up_all(world)
    board.post_approved(world, people, roleNeeded="Associate")
    export = world.get("/users/me/export", as_=people.carla).must(200)
    assert "job.approved" in export.content.decode()
    feed_requests.erase(world, people.carla)
    again = cast.sign_up(world, people.carla.email, jobsRole="clinic_owner")
    assert page(world, again)["items"] == []


def test_an_administrator_who_decides_for_the_clinic_is_not_the_actor(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    application = board.apply(world, job, people.cyrus)
    path = f"/jobs/applications/{application}"
    world.patch(path, {"status": "reviewing"}, as_=people.root).must(200)
    assert last(world, people.cyrus)["actor"] is None


def test_titles_of_an_erased_owner_are_erased_from_the_notifications_of_applicants(
    world: World,
) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, roleNeeded="Orthodontist of the Hollis family")
    application = desk.apply(world, role, people.ada)
    path = f"/roles/applications/{application}"
    world.patch(path, {"status": "shortlisted"}, as_=people.ben).must(200)
    feed_requests.erase(world, people.ben)
    ended, after = page(world, cast.sign_in(world, people.ada.email))["items"]
    assert ended["text"] == "The role an erased record, to which you applied, was removed."
    assert after["text"] == "Your application to an erased record is on the shortlist."
    assert {each["subject"]["title"] for each in (ended, after)} == {""}
    assert after["actor"] is None
