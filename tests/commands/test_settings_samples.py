"""The settings in docs/operate/ pass `config check --connect --strict` as written.

The tests replace the places of the mail server, the database, Valkey and the bucket by those of
servers on this machine, and the secrets that the page leaves out. Nothing else is changed.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bridgework.__main__ import bridgework
from tests.servers import postgres, s3
from tests.servers.certificates import certificate
from tests.servers.smtp import running_smtp

CHAPTERS = Path(__file__).parents[2] / "docs" / "operate"


def sample(text: str) -> str:
    """The block of settings that contains this text."""
    pages = "".join(page.read_text("utf-8") for page in CHAPTERS.glob("*.md"))
    blocks = re.findall(r"^```\n((?:BRIDGEWORK_.*\n)+)```$", pages, re.MULTILINE)
    [block] = (block for block in blocks if text in block)
    return str(block)


def passes(folder: Path, settings: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the commands of the page with the settings in `.env`; return what the check prints."""
    monkeypatch.chdir(folder)
    (folder / ".env").write_text(settings)
    for command in (["config", "check"], ["migrate"]):
        ran = CliRunner().invoke(bridgework, command)
        assert ran.exit_code == 0, ran.output
    checked = CliRunner().invoke(bridgework, ["config", "check", "--connect", "--strict"])
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.endswith("the settings are valid for production\n")
    return checked.stdout


def test_the_settings_of_one_machine_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = certificate(tmp_path / "authority")
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    with running_smtp(files, auth=True) as server:
        server.user, server.password = "user", "password"
        settings = sample("BRIDGEWORK_ENV=").replace(
            "mail.clinic.example:587", f"127.0.0.1:{server.port}"
        )
        assert "it accepts the sender no-reply@clinic.example" in passes(
            tmp_path, settings, monkeypatch
        )


def test_the_settings_of_several_machines_pass(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    postgres_url: str,
    valkey_url: str,
    s3_url: str,
) -> None:
    files = certificate(tmp_path / "authority")
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    bucket = "settings-sample"
    s3.create_bucket(s3_url, bucket)
    key = f"{s3.KEY}:" + "".join(f"%{byte:02X}" for byte in s3.SECRET.encode())
    database = postgres.create_database(postgres_url, "settings_sample")
    places = {
        r"postgresql://.*": database,
        r"redis://.*": valkey_url,
        r"s3://.*": f"s3://{key}@{s3_url.removeprefix('http://')}/{bucket}?tls=off",
        r"(?<=SECRET_KEYS=).*": "a secret of the tests with more than 32 characters",
    }
    with running_smtp(files, auth=True) as server:
        server.user, server.password = "user", "password"
        settings = sample("BRIDGEWORK_ENV=") + sample("@db.example/")
        settings = settings.replace("mail.clinic.example:587", f"127.0.0.1:{server.port}")
        for pattern, place in places.items():
            settings = re.sub(pattern, place.replace("\\", r"\\"), settings)
        assert "database: connected; its schema is" in passes(tmp_path, settings, monkeypatch)
