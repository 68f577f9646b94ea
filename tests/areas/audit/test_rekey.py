"""A resealed log is intact under the new secrets, can be extended, and shows the same defects."""

import pytest

from bridgework.areas.history.audit import actions
from bridgework.areas.history.audit.rekey import reseal
from bridgework.areas.history.audit.verification import Kind, Verification
from bridgework.kit.core import Id
from bridgework.kit.security import Keyring
from tests import cast
from tests.areas.audit import log, tampering
from tests.areas.audit.tampering import LENGTH, Act
from tests.world import Person, World

NEW_KEYRING = Keyring(("another secret of at least 32 characters",))


def finding_kinds(world: World, keyring: Keyring) -> list[Kind]:
    verification = Verification(world.application.app_state.database, keyring, world.clock.now())
    return [finding.kind for finding in verification.findings()]


def reseal_log(world: World) -> int:
    with world.application.app_state.database.writing() as tx:
        return reseal(tx, NEW_KEYRING)


def test_the_log_is_intact_under_the_new_secrets_only(world: World) -> None:
    log.sealed(world, LENGTH)
    caller = Person("x@example.com", address="203.0.113.99")
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}, as_=caller).must(404)
    assert "head" in finding_kinds(world, NEW_KEYRING)
    assert reseal_log(world) == LENGTH + 1
    assert finding_kinds(world, NEW_KEYRING) == []
    assert finding_kinds(world, world.application.app_state.keyring)[0] == "head"


def test_new_entries_are_sealed_after_the_resealed_ones(world: World) -> None:
    log.sealed(world, LENGTH)
    reseal_log(world)
    with world.application.app_state.database.writing() as tx:
        actions.note_from_command_line(tx, NEW_KEYRING, world.clock.now(), "backup.restore")
        assert actions.seal(NEW_KEYRING, tx, world.clock.now()) == 1
    assert finding_kinds(world, NEW_KEYRING) == []


def test_an_empty_log_stays_empty(world: World) -> None:
    assert reseal_log(world) == 0
    assert finding_kinds(world, NEW_KEYRING) == []


def test_erased_personal_values_are_no_finding(world: World) -> None:
    ada = cast.ada(world)
    world.post("/auth/login", {"email": ada.email, "password": "wrong horse"}).must(401)
    log.sealed(world)
    with world.application.app_state.database.writing() as tx:
        assert actions.erase_personal_values(tx, Id(str(ada.id))) > 0
    reseal_log(world)
    assert finding_kinds(world, NEW_KEYRING) == []


@pytest.mark.parametrize(
    ("act", "kinds"),
    [
        (tampering.remove(5), ["missing"]),
        (tampering.remove(5, 6, 7), ["missing"]),
        (tampering.drop_head, ["head"]),
    ],
)
def test_missing_entries_are_still_found(world: World, act: Act, kinds: list[Kind]) -> None:
    log.sealed(world, LENGTH)
    with world.application.app_state.database.writing() as tx:
        act(tx)
    reseal_log(world)
    assert finding_kinds(world, NEW_KEYRING) == kinds


def test_the_command_seals_the_log_after_a_secret_was_lost(world: World) -> None:
    log.sealed(world, LENGTH)
    secret = "another-secret-of-at-least-32-characters"
    assert log.verify(world, secrets=(secret,)).exit_code == 1
    assert log.run(world, "reseal", secrets=(secret,)).exit_code == 1, "not without a confirmation"
    resealed = log.run(world, "reseal", "--yes", secrets=(secret,))
    assert resealed.exit_code == 0, resealed.output
    assert resealed.output.startswith(f"{LENGTH} entries were sealed again")
    verified = log.verify(world, secrets=(secret,))
    assert verified.exit_code == 0, verified.output
    assert "audit.reseal" in verified.output  # pending until a server seals it
