"""A sender cannot tell a declined, blocked or unwanted request from one that waits."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import make
from tests.areas.introductions import asking
from tests.areas.introductions.asking import answer, ask_expert, box
from tests.areas.roles import desk
from tests.world import World

Silence = Callable[[World, desk.Cast], None]


def declined(world: World, people: desk.Cast) -> None:
    (received,) = box(world, people.ada)
    seen = answer(world, people.ada, received["id"], "decline").must(200).data
    assert seen["status"] == "declined"


def blocked(world: World, people: desk.Cast) -> None:
    world.put(f"/users/me/blocks/{people.ben.id}", as_=people.ada).must(200)


def unwanted_by_all(world: World, people: desk.Cast) -> None:
    world.patch("/users/me/contact", {"introductions": "nobody"}, as_=people.ada).must(200)


def verified_only(world: World, people: desk.Cast) -> None:
    world.patch("/users/me/contact", {"introductions": "verified"}, as_=people.ada).must(200)


def waiting(world: World, people: desk.Cast) -> None:
    """Nothing happens."""


BEFORE = pytest.mark.parametrize("silence", [blocked, unwanted_by_all, verified_only])
AFTER = pytest.mark.parametrize("silence", [declined, blocked, unwanted_by_all])


def without_ids(item: Any) -> Any:
    return {name: value for name, value in item.items() if name not in {"id", "other"}}


@BEFORE
def test_an_unwanted_request_looks_as_one_that_waits(world: World, silence: Silence) -> None:
    people = desk.sign_up_all(world)
    silence(world, people)
    unwanted = ask_expert(world, people.ben, people.ada).must(201)
    wanted = ask_expert(world, people.ben, people.eve).must(201)
    kept = {**without_ids(wanted.data), "about": None}
    assert {**without_ids(unwanted.data), "about": None} == kept
    assert set(unwanted.headers) == set(wanted.headers)
    assert len(unwanted.content) == pytest.approx(len(wanted.content), abs=10)
    sent = [one["status"] for one in box(world, people.ben, "out")]
    assert sent == ["pending", "pending"]
    assert len(box(world, people.eve)) == 1
    assert box(world, people.ada) == []
    assert world.get("/notifications", as_=people.ada).must(200).data["items"] == []
    assert asking.emails_about(world, people.ada) == []
    again = ask_expert(world, people.ben, people.ada).must(409)
    assert again.error == "introduction_open"
    world.clock.advance(days=14)
    (ben,) = asking.again(world, people.ben)
    assert [one["status"] for one in box(world, ben, "out")] == ["lapsed", "lapsed"]


@AFTER
def test_what_happens_later_changes_nothing_for_the_sender(world: World, silence: Silence) -> None:
    people = desk.sign_up_all(world)
    ask_expert(world, people.ben, people.ada).must(201)
    before = world.get("/introductions?box=out", as_=people.ben).must(200).content
    notified = world.get("/notifications", as_=people.ben).must(200).content
    silence(world, people)
    assert world.get("/introductions?box=out", as_=people.ben).must(200).content == before
    assert world.get("/notifications", as_=people.ben).must(200).content == notified
    assert ask_expert(world, people.ben, people.ada).must(409).error == "introduction_open"
    assert asking.emails_about(world, people.ben) == []


@pytest.mark.parametrize("silence", [waiting, declined])
def test_the_sender_withdraws_one_that_was_declined_as_any_other(
    world: World, silence: Silence
) -> None:
    people = desk.sign_up_all(world)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    silence(world, people)
    withdrawn = answer(world, people.ben, asked, "withdraw").must(200).data
    assert (withdrawn["status"], withdrawn["answeredAt"]) == ("withdrawn", None)
    expected = "declined" if silence is declined else "withdrawn"
    assert [one["status"] for one in box(world, people.ada)] == [expected]


def test_no_request_is_delivered_for_90_days_after_one_was_declined(world: World) -> None:
    people = desk.sign_up_all(world)
    ask_expert(world, people.ben, people.ada).must(201)
    declined(world, people)
    for days, delivered in ((14, 1), (75, 1), (1, 2)):
        world.clock.advance(days=days)
        ada, ben = asking.again(world, people.ada, people.ben)
        asked = ask_expert(world, ben, ada).must(201).data["id"]
        assert len(box(world, ada)) == delivered
        answer(world, ben, asked, "withdraw").must(200)


def test_a_decline_concerns_one_sender(world: World) -> None:
    people = desk.sign_up_all(world)
    ask_expert(world, people.ben, people.ada).must(201)
    declined(world, people)
    ask_expert(world, people.carl, people.ada).must(201)
    ask_expert(world, people.ben, people.eve).must(201)
    assert [len(box(world, one)) for one in (people.ada, people.eve)] == [2, 1]


def test_one_that_was_declined_is_not_accepted_later(world: World) -> None:
    people = desk.sign_up_all(world)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    declined(world, people)
    assert answer(world, people.ada, asked, "accept").must(409).error == "invalid_transition"


def test_an_undelivered_request_cannot_be_answered(world: World) -> None:
    people = desk.sign_up_all(world)
    unwanted_by_all(world, people)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    for how in ("accept", "decline", "withdraw"):
        assert answer(world, people.ada, asked, how).must(404).error == "introduction_not_found"


def test_a_verified_sender_reaches_a_member_who_wants_verified_ones(world: World) -> None:
    people = desk.sign_up_all(world)
    verified_only(world, people)
    make.change_account(world, people.ben.id, verification_tier="verified")
    ask_expert(world, people.ben, people.ada).must(201)
    assert len(box(world, people.ada)) == 1


@pytest.mark.parametrize("by_sender", [False, True])
def test_a_block_hides_what_waits_in_both_directions(world: World, by_sender: bool) -> None:
    people = desk.sign_up_all(world)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    who, whom = (people.ben, people.ada) if by_sender else (people.ada, people.ben)
    world.put(f"/users/me/blocks/{whom.id}", as_=who).must(200)
    assert box(world, people.ada) == []
    assert answer(world, people.ada, asked, "accept").must(404).error == "introduction_not_found"
    world.delete(f"/users/me/blocks/{whom.id}", as_=who).must(200)
    assert len(box(world, people.ada)) == 1


def test_a_block_hides_the_contact_of_an_accepted_one(world: World) -> None:
    people = desk.sign_up_all(world)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    answer(world, people.ada, asked, "accept").must(200)
    blocked(world, people)
    (sent,) = box(world, people.ben, "out")
    assert (sent["contactPerson"], sent["contactEmail"]) == (None, None)


def test_a_sender_who_is_disabled_is_not_shown(world: World) -> None:
    people = desk.sign_up_all(world)
    ask_expert(world, people.ben, people.ada).must(201)
    path = f"/admin/users/{people.ben.id}/disable"
    world.post(path, {"reason": "Spam"}, as_=people.root).must(200)
    assert box(world, people.ada) == []
    assert asking.emails_about(world, people.ada) == []
