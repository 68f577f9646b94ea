"""What an operator meets in the first hour: checks, clear messages and private files."""

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bridgework.__main__ import bridgework
from tests.served import program
from tests.servers.ports import free_port
from tests.servers.smtp import running_smtp


@pytest.fixture(autouse=True)
def _empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the developer is read."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, **settings: str) -> Result:
    environment = {f"BRIDGEWORK_{name.upper()}": value for name, value in settings.items()}
    return CliRunner().invoke(bridgework, arguments, env=environment)


def test_an_unknown_name_is_reported_with_the_most_similar_setting() -> None:
    result = run("config", "check", cors_origin="https://app.example.com")
    assert result.exit_code == 0
    assert "did you mean BRIDGEWORK_CORS_ORIGINS?" in result.stderr
    assert run("config", "check", "--strict", cors_origin="x").exit_code == 1


def test_production_without_a_mail_server_is_a_warning() -> None:
    result = run("config", "check")
    assert result.exit_code == 0
    assert "warning: BRIDGEWORK_SMTP_URL is not set" in result.stderr
    assert run("config", "check", "--strict").exit_code == 1
    mail = {"smtp_url": "smtp://mail.example.com", "mail_from": "a@clinic.example"}
    assert run("config", "check", "--strict", **mail).exit_code == 0
    assert "warning" not in run("config", "check", env="development").output


def test_a_data_directory_open_to_others_is_a_warning(tmp_path: Path) -> None:
    directory = tmp_path / "shared"
    directory.mkdir(mode=0o755)
    result = run("config", "check", data_dir=str(directory))
    assert f"warning: other users of this machine can access {directory}" in result.stderr
    directory.chmod(0o700)
    assert "other users" not in run("config", "check", data_dir=str(directory)).stderr


def test_secrets_are_shown_as_set_or_not_set() -> None:
    secret = "a secret that must not appear on a screen"
    lines = run("config", "check", metrics_token=secret).output
    assert "BRIDGEWORK_METRICS_TOKEN=(set)" in lines
    assert "BRIDGEWORK_SECRET_KEYS=(not set)" in lines
    assert secret not in lines


def test_errors_of_single_settings_and_of_several_are_listed_together() -> None:
    result = run(
        "config",
        "check",
        database_url="postgresql://db.example/bridgework",
        access_token_ttl="5",
        public_url="example.com",
    )
    names = re.findall(r"BRIDGEWORK_[A-Z_]+(?=:| must)", result.stderr)
    assert names == [
        "BRIDGEWORK_PUBLIC_URL",
        "BRIDGEWORK_ACCESS_TOKEN_TTL",
        "BRIDGEWORK_SECRET_KEYS",
    ]


@pytest.mark.parametrize(
    "url",
    [
        "localhost:6379",
        "redis://",
        "http://cache.example",
        "redis://cache.example:99999",
        "unix://",
    ],
)
def test_an_invalid_redis_url_is_refused(url: str) -> None:
    result = run("config", "check", redis_url=url)
    assert result.exit_code == 1
    assert "BRIDGEWORK_REDIS_URL: " in result.stderr


@pytest.mark.parametrize("url", ["redis://127.0.0.1", "rediss://:x@h:1/0", "unix:///run/redis"])
def test_a_valid_redis_url_is_accepted(url: str) -> None:
    assert run("config", "check", redis_url=url).exit_code == 0


@pytest.mark.parametrize(
    "origin",
    [
        "https://app.example.com/",
        "https://app.example.com/x",
        "app.example.com",
        "https://APP.example",
    ],
)
def test_an_origin_with_a_path_or_a_slash_is_refused(origin: str) -> None:
    result = run("config", "check", cors_origins=f"https://ok.example:8443,{origin}")
    assert result.exit_code == 1
    assert f"BRIDGEWORK_CORS_ORIGINS: '{origin}' is not an origin" in result.stderr


@pytest.mark.parametrize(
    ("former", "name"),
    [("TOKEN_LIFETIME", "ACCESS_TOKEN_TTL"), ("REVEAL_ACCOUNTS", "PREVENT_ACCOUNT_ENUMERATION")],
)
def test_a_former_name_stops_the_start(former: str, name: str) -> None:
    result = run("config", "check", **{former: "60"})
    assert result.exit_code == 1
    assert f"BRIDGEWORK_{former}: this setting is now BRIDGEWORK_{name}" in result.stderr


def test_connect_reports_every_connection(tmp_path: Path) -> None:
    with running_smtp() as server:
        settings = {
            "data_dir": str(tmp_path / "data"),
            "smtp_url": server.url,
            "env": "development",
        }
        run("migrate", **settings)
        result = run("config", "check", "--connect", **settings)
        assert result.exit_code == 0, result.output
        assert "database: connected; its schema is " in result.output
        assert "mail server: connected" in result.output
        refused = run(
            "config", "check", "--connect", redis_url=f"redis://127.0.0.1:{free_port()}", **settings
        )
    assert refused.exit_code == 1
    assert "redis: cannot be reached" in refused.stderr
    assert "Traceback" not in refused.output


def test_a_test_email_is_sent(tmp_path: Path) -> None:
    with running_smtp() as server:
        settings = {
            "data_dir": str(tmp_path / "data"),
            "smtp_url": server.url,
            "env": "development",
        }
        result = run("mail", "test", "ops@clinic.example", **settings)
        assert result.exit_code == 0, result.output
        (received,) = server.received
        assert received.recipients == ["ops@clinic.example"]
        assert received.message["Subject"] == "Test e-mail from Bridgework"
    unreachable = run("mail", "test", "ops@clinic.example", **settings)
    assert unreachable.exit_code == 1
    assert unreachable.stderr.startswith("Error: the mail server cannot be reached at 127.0.0.1:")
    assert run("mail", "test", "nobody", **settings).exit_code == 1


def test_a_test_email_without_a_mail_server_is_written_to_a_file(tmp_path: Path) -> None:
    result = run("mail", "test", "ops@clinic.example", data_dir=str(tmp_path), env="development")
    assert result.exit_code == 0
    (file,) = (tmp_path / "mail").glob("*.eml")
    assert "Test e-mail from Bridgework" in file.read_text()


def test_the_version_has_the_commit_and_the_schema() -> None:
    line = run("--version").output
    assert re.fullmatch(
        r"bridgework [0-9.]+ \(commit \S+, schema [0-9]{4}, SQLite 3[0-9.]+ of .+\)\n", line
    )


def test_a_mistyped_command_gets_a_suggestion() -> None:
    result = run("srve")
    assert result.exit_code == 2
    assert "No such command 'srve'. Did you mean serve?" in result.stderr


@pytest.mark.parametrize("command", ["serve", "demo"])
@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_port_out_of_range_is_refused(command: str, port: str) -> None:
    result = run(command, "--port", port)
    assert result.exit_code == 2
    assert "Invalid value for '--port'" in result.stderr


def test_the_demo_takes_one_directory() -> None:
    result = run("demo", "--temporary", "--data-dir", "here")
    assert result.exit_code == 2
    assert "Use either --data-dir or --temporary." in result.stderr


@pytest.mark.parametrize("options", [[], ["--temporary"], ["--data-dir", "demo"]])
def test_the_demo_is_refused_in_production(tmp_path: Path, options: list[str]) -> None:
    result = program.run(tmp_path, "demo", *options, ENV="production")
    assert result.returncode == 1
    assert "not loaded in production" in result.stderr
    assert not (tmp_path / "demo").exists()


def test_a_directory_that_cannot_be_created_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = program.run(tmp_path, "migrate", DATA_DIR=str(tmp_path / "file" / "data"))
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert result.stderr.startswith("Error: ")


def test_other_files_are_no_archives(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not an archive")
    result = run("backup", "verify", "notes.txt", data_dir=str(tmp_path / "data"))
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.stderr.splitlines()[-1].startswith("Error: the archive is damaged")


def test_migrating_an_empty_database_prints_one_line(tmp_path: Path) -> None:
    settings = {"data_dir": str(tmp_path / "data"), "env": "development"}
    assert re.fullmatch(r"created the schema [0-9]{4}\n", run("migrate", **settings).output)
    assert run("migrate", **settings).output == "the schema is up to date\n"


def test_created_files_are_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    command = [sys.executable, "-m", "bridgework", "migrate"]
    subprocess.run(command, env={"BRIDGEWORK_DATA_DIR": str(data)}, check=True, capture_output=True)
    for path in (data, *data.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_old_backups_are_deleted(tmp_path: Path) -> None:
    settings = {"data_dir": str(tmp_path / "data"), "env": "development"}
    run("migrate", **settings)
    backups = tmp_path / "backups"
    backups.mkdir()
    for day in ("01", "02", "03"):
        (backups / f"bridgework-202601{day}T000000Z.tar").write_text("")
    (backups / "notes.tar").write_text("")
    result = run("backup", "create", str(backups), "--keep", "2", **settings)
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in backups.iterdir())
    assert names[0] == "bridgework-20260103T000000Z.tar"
    assert names[-1] == "notes.tar"
    assert len(names) == 3
    refused = run("backup", "create", str(backups / "one.tar"), "--keep", "2", **settings)
    assert refused.exit_code == 2
