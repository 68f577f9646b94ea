"""Many letters at once: each to who wants it, and what they tell of is noted once."""

from dataclasses import replace

import sqlalchemy as sa

from bridgework.kit.ids import Id
from bridgework.kit.outbox import store, subscriptions
from bridgework.kit.outbox.email import Subscription
from bridgework.kit.outbox.tables import events, letters, refused_addresses
from tests import cast
from tests.kit.outbox.posting import LETTER
from tests.world import World

KIND = "event_invitation"


def test_they_go_to_who_wants_them_and_are_one_event(world: World) -> None:
    app_state = world.application.app_state
    ada, ben = cast.ada(world), cast.ben(world)
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ben).must(200)
    marks = {
        name: subscriptions.address_digests(app_state.keyring, f"{name}@example.org")
        for name in ("x", "y")
    }
    several = [
        replace(LETTER, to=to, subscription=subscription)
        for to, subscription in (
            (ada.email, Subscription(Id(str(ada.id)), KIND)),
            (ben.email, Subscription(Id(str(ben.id)), KIND)),
            ("x@example.org", Subscription(None, KIND, marks["x"])),
            ("y@example.org", Subscription(None, KIND, marks["y"])),
            ("z@example.org", None),
        )
    ]
    with app_state.database.writing() as tx:
        subscriptions.set_preference(
            tx, Subscription(None, KIND, marks["y"]), wanted=False, now=world.clock.now()
        )
        before = tx.value(sa.select(sa.func.count()).select_from(events))
        written = store.add_many(tx, app_state.keyring, several, world.clock.now())
        assert tx.value(sa.select(sa.func.count()).select_from(events)) == before + 1
        assert store.add_many(tx, app_state.keyring, [], world.clock.now()) == []
    assert [letter.to for letter in written] == [ada.email, "x@example.org", "z@example.org"]
    for letter in written:
        assert world.mail(letter.to)
    assert world.mail("y@example.org") == []


def test_an_address_may_take_its_refusal_back(world: World) -> None:
    app_state, now = world.application.app_state, world.clock.now()
    subscription = Subscription(
        None, KIND, subscriptions.address_digests(app_state.keyring, "x@example.org")
    )
    with app_state.database.writing() as tx:
        for _ in range(2):
            subscriptions.set_preference(tx, subscription, wanted=False, now=now)
            assert subscriptions.unsubscribed(tx, [subscription]) == {subscription}
        subscriptions.set_preference(tx, subscription, wanted=True, now=now)
        assert subscriptions.unsubscribed(tx, [subscription]) == set()
        assert tx.rows(sa.select(refused_addresses)) == []
        assert tx.rows(sa.select(letters)) == []


def test_a_link_names_an_address_by_its_mark_alone(world: World) -> None:
    keyring = world.application.app_state.keyring
    subscription = Subscription(None, KIND, subscriptions.address_digests(keyring, "x@example.org"))
    token = subscriptions.unsubscribe_token(keyring, subscription)
    assert "example" not in token
    assert subscriptions.from_token(keyring, token) == replace(
        subscription, digests=subscription.digests[:1]
    )
    assert (
        subscriptions.from_token(keyring, token[:-1] + ("0" if token[-1] != "0" else "1")) is None
    )
