"""Invitations: the attached appointment, the reply link and the unsubscribe link."""

import logging
import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import icalendar
import pytest
import sqlalchemy as sa

from bridgework.areas.community.calendar.guests import guests as guest_actions
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.delivery.outbox.tables import outbox_emails, refused_addresses
from tests import cast, logged
from tests.areas.calendar.calendar_client import (
    create_event,
    create_event_with_invites,
    list_guests,
    reply,
)
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
    create_event(world, root, **{**WHOLE, "inviteeEmails": [GUEST], **members})
    return world.mail(GUEST)[-1]


def test_images_in_a_description_are_links_in_each_email_about_the_event(world: World) -> None:
    pixel = "https://tracker.example.net/open.gif?reader=1"
    ada, root = cast.ada(world), cast.root(world)
    members = {"description": f"![Map]({pixel})\n\n<img src='{pixel}'>", "timezone": "UTC"}
    request: dict[str, object] = {**members, "name": "Study club"}
    request |= {
        "startAt": "2026-12-04T18:00:00Z",
        "visibility": "private",
        "inviteeEmails": [GUEST],
    }
    sent = world.post("/calendar/submissions", request, as_=ada).must(201).data
    path = f"/admin/calendar/submissions/{sent['id']}/approve"
    event_id = world.post(path, as_=root).must(200).data["lumaEventId"]
    html = world.get(f"/calendar/events/{event_id}", as_=root).must(200).data["descriptionHtml"]
    assert f'<a href="{pixel}"' in html
    reply(world, root, event_id, "going")
    changes = {"startAt": "2026-12-05T18:00:00Z"}
    world.patch(f"/calendar/events/{event_id}", changes, as_=root).must(200)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    messages = [*world.mail(GUEST), *world.mail(ada.email), *world.mail(root.email)]
    parts = [part for message in messages for part in message.walk()]
    pages = [part.get_content() for part in parts if part.get_content_type() == "text/html"]
    assert len(pages) == len(messages) > 2
    texts = [html, *pages]
    assert sum(f'<a href="{pixel}"' in text for text in texts) >= 2
    tags = [tag for text in texts for tag in re.findall(r"<[^a/][^>]*>", text)]
    assert not [tag for tag in tags if "tracker.example.net" in tag]


def appointment(message: EmailMessage) -> Any:
    """The appointment in an e-mail; both copies must be equal."""
    [part] = [each for each in message.walk() if each.get_content_type() == "text/calendar"]
    [file] = message.iter_attachments()
    assert (file.get_content_type(), file.get_filename()) == ("application/ics", "event.ics")
    content = file.get_content()
    assert part.get_content().splitlines() == content.decode().splitlines()
    calendar: Any = icalendar.Calendar.from_ical(content)
    assert not calendar.errors
    assert calendar["METHOD"] == part["Content-Type"].params["method"]
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    [event] = calendar.events
    assert not event.errors
    return event


def path_of(message: EmailMessage, stem: str) -> str:
    """The path of the only link in the text of an e-mail that starts with `stem`."""
    [path] = re.findall(rf"{re.escape(PUBLIC_URL)}({stem}\S+)", text(message))
    return str(path)


def test_an_invitation_contains_the_facts_of_the_event(world: World) -> None:
    message = invitation(world, cast.root(world))
    assert message["Subject"] == "Invitation: Study club"
    assert message.get_content_type() == "multipart/mixed"
    alternatives = next(message.iter_parts())
    assert [part.get_content_type() for part in alternatives.iter_parts()] == [
        *("text/plain", "text/html", "text/calendar"),
    ]
    for kind in ("plain", "html"):
        body = text(message, kind)
        assert "Friday, 4 December 2026, 18:00 to 21:00 (America/New_York)" in body
        assert "Hotel Lenox, Boston" in body
        assert "https://meet.example.com/club" in body
    assert not message.defects


def test_the_appointment_in_an_invitation_requests_a_reply(world: World) -> None:
    root = cast.root(world)
    message = invitation(world, root)
    event = appointment(message)
    [row] = world.get("/calendar/events", as_=root).must(200).data["items"]
    assert event["UID"] == f"{row['id']}@api.example.com"
    assert event["SEQUENCE"] == 0
    assert event["DTSTART"].dt.isoformat() == "2026-12-04T23:00:00+00:00"
    assert event["DTEND"].dt.isoformat() == "2026-12-05T02:00:00+00:00"
    assert event["SUMMARY"] == "Study club"
    assert event["LOCATION"] == "Hotel Lenox, Boston"
    assert event["DESCRIPTION"] == f"{WHOLE['description']}\n\n{WHOLE['meetingUrl']}"
    assert event["STATUS"] == "CONFIRMED"
    assert event["ORGANIZER"] == "mailto:no-reply@example.com"
    assert event["ATTENDEE"] == f"mailto:{GUEST}"
    assert event["ATTENDEE"].params["PARTSTAT"] == "NEEDS-ACTION"


def test_a_cancellation_cancels_the_appointment(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST, ada.email])
    invited = appointment(world.mail(GUEST)[-1])
    reply(world, ada, event_id, "declined").must(200)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    message = world.mail(GUEST)[-1]
    assert message["Subject"] == "Cancelled: Study club"
    cancelled = appointment(message)
    assert (cancelled["UID"], cancelled["STATUS"]) == (invited["UID"], "CANCELLED")
    assert cancelled["SEQUENCE"] > invited["SEQUENCE"]
    assert [message["Subject"] for message in world.mail(ada.email)][-1] == "Invitation: Study club"


def test_rendering_an_email_twice_gives_the_same_message(world: World) -> None:
    create_event(world, cast.root(world), inviteeEmails=[GUEST])
    house = world.application
    lease = timedelta(minutes=1)
    with house.app_state.database.writing() as tx:
        taken = outbox.take(tx, world.clock.now(), lease=lease, most=9, priorities=["bulk"])
        [waiting] = [email for email in taken if email.email.to == GUEST]
    renderer = world.worker.renderer
    assert renderer.message(waiting) == renderer.message(waiting)


def test_opening_the_reply_page_changes_nothing(world: World) -> None:
    root = cast.root(world)
    message = invitation(world, root, name="<script>alert(1)</script> & co")
    path = path_of(message, "/calendar/rsvp/")
    world.send("HEAD", path).must(200)
    page = world.get(path).must(200)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    body = page.body.decode()
    assert "<script>" not in body
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in body
    assert body.count('<form method="post"') == 2
    [item] = world.get("/calendar/events", as_=root).data["items"]
    assert [guest["status"] for guest in list_guests(world, root, item["id"])] == ["invited"]


def test_a_reply_link_needs_no_sign_in(world: World) -> None:
    root = cast.root(world)
    created = create_event_with_invites(world, root, inviteeEmails=[GUEST])
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    form = {"content-type": "application/x-www-form-urlencoded"}
    for status, heading in (
        *[("going", "You’re attending Study club")] * 2,
        ("declined", "You’re not attending Study club"),
    ):
        done = world.post(f"{path}?status={status}", b"x=1", headers=form).must(200)
        assert f"<h1>{heading}" in done.body.decode()
        [guest] = list_guests(world, root, created["event"]["id"])
        assert guest["status"] == status
    assert "You replied that you can’t attend" in world.get(path).must(200).body.decode()
    for query, code in (
        ("", "required"),
        ("?status=", "required"),
        ("?status=maybe", "not_one_of"),
    ):
        assert world.post(path + query).must(422).faults == {"status": code}


def test_the_reply_page_of_a_full_event_says_so(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST], maxCapacity=1)
    reply(world, ada, event_id, "going").must(200)
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    assert world.post(f"{path}?status=going").must(409).error == "event_full"
    body = world.get(path).must(200).body.decode()
    assert "This event is full" in body
    assert "?status=going" not in body
    world.post(f"{path}?status=declined").must(200)
    reply(world, ada, event_id, "declined").must(200)
    world.post(f"{path}?status=going").must(200)
    assert "This event is full" not in world.get(path).must(200).body.decode()


def test_the_reply_page_of_a_cancelled_event_says_so(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST])
    path = path_of(world.mail(GUEST)[-1], "/calendar/rsvp/")
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    for method, query in (("GET", ""), ("POST", "?status=going")):
        page = world.send(method, path + query).must(200)
        assert "Study club has been cancelled" in page.body.decode()


def test_a_reply_link_is_bound_to_its_guest_and_address(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[GUEST, ada.email])
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
    world.get(adas).must(404)  # the old mailbox no longer belongs to the member
    world.get(path).must(200)


def test_reply_links_are_not_stored_or_logged(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    message = invitation(world, cast.root(world))
    path = path_of(message, "/calendar/rsvp/")
    world.post(f"{path}?status=going").must(200)
    world.get(path).must(200)
    digest = path.rpartition(".")[2]
    with world.application.app_state.database.reading() as tx:
        assert digest not in repr(tx.rows(sa.select(outbox_emails)))
    assert digest not in logged.everything(caplog) + "".join(capsys.readouterr())


def test_an_address_without_an_account_can_unsubscribe_with_one_click(world: World) -> None:
    root = cast.root(world)
    message = invitation(world, root)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = str(message["List-Unsubscribe"])[1:-1].removeprefix(PUBLIC_URL)
    world.get(path).must(200)
    assert (
        create_event_with_invites(world, root, inviteeEmails=[GUEST])["invites"]["invitedCount"]
        == 1
    )
    for _ in range(2):
        world.post(
            path,
            b"List-Unsubscribe=One-Click",
            headers={"content-type": "application/x-www-form-urlencoded"},
        ).must(200)
    created = create_event_with_invites(
        world, root, inviteeEmails=["New.Guest@EXAMPLE.org", "other@example.org"]
    )
    assert created["invites"] == {"invitedCount": 1, "skippedIds": []}
    assert len(world.mail(GUEST)) == 2
    with world.application.app_state.database.reading() as tx:
        [row] = tx.rows(sa.select(refused_addresses))
    assert "guest" not in repr(row).lower()


def test_an_unsubscribed_address_stays_unsubscribed_with_an_account(world: World) -> None:
    root = cast.root(world)
    create_event(world, root, inviteeEmails=["ada@example.com"])
    link = str(world.mail("ada@example.com")[-1]["List-Unsubscribe"])[1:-1]
    world.post(link.removeprefix(PUBLIC_URL)).must(200)
    ada = cast.ada(world)
    event_id = create_event(world, root)
    sent = {"inviteeIds": [ada.id]}
    path = f"/calendar/events/{event_id}/guests"
    assert world.post(path, sent, as_=root).must(200).data["invitedCount"] == 0
    world.patch("/users/me/notifications", {"eventInvitation": True}, as_=ada).must(200)
    assert world.post(path, sent, as_=root).must(200).data["invitedCount"] == 1


def test_many_guests_are_emailed_in_batches(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_actions, "_BATCH", 4)
    root = cast.root(world)
    emails = [f"guest{number}@example.org" for number in range(10)]
    event_id = create_event(world, root, inviteeEmails=emails)
    assert (
        create_event_with_invites(world, root, inviteeEmails=[GUEST])["invites"]["invitedCount"]
        == 1
    )

    def count_sent(subject: str) -> int:
        return sum(message["Subject"] == subject for message in world.mail())

    assert count_sent("Invitation: Study club") == 4 + 1
    world.run_periodic_tasks()
    assert count_sent("Invitation: Study club") == 10 + 1
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    assert count_sent("Cancelled: Study club") == 4
    world.run_periodic_tasks()
    world.run_periodic_tasks()
    assert count_sent("Cancelled: Study club") == 10
    assert all(len(world.mail(email)) == 2 for email in emails)


def test_guests_without_an_invitation_get_no_cancellation(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_actions, "_BATCH", 2)
    root = cast.root(world)
    emails = [f"guest{number}@example.org" for number in range(5)]
    event_id = create_event(world, root, inviteeEmails=emails)
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    world.run_periodic_tasks()
    assert [len(world.mail(email)) for email in emails] == [2, 2, 0, 0, 0]
