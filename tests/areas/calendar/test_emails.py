"""Invitations as they arrive: an appointment in each, a link to answer by, a link to refuse by."""

import logging
import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import icalendar
import pytest
import sqlalchemy as sa

from bridgework.areas.calendar import guests as guest_actions
from bridgework.kit.outbox import queries as outbox
from bridgework.kit.outbox.tables import outbox_emails, refused_addresses
from tests import cast, logged
from tests.areas.calendar.holding import event, guests, hold, reply
from tests.kit.outbox.posting import text
from tests.world import PUBLIC_URL, Person, World

GUEST = "new.guest@example.org"
WHOLE = {
    "endAt": "2026-12-04T21:00:00-05:00",
    "description": "Bring a case; we look at five, \\ and more.\n\nCome as you are.",
    "location": "Hotel Lenox, Boston",
    "meetingUrl": "https://meet.example.com/club",
    "visibility": "private",
}


def invitation(world: World, root: Person, **members: object) -> EmailMessage:
    event(world, root, **{**WHOLE, "inviteeEmails": [GUEST], **members})
    return world.mail(GUEST)[-1]


def appointment(letter: EmailMessage) -> Any:
    """The appointment in a letter; both copies must be the same."""
    [part] = [each for each in letter.walk() if each.get_content_type() == "text/calendar"]
    [file] = letter.iter_attachments()
    assert (file.get_content_type(), file.get_filename()) == ("application/ics", "event.ics")
    content = file.get_content()
    assert part.get_content().splitlines() == content.decode().splitlines()
    calendar: Any = icalendar.Calendar.from_ical(content)
    assert not calendar.errors
    assert calendar["METHOD"] == part["Content-Type"].params["method"]
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    [found] = calendar.events
    assert not found.errors
    return found


def path_of(letter: EmailMessage, stem: str) -> str:
    """The path of the one link in a letter's text that begins so."""
    [found] = re.findall(rf"{re.escape(PUBLIC_URL)}({stem}\S+)", text(letter))
    return str(found)


def test_an_invitation_says_what_when_and_where(world: World) -> None:
    letter = invitation(world, cast.root(world))
    assert letter["Subject"] == "Invitation: Study club"
    assert letter.get_content_type() == "multipart/mixed"
    alternatives = next(letter.iter_parts())
    assert [part.get_content_type() for part in alternatives.iter_parts()] == [
        *("text/plain", "text/html", "text/calendar"),
    ]
    for kind in ("plain", "html"):
        told = text(letter, kind)
        assert "Friday, 4 December 2026, 18:00 to 21:00 (America/New_York)" in told
        assert "Hotel Lenox, Boston" in told
        assert "https://meet.example.com/club" in told
    assert not letter.defects


def test_its_appointment_asks_the_guest_to_come(world: World) -> None:
    root = cast.root(world)
    letter = invitation(world, root)
    found = appointment(letter)
    [row] = world.get("/calendar/events", as_=root).must(200).data["items"]
    assert found["UID"] == f"{row['id']}@api.example.com"
    assert found["SEQUENCE"] == 0
    assert found["DTSTART"].dt.isoformat() == "2026-12-04T23:00:00+00:00"
    assert found["DTEND"].dt.isoformat() == "2026-12-05T02:00:00+00:00"
    assert found["SUMMARY"] == "Study club"
    assert found["LOCATION"] == "Hotel Lenox, Boston"
    assert found["DESCRIPTION"] == f"{WHOLE['description']}\n\n{WHOLE['meetingUrl']}"
    assert found["STATUS"] == "CONFIRMED"
    assert found["ORGANIZER"] == "mailto:no-reply@example.com"
    assert found["ATTENDEE"] == f"mailto:{GUEST}"
    assert found["ATTENDEE"].params["PARTSTAT"] == "NEEDS-ACTION"


def test_a_cancellation_takes_the_appointment_back(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = event(world, root, inviteeEmails=[GUEST, ada.email])
    invited = appointment(world.mail(GUEST)[-1])
    reply(world, ada, event_id, "declined").must(200)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    letter = world.mail(GUEST)[-1]
    assert letter["Subject"] == "Cancelled: Study club"
    cancelled = appointment(letter)
    assert (cancelled["UID"], cancelled["STATUS"]) == (invited["UID"], "CANCELLED")
    assert cancelled["SEQUENCE"] > invited["SEQUENCE"]
    assert [letter["Subject"] for letter in world.mail(ada.email)][-1] == "Invitation: Study club"


def test_a_letter_is_the_same_however_often_it_is_rendered(world: World) -> None:
    event(world, cast.root(world), inviteeEmails=[GUEST])
    house = world.application
    with house.app_state.database.writing() as tx:
        [waiting] = [
            each
            for each in outbox.take(tx, world.clock.now(), lease=timedelta(minutes=1), most=9)
            if each.email.to == GUEST
        ]
    assert house.worker.renderer.message(waiting) == house.worker.renderer.message(waiting)


def test_the_page_behind_the_link_asks_and_changes_nothing(world: World) -> None:
    root = cast.root(world)
    letter = invitation(world, root, name="<script>alert(1)</script> & co")
    path = path_of(letter, "/calendar/rsvp/")
    world.send("HEAD", path).must(200)
    page = world.get(path).must(200)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    body = page.body.decode()
    assert "<script>" not in body
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in body
    assert body.count('<form method="post"') == 2
    [item] = world.get("/calendar/events", as_=root).data["items"]
    assert [guest["status"] for guest in guests(world, root, item["id"])] == ["invited"]


def test_who_holds_the_link_answers_without_signing_in(world: World) -> None:
    root = cast.root(world)
    made = hold(world, root, inviteeEmails=[GUEST])
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    form = {"content-type": "application/x-www-form-urlencoded"}
    for status, said in (
        *[("going", "You’re attending Study club")] * 2,
        ("declined", "You’re not attending Study club"),
    ):
        done = world.post(f"{path}?status={status}", b"x=1", headers=form).must(200)
        assert f"<h1>{said}" in done.body.decode()
        [guest] = guests(world, root, made["event"]["id"])
        assert guest["status"] == status
    assert "You replied that you can’t attend" in world.get(path).must(200).body.decode()
    for query in ("", "?status=maybe", "?status="):
        assert "status" in world.post(path + query).must(422).faults


def test_a_link_in_a_full_house_says_so(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = event(world, root, inviteeEmails=[GUEST], maxCapacity=1)
    reply(world, ada, event_id, "going").must(200)
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    assert world.post(f"{path}?status=going").must(409).error == "event_full"
    asked = world.get(path).must(200).body.decode()
    assert "This event is full" in asked
    assert "?status=going" not in asked
    world.post(f"{path}?status=declined").must(200)
    reply(world, ada, event_id, "declined").must(200)
    world.post(f"{path}?status=going").must(200)
    assert "This event is full" not in world.get(path).must(200).body.decode()


def test_a_link_to_a_cancelled_event_says_so(world: World) -> None:
    root = cast.root(world)
    event_id = event(world, root, inviteeEmails=[GUEST])
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    for method, query in (("GET", ""), ("POST", "?status=going")):
        page = world.send(method, path + query).must(200)
        assert "Study club has been cancelled" in page.body.decode()


def test_a_link_is_good_for_its_own_guest_and_address_alone(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = event(world, root, inviteeEmails=[GUEST, ada.email])
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    adas = path_of(world.mail(ada.email)[-1], "/calendar/rsvp/")
    guest_id, _, digest = path.rpartition("/")[2].partition(".")
    other = adas.rpartition("/")[2].partition(".")[0]
    forged = [f"{other}.{digest}", f"{guest_id}.{digest[:-1]}x", guest_id, f"{guest_id}.", "x", "."]
    for token in [*forged, f"{event_id}.{digest}", f"{guest_id}.%C3%A9", "%00"]:
        for method in ("GET", "POST"):
            refused = world.send(method, f"/calendar/rsvp/{token}?status=going").must(404)
            assert refused.error == "reply_link_invalid", token
    sent = {"newEmail": "second@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=ada).must(202)
    code = {"otp": world.code("second@example.com")}
    world.post("/users/me/email/confirm", code, as_=ada).must(200)
    world.get(adas).must(404)  # the letter lies in a mailbox that is hers no more
    world.get(path).must(200)


def test_no_link_stands_in_the_outbox_or_in_a_log(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    letter = invitation(world, cast.root(world))
    path = path_of(letter, "/calendar/rsvp/")
    world.post(f"{path}?status=going").must(200)
    world.get(path).must(200)
    digest = path.rpartition(".")[2]
    with world.application.app_state.database.reading() as tx:
        assert digest not in repr(tx.rows(sa.select(outbox_emails)))
    assert digest not in logged.everything(caplog) + "".join(capsys.readouterr())


def test_an_address_without_an_account_refuses_by_one_click(world: World) -> None:
    root = cast.root(world)
    letter = invitation(world, root)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = str(letter["List-Unsubscribe"])[1:-1].removeprefix(PUBLIC_URL)
    world.get(path).must(200)
    assert hold(world, root, inviteeEmails=[GUEST])["invites"]["invitedCount"] == 1
    for _ in range(2):
        world.post(
            path,
            b"List-Unsubscribe=One-Click",
            headers={"content-type": "application/x-www-form-urlencoded"},
        ).must(200)
    made = hold(world, root, inviteeEmails=["New.Guest@EXAMPLE.org", "other@example.org"])
    assert made["invites"] == {"invitedCount": 1, "skippedIds": []}
    assert len(world.mail(GUEST)) == 2
    with world.application.app_state.database.reading() as tx:
        [row] = tx.rows(sa.select(refused_addresses))
    assert "guest" not in repr(row).lower()


def test_a_refusal_is_heeded_once_the_address_has_an_account(world: World) -> None:
    root = cast.root(world)
    event(world, root, inviteeEmails=["ada@example.com"])
    link = str(world.mail("ada@example.com")[-1]["List-Unsubscribe"])[1:-1]
    world.post(link.removeprefix(PUBLIC_URL)).must(200)
    ada = cast.ada(world)
    event_id = event(world, root)
    sent = {"inviteeIds": [ada.id]}
    path = f"/calendar/events/{event_id}/guests"
    assert world.post(path, sent, as_=root).must(200).data["invitedCount"] == 0
    world.patch("/users/me/notifications", {"eventInvitation": True}, as_=ada).must(200)
    assert world.post(path, sent, as_=root).must(200).data["invitedCount"] == 1


def test_many_guests_are_written_to_bit_by_bit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "_BATCH", 4)
    root = cast.root(world)
    emails = [f"guest{number}@example.org" for number in range(10)]
    event_id = event(world, root, inviteeEmails=emails)
    assert hold(world, root, inviteeEmails=[GUEST])["invites"]["invitedCount"] == 1

    def told(subject: str) -> int:
        return sum(letter["Subject"] == subject for letter in world.mail())

    assert told("Invitation: Study club") == 4 + 1
    world.run_periodic_tasks()
    assert told("Invitation: Study club") == 10 + 1
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    assert told("Cancelled: Study club") == 4
    world.run_periodic_tasks()
    world.run_periodic_tasks()
    assert told("Cancelled: Study club") == 10
    assert all(len(world.mail(email)) == 2 for email in emails)


def test_who_was_not_written_to_yet_hears_nothing_of_a_cancelled_event(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "_BATCH", 2)
    root = cast.root(world)
    emails = [f"guest{number}@example.org" for number in range(5)]
    event_id = event(world, root, inviteeEmails=emails)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    world.run_periodic_tasks()
    assert [len(world.mail(email)) for email in emails] == [2, 2, 0, 0, 0]
