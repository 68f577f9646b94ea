"""Guests: who is invited and who is skipped, what they answer, and that a full house is full."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.calendar.tables import guests as rows
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.areas.calendar.holding import EVENT, event, guests, hold, listed, reply, shown
from tests.world import Person, World

NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def invite(world: World, root: Person, event_id: str, *ids: object) -> tuple[int, list[str]]:
    """How many were invited, and who was skipped."""
    sent = {"inviteeIds": [str(each) for each in ids]}
    told = world.post(f"/calendar/events/{event_id}/guests", sent, as_=root).must(200).data
    return told["invitedCount"], told["skippedIds"]


def test_members_are_invited_by_their_ids_each_once(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = event(world, root, visibility="private")
    assert invite(world, root, event_id, ada.id, ben.id, ada.id) == (2, [])
    assert invite(world, root, event_id, ada.id) == (0, [ada.id])
    assert invite(world, root, event_id) == (0, [])
    told = [
        (guest["accountId"], guest["email"], guest["status"])
        for guest in guests(world, root, event_id)
    ]
    assert told == [(ada.id, ada.email, "invited"), (ben.id, ben.email, "invited")]
    assert listed(world, ben) == ["Study club"]


def test_ids_are_ids_and_five_hundred_at_most(world: World) -> None:
    root = cast.root(world)
    path = f"/calendar/events/{event(world, root)}/guests"
    for sent, fault in ((["ada"], "inviteeIds[0]"), ([NOBODYS] * 501, "inviteeIds")):
        assert list(world.post(path, {"inviteeIds": sent}, as_=root).must(422).faults) == [fault]


def test_who_cannot_be_invited_is_skipped_by_name(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    mallory = cast.register(world, "mallory@example.com")
    disabled = make.account(world, disabled_at=world.clock.now())
    leaving = make.account(world, erases_at=world.clock.now())
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ada).must(200)
    skipped = [NOBODYS, mallory.id, disabled, leaving, ada.id]
    event_id = event(world, root)
    count, told = invite(world, root, event_id, *skipped, root.id)
    assert (count, sorted(told)) == (1, sorted(map(str, skipped)))
    assert [guest["email"] for guest in guests(world, root, event_id)] == [root.email]


def test_people_are_invited_by_their_addresses_members_or_not(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ben).must(200)
    disabled = make.account(world, disabled_at=world.clock.now(), email_key="out@example.com")
    emails = ["New@example.org", "new@EXAMPLE.org", ada.email.upper(), ben.email, "out@example.com"]
    made = hold(world, root, inviteeEmails=emails)
    assert made["invites"]["invitedCount"] == 2
    assert sorted(made["invites"]["skippedIds"]) == sorted([str(ben.id), str(disabled)])
    found = {
        guest["email"]: guest["accountId"] for guest in guests(world, root, made["event"]["id"])
    }
    assert found == {"New@example.org": None, ada.email: ada.id}


def test_an_address_that_somebody_registered_unproved_is_still_its_owners(world: World) -> None:
    root = cast.root(world)
    cast.register(world, "mallory@example.com")
    made = hold(world, root, inviteeEmails=["mallory@example.com"])
    assert made["invites"] == {"invitedCount": 1, "skippedIds": []}
    [guest] = guests(world, root, made["event"]["id"])
    assert guest["accountId"] is None


def test_who_proves_an_address_has_its_invitations(world: World) -> None:
    root = cast.root(world)
    event_id = event(world, root, visibility="private", inviteeEmails=["ada@example.com"])
    ada = cast.ada(world)
    assert shown(world, ada, event_id).must(200).data["name"] == "Study club"
    [guest] = guests(world, root, event_id)
    assert (guest["accountId"], guest["email"]) == (ada.id, ada.email)
    assert invite(world, root, event_id, ada.id) == (0, [ada.id])
    exported = world.get("/users/me/export", as_=ada).must(200).data
    assert [row["event_id"] for row in exported["tables"]["calendar_guests"]] == [event_id]


def test_a_proved_address_does_not_make_somebody_a_guest_twice(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = event(world, root, inviteeEmails=[ada.email, "second@example.com"])
    sent = {"newEmail": "second@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=ada).must(202)
    code = {"otp": world.code("second@example.com")}
    world.post("/users/me/email/confirm", code, as_=ada).must(200)
    [guest] = guests(world, root, event_id)
    assert (guest["accountId"], guest["email"]) == (ada.id, "second@example.com")


def test_the_guests_are_listed_a_page_at_a_time(world: World) -> None:
    root = cast.root(world)
    emails = [f"guest{number}@example.com" for number in range(5)]
    event_id = event(world, root, inviteeEmails=emails)
    path = f"/calendar/events/{event_id}/guests?limit=2"
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = world.get(path + (f"&cursor={cursor}" if cursor else ""), as_=root).must(200).data
        found += [guest["email"] for guest in page["items"]]
        cursor = page["nextCursor"]
    assert found == emails
    other = event(world, root)
    cursor = world.get(path, as_=root).data["nextCursor"]
    world.get(f"/calendar/events/{other}/guests?cursor={cursor}", as_=root).must(422)


def test_an_answer_may_be_given_uninvited_and_changed(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = event(world, root, inviteeEmails=[ada.email])
    for person, status in ((ada, "going"), (ben, "declined"), (ada, "declined"), (ben, "going")):
        assert reply(world, person, event_id, status).must(200).data == {"status": status}
    told = {
        guest["email"]: (guest["status"], bool(guest["invitedAt"]))
        for guest in guests(world, root, event_id)
    }
    assert told == {ada.email: ("declined", True), ben.email: ("going", False)}


def test_only_who_may_see_an_event_answers(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    event_id = event(world, root, visibility="private")
    assert reply(world, ben, event_id, "going").must(404).error == "event_not_found"
    reply(world, ben, NOBODYS, "going").must(404)
    assert reply(world, ben, event_id, "maybe").must(422).faults == {"status": "not_one_of"}
    world.post(f"/calendar/events/{event_id}/rsvp", {"status": "going"}).must(401)


def test_a_full_house_takes_nobody_more(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = event(world, root, maxCapacity=1)
    reply(world, ada, event_id, "going").must(200)
    assert reply(world, ben, event_id, "going").must(409).error == "event_full"
    reply(world, ada, event_id, "going").must(200)
    reply(world, ben, event_id, "declined").must(200)
    assert reply(world, ben, event_id, "going").must(409).error == "event_full"
    reply(world, ada, event_id, "declined").must(200)
    reply(world, ben, event_id, "going").must(200)


def test_a_smaller_house_sends_nobody_away_and_takes_nobody_more(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    event_id = event(world, root)
    reply(world, ada, event_id, "going").must(200)
    reply(world, ben, event_id, "going").must(200)
    world.patch(f"/calendar/events/{event_id}", {"maxCapacity": 1}, as_=root).must(200)
    assert [guest["status"] for guest in guests(world, root, event_id)] == ["going"] * 2
    reply(world, ada, event_id, "declined").must(200)
    assert reply(world, ada, event_id, "going").must(409).error == "event_full"


class TestManyAtOnce:
    """Twenty people, three places."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"rate_limit": Rule("default", 1_000, 60)})

    def test_three_places_are_taken_by_three(self, world: World) -> None:
        root = cast.root(world)
        event_id = event(world, root, maxCapacity=3)
        people = [cast.sign_up(world, f"guest{number}@example.com") for number in range(20)]
        answers = world.together(
            [
                lambda person=person: world.sending(  # type: ignore[misc]
                    "POST", f"/calendar/events/{event_id}/rsvp", {"status": "going"}, as_=person
                )
                for person in people
            ]
        )
        assert sorted(answer.status for answer in answers) == [200] * 3 + [409] * 17
        assert {answer.error for answer in answers if answer.status == 409} == {"event_full"}
        assert len(guests(world, root, event_id)) == 3

    def test_one_person_is_one_guest_however_often_they_answer(self, world: World) -> None:
        root, ada = cast.root(world), cast.ada(world)
        event_id = event(world, root)
        answers = world.together(
            [
                lambda: world.sending(
                    "POST", f"/calendar/events/{event_id}/rsvp", {"status": "going"}, as_=ada
                )
            ]
            * 10
        )
        assert {answer.status for answer in answers} == {200}
        assert len(guests(world, root, event_id)) == 1

    def test_one_person_is_invited_once_by_however_many(self, world: World) -> None:
        root, ada = cast.root(world), cast.ada(world)
        event_id = event(world, root)
        sent = {"inviteeIds": [ada.id]}
        answers = world.together(
            [lambda: world.sending("POST", f"/calendar/events/{event_id}/guests", sent, as_=root)]
            * 6
        )
        assert sorted(answer.must(200).data["invitedCount"] for answer in answers) == [0] * 5 + [1]
        assert len(world.mail(ada.email)) == 2  # the code, and the invitation


def test_five_hundred_are_invited_by_a_few_statements_and_no_more_are(world: World) -> None:
    root = cast.root(world)
    emails = [f"guest{number}@example.com" for number in range(501)]
    refused = world.post("/calendar/events", {**EVENT, "inviteeEmails": emails}, as_=root)
    assert list(refused.must(422).faults) == ["inviteeEmails"]
    statements: list[str] = []
    engine = world.application.app_state.database.engine

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        statements.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    made = hold(world, root, inviteeEmails=emails[1:])
    sa.event.remove(engine, "before_cursor_execute", note)
    assert made["invites"] == {"invitedCount": 500, "skippedIds": []}
    assert len(statements) < 20, statements


def test_a_guest_goes_with_their_account(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event_id = event(world, root, maxCapacity=1)
    reply(world, ada, event_id, "going").must(200)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        assert tx.rows(sa.select(rows)) == []
    ben = cast.ben(world)
    reply(world, ben, event_id, "going").must(200)
