"""Second factors after a restore and after a rotation of the secrets."""

from pathlib import Path

import pytest

from bridgework.areas.identity.administrators.second_factors import queries, totp
from bridgework.settings import Settings
from tests import cast
from tests.areas.administrators.second_factor import (
    App,
    SoftwarePasskey,
    add_app,
    add_passkey,
    challenge,
    complete,
    sign_in,
)
from tests.commands import backups, cli
from tests.loop import Loop
from tests.world import Person, World

pytestmark = pytest.mark.needs_session


class Enrolled:
    """An administrator with an authenticator app and a passkey, and a backup of that."""

    def __init__(self, world: World, archive: Path) -> None:
        self.root: Person = cast.root(world)
        self.app: App = add_app(world, self.root)
        self.passkey = SoftwarePasskey()
        add_passkey(world, self.root, self.passkey)
        self.archive = archive
        backups.done(world.application.app_state.settings, "create", archive)

    def answer(self, world: World) -> int:
        """Sign in with the passkey; return the status."""
        needed = challenge(world, self.root)
        answer = self.passkey.get(needed["passkeyOptions"])
        return complete(world, self.root, needed["challenge"], passkey=answer).status


@pytest.fixture
def enrolled(world: World, tmp_path_factory: pytest.TempPathFactory) -> Enrolled:
    return Enrolled(world, tmp_path_factory.mktemp("backups") / "one.tar")


def test_they_work_after_a_restore(
    world: World, place: Settings, loop: Loop, enrolled: Enrolled
) -> None:
    backups.take_secret(place, world.application.app_state.settings)
    backups.done(place, "restore", enrolled.archive)
    with backups.served(place, world, loop) as there:
        sign_in(there, enrolled.root, code=enrolled.app.code(there)).must(200)
        assert enrolled.answer(there) == 200


def test_with_new_secrets_passkeys_and_recovery_codes_work(
    world: World, place: Settings, loop: Loop, enrolled: Enrolled
) -> None:
    output = backups.done(place, "restore", enrolled.archive, "--new-secrets")
    assert "authenticator apps of administrators no longer work" in output
    assert "`bridgework admin reset`" in output
    with backups.served(place, world, loop) as there:
        sign_in(there, enrolled.root, code=enrolled.app.code(there)).must(400)
        assert enrolled.answer(there) == 200
        code = enrolled.app.recovery_codes[0]
        sign_in(there, enrolled.root, recoveryCode=code).must(200)
        reset = cli.run(place, "admin", "reset", enrolled.root.email)
        assert "second factor of root@example.com was removed" in reset.output


def test_a_rotation_encrypts_them_with_the_new_secret(
    world: World, loop: Loop, enrolled: Enrolled
) -> None:
    settings = world.application.app_state.settings
    rotated = cli.run(settings, "secrets", "rotate")
    assert "the second factors of administrators are encrypted with it" in rotated.output
    sign_in(world, enrolled.root, code=enrolled.app.code(world)).must(200)  # before the restart
    with backups.served(settings, world, loop) as restarted:
        restarted.run_periodic_tasks()
        newest = restarted.application.app_state.keyring.newest()
        with restarted.application.app_state.database.reading() as tx:
            (row,) = queries.list_totp_secrets(tx)
        assert row.secret is not None
        assert totp.decrypt(newest, row.secret) == enrolled.app.secret
        world.clock.advance(minutes=1)
        sign_in(restarted, enrolled.root, code=enrolled.app.code(restarted)).must(200)
