"""Changing the own account: only the sent members change."""

from dataclasses import dataclass

from tests import cast
from tests.world import World

PICTURE = "https://example.com/ada.png"
BEFORE = {"firstName": "Ada", "lastName": "Lovell", "avatarUrl": PICTURE}


@dataclass(frozen=True, slots=True)
class Change:
    """The sent members, and the members that differ from `BEFORE` afterwards."""

    sent: dict[str, object] | None
    different: dict[str, object]


CHANGES = [
    Change(None, {}),
    Change({}, {}),
    Change({"avatarUrl": ""}, {"avatarUrl": None}),
    Change({"avatarUrl": "http://example.org/?a=b#c"}, {"avatarUrl": "http://example.org/?a=b#c"}),
    Change({"firstName": "A"}, {"firstName": "A"}),
    Change({"firstName": "a" * 100}, {"firstName": "a" * 100}),
    Change({"lastName": "李"}, {"lastName": "李"}),
    Change({"firstName": "<b>Ada</b>"}, {"firstName": "<b>Ada</b>"}),
    Change({"firstName": "Ada' OR 1=1 --"}, {"firstName": "Ada' OR 1=1 --"}),
    Change({"role": "client", "verificationTier": "pro", "isEmailVerified": False}, {}),
    Change({"email": "eve@example.com", "id": "0"}, {}),
]


def test_only_the_sent_members_change(world: World) -> None:
    ada = cast.ada(world)
    for change in CHANGES:
        before = world.patch("/users/me", BEFORE, as_=ada).must(200).data
        world.clock.advance(seconds=60)
        after = world.patch("/users/me", change.sent, as_=ada).must(200).data
        stamp = {"updatedAt": after["updatedAt"]} if change.different else {}
        assert after == {**before, **change.different, **stamp}, change
        assert (after["updatedAt"] > before["updatedAt"]) == bool(change.different), change
        assert world.get("/users/me", as_=ada).must(200).data == after, change


def test_a_refused_change_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    before = world.get("/users/me", as_=ada).data
    world.patch("/users/me", {"firstName": "Eve", "lastName": None}, as_=ada).must(422)
    assert world.get("/users/me", as_=ada).data == before


def test_a_member_can_not_change_another_account(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    world.patch("/users/me", {"firstName": "Ben", "id": ada.id}, as_=ben).must(200)
    assert world.get("/users/me", as_=ada).data["firstName"] is None
    assert world.get("/users/me", as_=ben).data["firstName"] == "Ben"
