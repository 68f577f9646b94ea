"""Other secrets take over a log: it is whole by them, goes on, and hides no more than before."""

import pytest

from bridgework.areas.audit import actions
from bridgework.areas.audit.rekey import seal_anew
from bridgework.areas.audit.verification import Kind, Verification
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from tests import cast
from tests.areas.audit import log, tampering
from tests.areas.audit.tampering import LENGTH, Act
from tests.world import Person, World

OTHERS = Keyring(("another secret of at least 32 characters",))


def found(world: World, keyring: Keyring) -> list[Kind]:
    walk = Verification(world.application.app_state.database, keyring, world.clock.now())
    return [finding.kind for finding in walk.findings()]


def take_over(world: World) -> int:
    with world.application.app_state.database.writing() as tx:
        return seal_anew(tx, OTHERS)


def test_the_log_is_whole_by_the_new_secrets_and_by_no_others(world: World) -> None:
    log.sealed(world, LENGTH)
    stranger = Person("x@example.com", address="203.0.113.99")
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}, as_=stranger).must(404)
    assert "head" in found(world, OTHERS)
    assert take_over(world) == LENGTH + 1
    assert found(world, OTHERS) == []
    assert found(world, world.application.app_state.keyring)[0] == "head"


def test_it_goes_on_from_there(world: World) -> None:
    log.sealed(world, LENGTH)
    take_over(world)
    with world.application.app_state.database.writing() as tx:
        actions.note_from_command_line(tx, OTHERS, world.clock.now(), "backup.restore")
        assert actions.seal(OTHERS, tx, world.clock.now()) == 1
    assert found(world, OTHERS) == []


def test_a_log_of_nothing_stays_one(world: World) -> None:
    assert take_over(world) == 0
    assert found(world, OTHERS) == []


def test_what_an_erasure_dropped_is_not_missed(world: World) -> None:
    ada = cast.ada(world)
    world.post("/auth/login", {"email": ada.email, "password": "wrong horse"}).must(401)
    log.sealed(world)
    with world.application.app_state.database.writing() as tx:
        assert actions.forget(tx, Id(str(ada.id))) > 0
    take_over(world)
    assert found(world, OTHERS) == []


@pytest.mark.parametrize(
    ("act", "kinds"),
    [
        (tampering.remove(5), ["missing"]),
        (tampering.remove(5, 6, 7), ["missing"]),
        (tampering.drop_head, ["head"]),
    ],
)
def test_what_is_not_there_is_missing_still(world: World, act: Act, kinds: list[Kind]) -> None:
    log.sealed(world, LENGTH)
    with world.application.app_state.database.writing() as tx:
        act(tx)
    take_over(world)
    assert found(world, OTHERS) == kinds
