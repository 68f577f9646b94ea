"""Members choose which optional letters they get; nobody can refuse the others."""

from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Subscription
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
}
WORN_OUT = Person("ada@example.com", token="worn out")


def invite(world: World, person: Person) -> None:
    """An optional letter to somebody."""
    subscription = Subscription(Id(str(person.id)), "event_invitation")
    post(
        world,
        name="accounts/password_changed",
        to=person.email,
        secrets={},
        subscription=subscription,
    )


def subjects(world: World, person: Person) -> list[str]:
    return [str(letter["Subject"]) for letter in world.mail(person.email)]


def test_it_is_for_members(world: World) -> None:
    for person in (ANONYMOUS, WORN_OUT):
        world.get(PATH, as_=person).must(401)
        world.patch(PATH, {}, as_=person).must(401)


def test_all_are_wanted_until_some_are_refused(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    assert world.get(PATH, as_=ada).must(200).data == ALL
    sent = {"eventInvitation": False, "postingDecided": False}
    assert world.patch(PATH, sent, as_=ada).must(200).data == {**ALL, **sent}
    again = world.patch(PATH, {"postingDecided": True}, as_=ada).must(200).data
    assert again == {**ALL, "eventInvitation": False}
    assert world.patch(PATH, as_=ada).must(200).data == again
    assert world.get(PATH, as_=ada).must(200).data == again
    assert world.get(PATH, as_=ben).must(200).data == ALL


def test_a_choice_is_true_or_false(world: World) -> None:
    ada = cast.ada(world)
    for value in (None, 0, "false"):
        faults = world.patch(PATH, {"eventInvitation": value}, as_=ada).must(422).faults
        assert faults == {"eventInvitation": "wrong_type"}


def test_a_letter_that_is_refused_is_not_written(world: World) -> None:
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


def test_what_concerns_an_accounts_safety_comes_all_the_same(world: World) -> None:
    ada = cast.ada(world)
    world.patch(PATH, dict.fromkeys(ALL, False), as_=ada).must(200)
    world.post("/auth/forgot-password", {"email": ada.email}).must(202)
    assert "Reset your Bridgework password" in subjects(world, ada)
    sent = {"verificationCode": False, "resetCode": False}
    assert world.patch(PATH, sent, as_=ada).must(200).data == dict.fromkeys(ALL, False)
    refused = world.patch(PATH, sent, as_=ada, headers={"prefer": "handling=strict"}).must(422)
    assert set(refused.faults) == set(sent)


def test_many_choices_at_once_are_one_choice(world: World) -> None:
    ada = cast.ada(world)
    answers = world.together(
        [lambda: world.sending("PATCH", PATH, {"eventInvitation": False}, as_=ada)] * 10
    )
    assert {answer.status for answer in answers} == {200}
    assert world.get(PATH, as_=ada).data == {**ALL, "eventInvitation": False}
