"""Nothing goes on with another secret than the installation was used with, unless it is told to."""

import contextlib
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.backup.secrets import fingerprints
from bridgework.kit.security import secret_file
from bridgework.settings import Settings
from tests import cast
from tests.commands import backups, cli
from tests.served import program
from tests.servers.ports import free_port
from tests.world import World


@pytest.fixture
def used(world: World) -> Settings:
    """An installation with a member, whose audit log is sealed."""
    cast.ada(world)
    world.run_periodic_tasks()
    return world.application.app_state.settings


@contextlib.contextmanager
def served_with_a_new_secret(settings: Settings) -> Iterator[int]:
    """Run the server with the option; yield its port once it listens."""
    port = free_port()
    command = program.command("serve", "--new-secret-key", "--port", str(port))
    environment = program.environment(settings.data_dir, DATABASE_URL=settings.database_url)
    process = subprocess.Popen(command, env=environment)
    try:
        deadline = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(params=["missing", "other"])
def lost(used: Settings, request: pytest.FixtureRequest) -> str:
    """What the commands say about the secret, which is lost."""
    used.secret_file.unlink()
    if request.param == "missing":
        return f"{used.secret_file} does not exist, but this installation was used with one"
    secret_file.create(used.secret_file, [secret_file.generate()])
    return f"{used.secret_file} does not have the secret with which this installation was used"


def test_a_backup_is_refused_and_creates_no_secret(
    used: Settings, lost: str, tmp_path: Path
) -> None:
    existed = used.secret_file.exists()
    message = backups.refused(used, "create", tmp_path / "one.tar")
    assert message.startswith(lost)
    assert "bridgework serve --new-secret-key" in message
    assert not (tmp_path / "one.tar").exists()
    assert used.secret_file.exists() == existed


def test_a_nightly_backup_does_not_delete_good_archives(used: Settings, tmp_path: Path) -> None:
    backup_folder = tmp_path / "backups"
    backup_folder.mkdir()
    kept = backup_folder / "bridgework-20261101T030000Z.tar"
    backups.done(used, "create", kept)
    used.secret_file.unlink()
    backups.refused(used, "create", backup_folder, "--keep", "1")
    assert list(backup_folder.iterdir()) == [kept]


def test_the_check_of_the_settings_and_doctor_name_it(used: Settings, lost: str) -> None:
    checked = cli.run(used, "config", "check", "--strict", "--connect")
    assert (checked.exit_code, lost in checked.stderr) == (1, True), checked.output
    diagnosed = cli.run(used, "doctor", "--json")
    assert diagnosed.exit_code == 2
    assert lost in diagnosed.stdout


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_process_does_not_start(used: Settings, lost: str, command: str) -> None:
    existed = used.secret_file.exists()
    result = cli.run(used, command)
    assert result.exit_code == 1
    assert lost in result.stderr
    assert used.secret_file.exists() == existed


@pytest.mark.parametrize(
    "arguments", [("secrets", "rotate"), ("admin", "create", "root@example.com")]
)
def test_no_command_creates_another_secret(used: Settings, arguments: tuple[str, ...]) -> None:
    used.secret_file.unlink()
    result = cli.run(used, *arguments)
    assert result.exit_code == 1
    assert "does not exist, but this installation was used with one" in result.stderr
    assert not used.secret_file.exists()


@pytest.mark.slow("starts a server")
def test_a_new_secret_is_accepted_and_audited(used: Settings, tmp_path: Path) -> None:
    former = fingerprints(secret_file.read(used.secret_file))
    used.secret_file.unlink()
    with served_with_a_new_secret(used) as port:
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").status == 200
    verified = cli.run(used, "audit", "verify")
    assert verified.exit_code == 0, verified.output
    made = backups.done(used, "create", tmp_path / "one.tar")
    assert former[0] not in made
    assert fingerprints(secret_file.read(used.secret_file))[0] in made
    again = cli.run(used, "serve", "--new-secret-key")
    assert again.exit_code == 1
    assert "the secrets are those of this installation" in again.stderr


def test_an_archive_without_its_secret_does_not_verify(
    used: Settings, place: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:  # as an earlier version created it
        patched.setattr("bridgework.backup.create._must_have_secrets", lambda *_: None)
        secret = used.secret_file.read_text()
        used.secret_file.unlink()
        backups.done(used, "create", tmp_path / "one.tar")
    used.secret_file.write_text(secret)
    assert backups.run(used, "verify", tmp_path / "one.tar").exit_code == 0
    used.secret_file.unlink()
    assert "does not name the secret" in backups.refused(used, "verify", tmp_path / "one.tar")
    assert "does not name the secret" in backups.refused(place, "restore", tmp_path / "one.tar")
    backups.done(place, "restore", "--new-secrets", tmp_path / "one.tar")


def test_a_new_installation_has_no_secret_yet(settings: Settings, tmp_path: Path) -> None:
    settings.secret_file.unlink(missing_ok=True)
    assert cli.run(settings, "migrate").exit_code == 0
    assert cli.run(settings, "config", "check", "--connect").exit_code == 0
    assert settings.secret_file.exists()
