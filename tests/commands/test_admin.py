"""`bridgework admin`, run as a program."""

from pathlib import Path

from tests import cast
from tests.areas.administrators.second_factor import LOGIN, add_app, challenge
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


MASTER = "a master password of many words"
MEMBER = "a member password"


def test_both_passwords_are_read_from_files(world: World, tmp_path: Path) -> None:
    settings = world.application.app_state.settings
    master, member = tmp_path / "master", tmp_path / "member"
    master.write_text(f"{MASTER}\n")
    member.write_text(f"{MEMBER}\r\n")
    for file in (master, member):
        file.chmod(0o600)
    create = ("admin", "create", "boss@example.com")
    files = ("--master-password-file", master, "--password-file", member)
    created = cli.run(settings, *create, *files)
    assert created.exit_code == 0, created.output
    assert created.output == "boss@example.com is now an administrator\n"
    world.post(LOGIN, {"email": "boss@example.com", "masterPassword": MASTER}).must(200)
    world.post("/auth/login", {"email": "boss@example.com", "password": MEMBER}).must(200)


def test_a_new_master_password_is_read_from_standard_input(world: World) -> None:
    root = cast.root(world)
    settings = world.application.app_state.settings
    command = ("admin", "reset", root.email, "--master-password-file", "-")
    reset = cli.run(settings, *command, given=f"{MASTER}\n")
    assert reset.exit_code == 0, reset.output
    assert MASTER not in reset.output
    world.post(LOGIN, {"email": root.email, "masterPassword": MASTER}).must(200)


def test_a_refused_password_changes_nothing_and_is_not_shown(world: World, tmp_path: Path) -> None:
    settings = world.application.app_state.settings
    create = ("admin", "create", "boss@example.com")
    for content, reason in (
        ("short", "a master password must have 12 to 256 characters"),
        ("x" * 257, "a master password must have 12 to 256 characters"),
        ("", "a master password must have 12 to 256 characters"),
        (f"{MASTER}\n{MEMBER}\n", "standard input has more than one line"),
    ):
        refused = cli.run(settings, *create, "--master-password-file", "-", given=content)
        assert refused.exit_code == 1
        assert reason in refused.output
        assert not content or content not in refused.output
    refused = cli.run(settings, *create, "--password-file", "-", given="12345")
    assert "a password must have 6 to 128 characters" in refused.output
    absent = tmp_path / "absent"
    refused = cli.run(settings, *create, "--master-password-file", absent)
    assert refused.output == f"Error: {absent} cannot be read: No such file or directory\n"
    both = cli.run(settings, *create, "--password-file", "-", "--master-password-file", "-")
    assert both.exit_code == 2
    assert "Only one of the passwords" in both.output
    assert cli.run(settings, *create).exit_code == 0


def test_a_password_file_that_others_can_read_is_a_warning(world: World, tmp_path: Path) -> None:
    file = tmp_path / "master"
    file.write_text(MASTER)
    file.chmod(0o644)
    create = ("admin", "create", "boss@example.com", "--master-password-file", file)
    created = cli.run(world.application.app_state.settings, *create)
    assert created.exit_code == 0
    assert f"other users of this machine can access {file} (mode 0644)" in created.stderr


def test_without_a_terminal_a_master_password_is_generated_and_the_option_named(
    world: World,
) -> None:
    settings = world.application.app_state.settings
    created = cli.run(settings, "admin", "create", "boss@example.com")
    assert "--master-password-file" in created.stderr
    assert master_password(created.stdout)
