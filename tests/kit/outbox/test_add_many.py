"""Queueing many e-mails: only subscribers get one, and the event is recorded once."""

from dataclasses import replace

import sqlalchemy as sa

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Subscription, queries, subscriptions
from bridgework.kit.delivery.outbox.tables import outbox_emails, refused_addresses
from tests import cast
from tests.kit.outbox.posting import EMAIL
from tests.world import World

KIND = "event_invitation"


def test_emails_are_sent_to_subscribers_and_report_one_event(world: World) -> None:
    app_state = world.application.app_state
    ada, ben = cast.ada(world), cast.ben(world)
    world.patch("/users/me/notifications", {"eventInvitation": False}, as_=ben).must(200)
    marks = {
        name: subscriptions.address_digests(app_state.keyring, f"{name}@example.org")
        for name in ("x", "y")
    }
    several = [
        replace(EMAIL, to=to, subscription=subscription)
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
        written = queries.add_many(tx, app_state.keyring, several, world.clock.now())
        assert queries.add_many(tx, app_state.keyring, [], world.clock.now()) == []
    assert [queued.to for queued in written] == [ada.email, "x@example.org", "z@example.org"]
    for queued in written:
        assert world.mail(queued.to)
    assert world.mail("y@example.org") == []


def test_an_address_may_subscribe_again(world: World) -> None:
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
        assert tx.rows(sa.select(outbox_emails)) == []


def test_an_unsubscribe_link_contains_only_the_digest_of_an_address(world: World) -> None:
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
