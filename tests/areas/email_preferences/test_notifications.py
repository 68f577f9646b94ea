"""Members choose which optional e-mails they receive; other e-mails are always sent."""

import pytest

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Subscription
from tests import cast
from tests.kit.outbox.posting import post
from tests.world import ANONYMOUS, Person, World

PATH = "/users/me/notifications"
ALL = {
    "applicationReceived": True,
    "applicationDecided": True,
    "postingDecided": True,
    "eventInvitation": True,
    "consultationDecided": True,
    "introduction": True,
    "savedSearchAlert": True,
}
EXPIRED = Person("ada@example.com", token="expired")


def invite(world: World, person: Person) -> None:
    """Send an optional e-mail."""
    subscription = Subscription(Id(str(person.id)), "event_invitation")
    post(
        world,
        name="accounts/password_changed",
        to=person.email,
        secrets={},
        subscription=subscription,
    )


def subjects(world: World, person: Person) -> list[str]:
    return [str(message["Subject"]) for message in world.mail(person.email)]


def test_preferences_require_a_sign_in(world: World) -> None:
    for person in (ANONYMOUS, EXPIRED):
        world.get(PATH, as_=person).must(401)
        world.patch(PATH, {}, as_=person).must(401)


def test_all_optional_emails_are_enabled_by_default(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    assert world.get(PATH, as_=ada).must(200).data == ALL
    sent = {"eventInvitation": False, "postingDecided": False}
    assert world.patch(PATH, sent, as_=ada).must(200).data == {**ALL, **sent}
    again = world.patch(PATH, {"postingDecided": True}, as_=ada).must(200).data
    assert again == {**ALL, "eventInvitation": False}
    assert world.patch(PATH, as_=ada).must(200).data == again
    assert world.get(PATH, as_=ada).must(200).data == again
    assert world.get(PATH, as_=ben).must(200).data == ALL


def test_a_preference_must_be_a_boolean(world: World) -> None:
    ada = cast.ada(world)
    for value in (None, 0, "false"):
        faults = world.patch(PATH, {"eventInvitation": value}, as_=ada).must(422).faults
        assert faults == {"eventInvitation": "wrong_type"}


def test_a_disabled_kind_of_email_is_not_sent(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    before = {person: len(subjects(world, person)) for person in (ada, ben)}
    world.patch(PATH, {"eventInvitation": False}, as_=ada).must(200)
    invite(world, ada)
    invite(world, ben)
    assert len(subjects(world, ada)) == before[ada]
    assert len(subjects(world, ben)) == before[ben] + 1
    world.patch(PATH, {"eventInvitation": True}, as_=ada).must(200)
    invite(world, ada)
    assert len(subjects(world, ada)) == before[ada] + 1


def test_security_emails_can_not_be_disabled(world: World) -> None:
    ada = cast.ada(world)
    world.patch(PATH, dict.fromkeys(ALL, False), as_=ada).must(200)
    world.post("/auth/forgot-password", {"email": ada.email}).must(202)
    assert "Reset your Bridgework password" in subjects(world, ada)
    sent = {"verificationCode": False, "resetCode": False}
    assert world.patch(PATH, sent, as_=ada).must(200).data == dict.fromkeys(ALL, False)
    refused = world.patch(PATH, sent, as_=ada, headers={"prefer": "handling=strict"}).must(422)
    assert set(refused.faults) == set(sent)


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_identical_changes_all_succeed(world: World) -> None:
    ada = cast.ada(world)
    responses = world.together(
        [lambda: world.sending("PATCH", PATH, {"eventInvitation": False}, as_=ada)] * 10
    )
    assert {response.status for response in responses} == {200}
    assert world.get(PATH, as_=ada).data == {**ALL, "eventInvitation": False}
