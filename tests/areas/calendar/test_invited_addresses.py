"""Addresses are invited to an event that exists, with an account or without."""

from typing import Any

import pytest

from tests import cast, make
from tests.areas.calendar.calendar_client import create_event, list_guests
from tests.areas.calendar.test_emails import appointment, path_of
from tests.world import PUBLIC_URL, Person, World

GUEST = "new.guest@example.org"


def invite(world: World, root: Person, event_id: str, **members: Any) -> Any:
    return world.post(f"/calendar/events/{event_id}/guests", members, as_=root).must(200).data


def test_addresses_without_an_account_are_invited_to_an_existing_event(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    assert invite(world, root, event_id, inviteeEmails=[GUEST]) == {
        "invitedCount": 1,
        "skippedIds": [],
        "addresses": [{"email": GUEST, "outcome": "invited"}],
    }
    [guest] = list_guests(world, root, event_id)
    assert (guest["email"], guest["accountId"], guest["status"]) == (GUEST, None, "invited")
    message = world.mail(GUEST)[-1]
    assert appointment(message)["ATTENDEE"] == f"mailto:{GUEST}"
    path = path_of(message, "/calendar/rsvp/")
    world.post(f"{path}?status=going").must(200)
    assert [guest["status"] for guest in list_guests(world, root, event_id)] == ["going"]


def test_the_address_of_an_account_invites_the_account(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    cast.register(world, "mallory@example.com")  # not verified: the address alone is invited
    event_id = create_event(world, root, visibility="private")
    emails = [ada.email.upper(), "mallory@example.com"]
    invites = invite(world, root, event_id, inviteeIds=[ada.id], inviteeEmails=emails)
    assert (invites["invitedCount"], invites["skippedIds"]) == (2, [])
    assert [each["outcome"] for each in invites["addresses"]] == ["invited"] * 2
    guests = {guest["email"]: guest["accountId"] for guest in list_guests(world, root, event_id)}
    assert guests == {ada.email: ada.id, "mallory@example.com": None}
    assert len(world.mail(ada.email)) == 2  # the code and the invitation


def test_each_address_has_its_outcome(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    disabled = make.account(world, disabled_at=world.clock.now(), email_key="out@example.com")
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ben).must(200)
    first = create_event(world, root, inviteeEmails=["no@example.org"])
    link = str(world.mail("no@example.org")[-1]["List-Unsubscribe"])[1:-1]
    world.post(link.removeprefix(PUBLIC_URL)).must(200)
    event_id = create_event(world, root, inviteeEmails=[ada.email])
    sent = ["New@example.org", "new@EXAMPLE.org", ada.email, ben.email, "out@example.com"]
    invites = invite(world, root, event_id, inviteeEmails=[*sent, "no@example.org"])
    assert invites["addresses"] == [
        {"email": "New@example.org", "outcome": "invited"},
        {"email": ada.email, "outcome": "already_invited"},
        {"email": ben.email, "outcome": "unsubscribed"},
        {"email": "out@example.com", "outcome": "unavailable"},
        {"email": "no@example.org", "outcome": "unsubscribed"},
    ]
    assert invites["invitedCount"] == 1
    assert sorted(invites["skippedIds"]) == sorted(map(str, (ada.id, ben.id, disabled)))
    again = invite(world, root, first, inviteeEmails=["no@example.org"])
    assert again["addresses"] == [{"email": "no@example.org", "outcome": "already_invited"}]


def test_inviting_an_address_again_sends_nothing(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    counts = [
        invite(world, root, event_id, inviteeEmails=[GUEST])["invitedCount"] for _ in range(2)
    ]
    assert (counts, len(world.mail(GUEST))) == ([1, 0], 1)
    assert invite(world, root, event_id)["addresses"] == []


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_invitations_of_an_address_create_one_guest(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    sent = {"inviteeEmails": [GUEST, "other@example.org"]}
    responses = world.together(
        [lambda: world.sending("POST", f"/calendar/events/{event_id}/guests", sent, as_=root)] * 4
    )
    counts = sorted(response.must(200).data["invitedCount"] for response in responses)
    assert counts == [0, 0, 0, 2]
    assert len(list_guests(world, root, event_id)) == 2
    assert len(world.mail(GUEST)) == 1


@pytest.mark.slow("invites five hundred addresses")
def test_at_most_five_hundred_valid_addresses_are_accepted(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    path = f"/calendar/events/{event_id}/guests"
    emails = [f"guest{number}@example.org" for number in range(501)]
    for sent, fault in ((["ada"], "inviteeEmails[0]"), (emails, "inviteeEmails")):
        assert list(world.post(path, {"inviteeEmails": sent}, as_=root).must(422).faults) == [fault]
    invites = invite(world, root, event_id, inviteeEmails=emails[1:])
    assert (invites["invitedCount"], len(invites["addresses"])) == (500, 500)
    world.run_periodic_tasks()
    assert len(world.mail()) - len(world.mail(root.email)) == 500
