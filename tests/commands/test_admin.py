"""`bridgework admin`, run as a program."""

from tests import cast
from tests.areas.accounts.admin_auth.second_factor import LOGIN, add_app, challenge
from tests.commands import cli
from tests.world import World

GENERATED = "master password (shown only once): "


def test_an_administrator_is_created(world: World) -> None:
    created = cli.run(world.application.app_state.settings, "admin", "create", "boss@example.com")
    assert created.exit_code == 0, created.output
    sent = {"email": "boss@example.com", "masterPassword": master_password(created.output)}
    world.post(LOGIN, sent).must(200)


def test_a_reset_removes_the_second_factor_and_says_so(world: World) -> None:
    root = cast.root(world)
    settings = world.application.app_state.settings
    without = cli.run(settings, "admin", "reset", root.email)
    assert "second factor" not in without.output
    root = cast.root(world, "second@example.com")
    add_app(world, root)
    pending = challenge(world, root)
    assert pending["methods"] == ["totp", "recovery_code"]
    reset = cli.run(settings, "admin", "reset", root.email)
    assert reset.exit_code == 0, reset.output
    assert "the second factor of second@example.com was removed" in reset.output
    world.get("/admin/users", as_=root).must(401)
    sent = {"email": root.email, "masterPassword": master_password(reset.output)}
    world.post(LOGIN, sent).must(200)
    assert "second factor" in str(world.mail(root.email)[-1]["Subject"])


def test_only_administrators_are_reset(world: World) -> None:
    ada = cast.ada(world)
    refused = cli.run(world.application.app_state.settings, "admin", "reset", ada.email)
    assert refused.exit_code == 1
    assert "no administrator has this e-mail address" in refused.output


def master_password(output: str) -> str:
    (line,) = (line for line in output.splitlines() if line.startswith(GENERATED))
    return line.removeprefix(GENERATED)
