"""`bridgework config check` prints all settings and all errors at once, but no secrets."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bridgework.__main__ import bridgework
from bridgework.kit.data.db.engines import sqlite_library
from bridgework.kit.security import passwords

SECRET = "a-secret-that-nobody-should-ever-see-on-a-screen"

MORE_THAN_THERE_IS = 2**32 - 1
"""KiB of memory: four TiB."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not read the `.env` of the directory in which the tests run."""
    monkeypatch.chdir(tmp_path)


def checked(**settings: str) -> Result:
    environment = {f"BRIDGEWORK_{name.upper()}": value for name, value in settings.items()}
    return CliRunner().invoke(bridgework, ["config", "check"], env=environment)


def test_settings_are_printed_as_they_are_set() -> None:
    lines = checked(rate_limit="600/60", trusted_proxies="10.0.0.0/8, ::1").output.splitlines()
    assert "BRIDGEWORK_RATE_LIMIT=600/60" in lines
    assert "BRIDGEWORK_TRUSTED_PROXIES=10.0.0.0/8,::1/128" in lines
    assert "BRIDGEWORK_SQLITE_SYNCHRONOUS=" in lines
    assert lines[-1] == "the settings are valid for production"


def test_common_passwords_are_advised_against_in_production() -> None:
    advice = "advice: BRIDGEWORK_REFUSE_COMMON_PASSWORDS is off"
    run = checked()
    assert run.exit_code == 0
    assert advice in run.output
    assert advice not in checked(refuse_common_passwords="true").output
    assert "advice" not in checked(env="development").output


def test_it_asks_who_reads_jobs() -> None:
    advice = "advice: BRIDGEWORK_PUBLIC_JOBS is not set"
    assert advice in checked().output
    for decided in ("on", "off"):
        assert advice not in checked(public_jobs=decided).output
    assert advice not in checked(site="off").output


def test_a_metrics_token_is_advised_in_production() -> None:
    advice = "advice: BRIDGEWORK_METRICS_TOKEN is not set: /metrics is not available"
    assert advice in checked().output
    token = "a token that only operators know, of 40 characters"
    assert advice not in checked(metrics_token=token).output
    assert token not in checked(metrics_token=token).output


def test_a_boolean_is_printed_as_it_is_set() -> None:
    lines = checked(prevent_account_enumeration="1").output.splitlines()
    assert "BRIDGEWORK_PREVENT_ACCOUNT_ENUMERATION=true" in lines


def test_secrets_are_not_printed() -> None:
    run = checked(
        database_url="postgresql://ada:hunter2@db.example/bridgework",
        redis_url="rediss://:hunter2@cache.example/0",
        secret_keys=SECRET,
    )
    assert run.exit_code == 0
    assert "BRIDGEWORK_DATABASE_URL=postgresql://ada:***@db.example/bridgework" in run.output
    assert "BRIDGEWORK_REDIS_URL=rediss://:***@cache.example/0" in run.output
    assert "hunter2" not in run.output
    assert SECRET not in run.output


@pytest.mark.parametrize("env", ["production", "development"])
def test_incomplete_zoho_settings_are_refused(env: str) -> None:
    run = checked(env=env, zoho_client_secret=SECRET, zoho_api_url="recruit.zoho.eu")
    assert run.exit_code == 1
    assert "BRIDGEWORK_ZOHO_API_URL: must be an absolute" in run.output
    run = checked(env=env, zoho_client_secret=SECRET)
    assert run.exit_code == 1
    for name in ("CLIENT_ID", "REFRESH_TOKEN"):
        assert f"BRIDGEWORK_ZOHO_{name} must be set to connect Zoho Recruit" in run.output
    whole = checked(
        env=env, zoho_client_id="1000.id", zoho_client_secret=SECRET, zoho_refresh_token=SECRET
    )
    assert whole.exit_code == 0
    for told in (run, whole):
        assert SECRET not in told.output


def test_all_invalid_settings_are_listed() -> None:
    run = checked(public_url="example.com", access_token_ttl="5", secret_keys="short")
    assert run.exit_code == 1
    for name in ("PUBLIC_URL", "ACCESS_TOKEN_TTL", "SECRET_KEYS"):
        assert f"BRIDGEWORK_{name}: " in run.output


@pytest.mark.parametrize(
    ("name", "value"),
    [("database_url", "postgresql://db.example/bridgework"), ("cors_origins", "*")],
)
def test_production_refuses_unsafe_settings(name: str, value: str) -> None:
    assert checked(**{name: value}).exit_code == 1
    assert checked(**{name: value}, env="development").exit_code == 0


def test_the_version_of_sqlite_and_its_fault_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"SQLite {sqlite_library.describe()}" in checked().output.splitlines()
    for has_fault in (True, False):
        monkeypatch.setattr(sqlite_library, "has_wal_reset_fault", lambda has=has_fault: has)
        output = checked().output
        assert (
            "has the WAL-reset fault of two writing processes: a commit during" in output
        ) is has_fault


@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        ("Miller, Jones <office@clinic.example>", "it has 2; write a name with a comma in double"),
        ("Clinic", "it has no @"),
        ("Clinic <office@bücher.example>", "must be ASCII; write an international domain"),
        ("Clinic <office@clinic.example", "its form is invalid"),
    ],
)
def test_a_refused_sender_has_a_reason(sender: str, reason: str) -> None:
    run = checked(mail_from=sender)
    assert run.exit_code == 1
    assert "BRIDGEWORK_MAIL_FROM: must be one address" in run.output
    assert reason in run.output


def test_the_url_of_the_front_end_is_checked() -> None:
    refused = checked(site_url="www.clinic.example")
    assert refused.exit_code == 1
    assert "BRIDGEWORK_SITE_URL: must be an absolute http or https URL" in refused.output
    taken = checked(site_url="https://bücher.example/club/")
    assert taken.exit_code == 0
    assert "BRIDGEWORK_SITE_URL=https://xn--bcher-kva.example/club" in taken.output.splitlines()


def test_the_file_of_the_member_site_is_checked(tmp_path: Path) -> None:
    site = {"site": "on", "data_dir": str(tmp_path)}
    (tmp_path / "site.toml").write_text('name = "Larkspur"\n')
    assert "member site: site.toml is valid" in checked(**site).output
    (tmp_path / "site.toml").write_text('[light]\naccent = "#ffee88"\n')
    refused = checked(**site)
    assert refused.exit_code == 1
    assert "accent on surface has a contrast of 1.2, and needs 4.5" in refused.output
    assert checked(site="off", data_dir=str(tmp_path)).exit_code == 0


def test_the_documents_of_the_member_site_are_checked(tmp_path: Path) -> None:
    site = {"site": "on", "data_dir": str(tmp_path)}
    assert "terms.md" not in checked(**site).output
    (tmp_path / "terms.md").write_text("# Terms\n")
    assert "member site: terms.md is valid" in checked(**site).output
    for content in (b"\xff", b"a" * 200_001, b"[" * 100_000):
        (tmp_path / "terms.md").write_bytes(content)
        refused = checked(**site)
        assert (refused.exit_code, "terms.md:" in refused.output) == (1, True)
    assert checked(site="off", data_dir=str(tmp_path)).exit_code == 0


def test_a_front_end_without_access_to_the_api_is_named() -> None:
    advice = "advice: BRIDGEWORK_CORS_ORIGINS lacks https://www.clinic.example"
    site = {"site_url": "https://www.clinic.example/club"}
    assert advice in checked(**site).output
    assert advice not in checked(**site, cors_origins="https://www.clinic.example").output
    assert "BRIDGEWORK_CORS_ORIGINS lacks" not in checked().output


def test_the_example_sender_is_refused_with_its_reason() -> None:
    for sender in ("", "Clinic <office@example.com>"):
        run = checked(smtp_url="smtp://mail.clinic.example", mail_from=sender)
        assert run.exit_code == 1
        assert "mail servers refuse senders of example.com" in run.output


def test_passwords_that_cannot_be_hashed_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "passwords: can be hashed" in checked().output
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, kib=MORE_THAN_THERE_IS))
    run = checked()
    assert run.exit_code == 1
    assert "Error: The server cannot hash passwords" in run.output
