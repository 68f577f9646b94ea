"""Guests are e-mailed when their event moves in time or place."""

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from bridgework.areas.community.calendar.guests import guests as guest_actions
from bridgework.areas.community.calendar.review.moderation_hooks import EVENT as EVENTS
from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar.calendar_client import create_event, list_guests, reply
from tests.areas.calendar.test_emails import appointment, path_of
from tests.kit.outbox.posting import text
from tests.world import PUBLIC_URL, Person, World

GUEST = "new.guest@example.org"
MOVED = {"startAt": "2026-12-05T18:00:00-05:00"}
BACK = {"startAt": "2026-12-04T18:00:00-05:00"}


def change(world: World, root: Person, event_id: str, **members: Any) -> None:
    world.patch(f"/calendar/events/{event_id}", members, as_=root).must(200)


def wait(world: World, minutes: float = 2) -> None:
    """Let time pass, and run the periodic tasks."""
    world.clock.advance(minutes=minutes)
    world.run_periodic_tasks()


def updates(world: World, to: str) -> list[EmailMessage]:
    """Return the updated invitations that an address received."""
    return [each for each in world.mail(to) if each["Subject"].startswith("Updated: ")]


@pytest.mark.parametrize(
    "members",
    [
        MOVED,
        {"endAt": "2026-12-04T22:00:00-05:00"},
        {"timezone": "America/Chicago"},
        {"location": "Room 4"},
        {"meetingUrl": "https://meet.example.com/other"},
    ],
    ids="".join,
)
def test_guests_get_an_updated_invitation_when_an_event_moves(world: World, members: Any) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST, ada.email])
    invited = {to: appointment(world.mail(to)[-1]) for to in (GUEST, ada.email)}
    change(world, root, event_id, **members)
    wait(world, minutes=1.9)
    assert updates(world, GUEST) == []
    wait(world, minutes=0.2)
    for to, before in invited.items():
        [message] = updates(world, to)
        after = appointment(message)
        [part] = [each for each in message.walk() if each.get_content_type() == "text/calendar"]
        assert part["Content-Type"].params["method"] == "REQUEST"
        assert (after["UID"], after["ATTENDEE"]) == (before["UID"], f"mailto:{to}")
        assert after["SEQUENCE"] > before["SEQUENCE"]
        assert after["STATUS"] == "CONFIRMED"
        assert message["Reply-To"] == "help@example.com"
    wait(world, minutes=10)
    assert len(updates(world, GUEST)) == 1


def test_other_changes_send_nothing(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST], location="")
    for members in ({"name": "Supper club"}, {"description": "New"}, {"location": None}):
        change(world, root, event_id, **members)
    wait(world)
    assert updates(world, GUEST) == []


def test_changes_within_two_minutes_are_one_email_with_the_last_state(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    change(world, root, event_id, **MOVED)
    world.clock.advance(seconds=90)
    change(world, root, event_id, location="Room 4")
    change(world, root, event_id, name="Supper club")
    wait(world, minutes=0.6)
    [message] = updates(world, GUEST)
    event = appointment(message)
    assert (event["SUMMARY"], event["LOCATION"]) == ("Supper club", "Room 4")
    assert event["DTSTART"].dt.isoformat() == "2026-12-05T23:00:00+00:00"
    assert "Saturday, 5 December 2026, 18:00 (America/New_York)" in text(message)
    wait(world, minutes=5)
    assert len(updates(world, GUEST)) == 1


def test_a_move_and_back_sends_nothing(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    change(world, root, event_id, **MOVED)
    change(world, root, event_id, **BACK)
    wait(world)
    assert updates(world, GUEST) == []
    change(world, root, event_id, **MOVED)
    wait(world)
    assert len(updates(world, GUEST)) == 1


def test_a_guest_who_is_invited_after_a_move_gets_the_invitation_alone(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(world, root)
    change(world, root, event_id, **MOVED)
    invited = {"inviteeIds": [ada.id]}
    world.post(f"/calendar/events/{event_id}/guests", invited, as_=root).must(200)
    reply(world, ben, event_id, "going").must(200)  # ben sees the new time
    wait(world)
    assert (updates(world, ada.email), updates(world, ben.email)) == ([], [])
    assert appointment(world.mail(ada.email)[-1])["SEQUENCE"] == 1
    change(world, root, event_id, **BACK)
    wait(world)
    assert (len(updates(world, ada.email)), len(updates(world, ben.email))) == (1, 1)


def test_guests_who_declined_unsubscribed_or_left_get_no_update(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    disabled, leaving = (cast.sign_up(world, f"{name}@example.com") for name in ("eve", "max"))
    everyone = (ada, ben, disabled, leaving)
    event_id = create_event(
        world, root, startAt="2027-01-04T18:00:00Z", inviteeEmails=[each.email for each in everyone]
    )
    reply(world, ada, event_id, "declined").must(200)
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ben).must(200)
    world.post(f"/admin/users/{disabled.id}/disable", {"reason": "spam"}, as_=root).must(200)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=leaving).must(202)
    change(world, root, event_id, location="Room 4")
    wait(world)
    assert [len(updates(world, each.email)) for each in everyone] == [0] * 4
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    wait(world)
    cancelled = [world.mail(each.email)[-1]["Subject"] for each in everyone]
    assert [subject == "Cancelled: Study club" for subject in cancelled] == [
        *(False, True, False, False),
    ]


def test_a_reply_by_link_stays_after_a_move(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    world.post(f"{path}?status=going").must(200)
    change(world, root, event_id, **MOVED)
    wait(world)
    [message] = updates(world, GUEST)
    assert appointment(message)["ATTENDEE"].params["PARTSTAT"] == "ACCEPTED"
    assert [guest["status"] for guest in list_guests(world, root, event_id)] == ["going"]
    assert path_of(message, "/calendar/rsvp/") == path
    world.post(f"{path}?status=declined").must(200)
    change(world, root, event_id, **BACK)
    wait(world)
    assert len(updates(world, GUEST)) == 1


def test_a_cancellation_replaces_the_update(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    change(world, root, event_id, **MOVED)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    wait(world)
    subjects = [message["Subject"] for message in world.mail(GUEST)]
    assert subjects == ["Invitation: Study club", "Cancelled: Study club"]
    cancelled = world.mail(GUEST)[-1]
    assert cancelled["Reply-To"] == "help@example.com"
    assert appointment(cancelled)["SEQUENCE"] == 2


def test_the_update_of_a_hidden_event_waits(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    other_id = create_event(world, root, name="Other", inviteeEmails=[GUEST])
    change(world, root, event_id, **MOVED)
    change(world, root, other_id, **MOVED)
    database = world.application.app_state.database
    with database.writing() as tx:
        EVENTS.set_hidden(tx, Id(event_id), world.clock.now(), hidden=True)
    wait(world)
    assert [message["Subject"] for message in updates(world, GUEST)] == ["Updated: Other"]
    with database.writing() as tx:
        EVENTS.set_hidden(tx, Id(event_id), world.clock.now(), hidden=False)
    wait(world)
    assert updates(world, GUEST)[-1]["Subject"] == "Updated: Study club"


def test_many_guests_are_updated_in_batches_also_when_the_event_moves_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "_BATCH", 3)
    root = cast.root(world)
    emails = [f"guest{number}@example.org" for number in range(7)]
    event_id = create_event(world, root, inviteeEmails=emails)
    world.run_periodic_tasks()
    change(world, root, event_id, location="Room 4")
    world.clock.advance(minutes=2)
    state = world.application.app_state
    with state.database.writing() as tx:  # one batch of the periodic task
        assert guest_actions.send_pending_emails(state.keyring, tx, world.clock.now()) == 3
    change(world, root, event_id, location="Room 5")
    world.run_periodic_tasks()
    assert sum(len(updates(world, each)) for each in emails) == 3
    wait(world)
    places = [
        [str(appointment(message)["LOCATION"]) for message in updates(world, each)]
        for each in emails
    ]
    assert sorted(places) == [["Room 4", "Room 5"]] * 3 + [["Room 5"]] * 4


def test_guests_of_an_event_that_is_over_get_no_emails(world: World) -> None:
    root = cast.root(world)
    ended = {"startAt": "2026-11-20T10:00:00Z", "endAt": "2026-11-20T11:00:00Z"}
    moved, cancelled = (create_event(world, root, inviteeEmails=[GUEST]) for _ in range(2))
    assert len(world.mail(GUEST)) == 2
    change(world, root, moved, **ended)
    wait(world)
    world.clock.advance(days=20)
    world.delete(f"/calendar/events/{cancelled}", as_=cast.root(world, "other@example.com")).must(
        200
    )
    wait(world)
    assert len(world.mail(GUEST)) == 2


def test_an_update_can_be_unsubscribed_from(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    change(world, root, event_id, **MOVED)
    wait(world)
    [message] = updates(world, GUEST)
    link = str(message["List-Unsubscribe"])[1:-1].removeprefix(PUBLIC_URL)
    world.post(link).must(200)
    change(world, root, event_id, **BACK)
    wait(world)
    assert len(updates(world, GUEST)) == 1


class TestReplyTo:
    """The address for replies."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"reply_to": "Larkspur <office@example.com>"})

    def test_replies_to_invitations_go_to_the_reply_to_address(self, world: World) -> None:
        create_event(world, cast.root(world), inviteeEmails=[GUEST])
        assert world.mail(GUEST)[-1]["Reply-To"] == "Larkspur <office@example.com>"


def test_replies_to_codes_have_no_other_address(world: World) -> None:
    ada = cast.ada(world)
    assert world.mail(ada.email)[0]["Reply-To"] is None


def test_a_time_that_clocks_show_twice_has_its_offset_in_emails(world: World) -> None:
    root = cast.root(world)
    start = datetime.fromisoformat("2027-10-31T00:30:00Z")
    create_event(
        world,
        root,
        startAt=start.isoformat(),
        endAt=(start + timedelta(hours=1)).isoformat(),
        timezone="Europe/Berlin",
        inviteeEmails=[GUEST],
    )
    shown = "Sunday, 31 October 2027, 02:30 UTC+02:00 to 02:30 UTC+01:00 (Europe/Berlin)"
    assert shown in text(world.mail(GUEST)[-1])
