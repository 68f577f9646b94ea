"""Guests: invitations, replies, and the capacity of an event."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.community.calendar.tables import guests as rows
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.areas.calendar.calendar_client import (
    EVENT,
    create_event,
    create_event_with_invites,
    get_event,
    list_event_names,
    list_guests,
    reply,
)
from tests.world import Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def invite(world: World, root: Person, event_id: str, *ids: object) -> tuple[int, list[str]]:
    """Invite members; return the number of invited ones and the skipped ids."""
    sent = {"inviteeIds": [str(id_) for id_ in ids]}
    data = world.post(f"/calendar/events/{event_id}/guests", sent, as_=root).must(200).data
    return data["invitedCount"], data["skippedIds"]


def test_each_member_is_invited_once_by_id(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(world, root, visibility="private")
    assert invite(world, root, event_id, ada.id, ben.id, ada.id) == (2, [])
    assert invite(world, root, event_id, ada.id) == (0, [ada.id])
    assert invite(world, root, event_id) == (0, [])
    invited = [
        (guest["accountId"], guest["email"], guest["status"])
        for guest in list_guests(world, root, event_id)
    ]
    assert invited == [(ada.id, ada.email, "invited"), (ben.id, ben.email, "invited")]
    assert list_event_names(world, ben) == ["Study club"]


def test_at_most_five_hundred_valid_ids_are_accepted(world: World) -> None:
    root = cast.root(world)
    path = f"/calendar/events/{create_event(world, root)}/guests"
    for sent, fault in ((["ada"], "inviteeIds[0]"), ([UNKNOWN_ID] * 501, "inviteeIds")):
        assert list(world.post(path, {"inviteeIds": sent}, as_=root).must(422).faults) == [fault]


def test_accounts_that_can_not_be_invited_are_listed_as_skipped(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    mallory = cast.register(world, "mallory@example.com")
    disabled = make.account(world, disabled_at=world.clock.now())
    leaving = make.account(world, erases_at=world.clock.now())
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ada).must(200)
    skipped = [UNKNOWN_ID, mallory.id, disabled, leaving, ada.id]
    event_id = create_event(world, root)
    count, skipped_ids = invite(world, root, event_id, *skipped, root.id)
    assert (count, sorted(skipped_ids)) == (1, sorted(map(str, skipped)))
    assert [guest["email"] for guest in list_guests(world, root, event_id)] == [root.email]


def test_addresses_are_invited_with_or_without_an_account(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ben).must(200)
    disabled = make.account(world, disabled_at=world.clock.now(), email_key="out@example.com")
    emails = ["New@example.org", "new@EXAMPLE.org", ada.email.upper(), ben.email, "out@example.com"]
    created = create_event_with_invites(world, root, inviteeEmails=emails)
    assert created["invites"]["invitedCount"] == 2
    assert sorted(created["invites"]["skippedIds"]) == sorted([str(ben.id), str(disabled)])
    guests = {
        guest["email"]: guest["accountId"]
        for guest in list_guests(world, root, created["event"]["id"])
    }
    assert guests == {"New@example.org": None, ada.email: ada.id}


def test_an_unverified_account_does_not_receive_the_invitation_of_its_address(world: World) -> None:
    root = cast.root(world)
    cast.register(world, "mallory@example.com")
    created = create_event_with_invites(world, root, inviteeEmails=["mallory@example.com"])
    assert created["invites"] == {"invitedCount": 1, "skippedIds": []}
    [guest] = list_guests(world, root, created["event"]["id"])
    assert guest["accountId"] is None


def test_verifying_an_address_claims_its_invitations(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, visibility="private", inviteeEmails=["ada@example.com"])
    ada = cast.ada(world)
    assert get_event(world, ada, event_id).must(200).data["name"] == "Study club"
    [guest] = list_guests(world, root, event_id)
    assert (guest["accountId"], guest["email"]) == (ada.id, ada.email)
    assert invite(world, root, event_id, ada.id) == (0, [ada.id])
    exported = world.get("/users/me/export", as_=ada).must(200).data
    assert [row["event_id"] for row in exported["tables"]["calendar_guests"]] == [event_id]


def test_verifying_a_second_invited_address_keeps_one_guest(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, inviteeEmails=[ada.email, "second@example.com"])
    sent = {"newEmail": "second@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=ada).must(202)
    code = {"otp": world.code("second@example.com")}
    world.post("/users/me/email/confirm", code, as_=ada).must(200)
    [guest] = list_guests(world, root, event_id)
    assert (guest["accountId"], guest["email"]) == (ada.id, "second@example.com")


def test_guests_are_listed_in_pages(world: World) -> None:
    root = cast.root(world)
    emails = [f"guest{number}@example.com" for number in range(5)]
    event_id = create_event(world, root, inviteeEmails=emails)
    path = f"/calendar/events/{event_id}/guests?limit=2"
    results: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = world.get(path + (f"&cursor={cursor}" if cursor else ""), as_=root).must(200).data
        results += [guest["email"] for guest in page["items"]]
        cursor = page["nextCursor"]
    assert results == emails
    other = create_event(world, root)
    cursor = world.get(path, as_=root).data["nextCursor"]
    world.get(f"/calendar/events/{other}/guests?cursor={cursor}", as_=root).must(422)


def test_a_member_can_reply_without_an_invitation_and_change_the_reply(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(world, root, inviteeEmails=[ada.email])
    for person, status in ((ada, "going"), (ben, "declined"), (ada, "declined"), (ben, "going")):
        assert reply(world, person, event_id, status).must(200).data == {"status": status}
    guests = {
        guest["email"]: (guest["status"], bool(guest["invitedAt"]))
        for guest in list_guests(world, root, event_id)
    }
    assert guests == {ada.email: ("declined", True), ben.email: ("going", False)}


def test_replying_requires_a_visible_event(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    event_id = create_event(world, root, visibility="private")
    assert reply(world, ben, event_id, "going").must(404).error == "event_not_found"
    reply(world, ben, UNKNOWN_ID, "going").must(404)
    assert reply(world, ben, event_id, "maybe").must(422).faults == {"status": "not_one_of"}
    world.post(f"/calendar/events/{event_id}/rsvp", {"status": "going"}).must(401)


def test_a_full_event_accepts_no_more_guests(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(world, root, maxCapacity=1)
    reply(world, ada, event_id, "going").must(200)
    assert reply(world, ben, event_id, "going").must(409).error == "event_full"
    reply(world, ada, event_id, "going").must(200)
    reply(world, ben, event_id, "declined").must(200)
    assert reply(world, ben, event_id, "going").must(409).error == "event_full"
    reply(world, ada, event_id, "declined").must(200)
    reply(world, ben, event_id, "going").must(200)


def test_lowering_the_capacity_keeps_guests_and_accepts_no_new_ones(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = create_event(world, root)
    reply(world, ada, event_id, "going").must(200)
    reply(world, ben, event_id, "going").must(200)
    world.patch(f"/calendar/events/{event_id}", {"maxCapacity": 1}, as_=root).must(200)
    assert [guest["status"] for guest in list_guests(world, root, event_id)] == ["going"] * 2
    reply(world, ada, event_id, "declined").must(200)
    assert reply(world, ada, event_id, "going").must(409).error == "event_full"


class TestManyAtOnce:
    """Concurrent requests, with a higher rate limit."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(
            update={"rate_limit": Rule("default", 1_000, 60), "address_limit_factor": 1000}
        )

    def test_concurrent_replies_do_not_exceed_the_capacity(self, world: World) -> None:
        root = cast.root(world)
        event_id = create_event(world, root, maxCapacity=3)
        people = [cast.sign_up(world, f"guest{number}@example.com") for number in range(20)]
        responses = world.together(
            [
                lambda person=person: world.sending(  # type: ignore[misc]
                    "POST", f"/calendar/events/{event_id}/rsvp", {"status": "going"}, as_=person
                )
                for person in people
            ]
        )
        assert sorted(response.status for response in responses) == [200] * 3 + [409] * 17
        assert {response.error for response in responses if response.status == 409} == {
            "event_full"
        }
        assert len(list_guests(world, root, event_id)) == 3

    def test_concurrent_replies_of_a_member_create_one_guest(self, world: World) -> None:
        root, ada = cast.root(world), cast.ada(world)
        event_id = create_event(world, root)
        responses = world.together(
            [
                lambda: world.sending(
                    "POST", f"/calendar/events/{event_id}/rsvp", {"status": "going"}, as_=ada
                )
            ]
            * 10
        )
        assert {response.status for response in responses} == {200}
        assert len(list_guests(world, root, event_id)) == 1

    def test_concurrent_invitations_of_a_member_create_one_guest(self, world: World) -> None:
        root, ada = cast.root(world), cast.ada(world)
        event_id = create_event(world, root)
        sent = {"inviteeIds": [ada.id]}
        responses = world.together(
            [lambda: world.sending("POST", f"/calendar/events/{event_id}/guests", sent, as_=root)]
            * 6
        )
        assert sorted(response.must(200).data["invitedCount"] for response in responses) == [
            0
        ] * 5 + [1]
        assert len(world.mail(ada.email)) == 2  # the code and the invitation


def test_five_hundred_guests_are_invited_with_few_statements(world: World) -> None:
    root = cast.root(world)
    emails = [f"guest{number}@example.com" for number in range(501)]
    refused = world.post("/calendar/events", {**EVENT, "inviteeEmails": emails}, as_=root)
    assert list(refused.must(422).faults) == ["inviteeEmails"]
    statements: list[str] = []
    engine = world.application.app_state.database.engine

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        statements.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    created = create_event_with_invites(world, root, inviteeEmails=emails[1:])
    sa.event.remove(engine, "before_cursor_execute", note)
    assert created["invites"] == {"invitedCount": 500, "skippedIds": []}
    assert len(statements) < 20, statements


def test_erasing_an_account_deletes_its_guests(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = create_event(world, root, maxCapacity=1, startAt="2027-01-04T18:00:00Z")
    reply(world, ada, event_id, "going").must(200)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        assert tx.rows(sa.select(rows)) == []
    ben = cast.ben(world)
    reply(world, ben, event_id, "going").must(200)
