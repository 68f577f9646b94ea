"""`bridgework doctor` names each problem of an installation and its remedy."""

import contextlib
import json
import shutil
import socket
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa

from bridgework import migrations
from bridgework.areas.history.audit.tables import entries
from bridgework.settings import Settings
from tests import cast
from tests.commands import backups, cli, ordinary_user
from tests.kit.db import another
from tests.newer_migrations import ADDITIVE, newer
from tests.process import run_server
from tests.servers import clamd, s3
from tests.servers.ports import free_port
from tests.servers.smtp import running_smtp
from tests.world import World

NAMES = {
    *("version", "data directory", "disk", "secret", "database", "schema", "clock", "hashing"),
    *(
        "storage",
        "malware scanner",
        "mail",
        "rate limits",
        "e-mails",
        "webhooks",
        "imports",
        "changes",
    ),
    *("audit log", "audit chain", "backup"),
}
PASSWORD = "hunter2-of-the-mail-server"
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A disk of 100 GiB that is half free, whatever this machine has; call it to change that."""
    usage = type(shutil.disk_usage("/"))

    def set_free(gib: int) -> None:
        free = gib * 1024**3
        total = 100 * 1024**3
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(total, total - free, free))

    set_free(50)
    return set_free


def report(settings: Settings, **changes: str) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the results by name."""
    run = cli.run(settings, "doctor", "--json", **changes)
    results = json.loads(run.stdout)["checks"]
    return run.exit_code, {result["check"]: result for result in results}


def problems(results: Mapping[str, Any]) -> dict[str, str]:
    """Return the status of each check that is not ok and was made."""
    return {
        name: result["status"]
        for name, result in results.items()
        if result["status"] != "ok" and not result["message"].startswith("not checked")
    }


def test_a_complete_installation_is_ok(world: World, tmp_path: Path) -> None:
    settings = world.application.app_state.settings
    cast.ada(world)
    world.mail()
    world.run_periodic_tasks()
    settings.data_dir.chmod(0o700)
    archive = tmp_path / "one.tar"
    backups.done(settings, "create", archive)
    assert problems(report(settings)[1]) == {"backup": "warning"}
    backups.done(settings, "verify", archive)
    code, results = report(settings)
    assert problems(results) == {}
    assert code == 0, results
    assert results.keys() >= NAMES
    assert "intact" in results["audit chain"]["message"]
    database = results["database"]["message"]
    assert ("quick_check" if settings.on_sqlite else "PostgreSQL") in database


def test_each_problem_has_a_remedy(world: World) -> None:
    settings = world.application.app_state.settings
    settings.data_dir.chmod(0o755)
    code, results = report(settings)
    assert code == 1
    assert problems(results) == {"data directory": "warning", "backup": "warning"}
    for name in problems(results):
        assert results[name]["remedy"]
    lines = cli.run(settings, "doctor").output
    assert f"-> chmod 700 {settings.data_dir}" in " ".join(lines.split())
    assert len(lines.splitlines()) <= 40


def test_a_verification_of_an_older_backup_does_not_count(world: World, tmp_path: Path) -> None:
    settings = world.application.app_state.settings
    older, newer = tmp_path / "older.tar", tmp_path / "newer.tar"
    for archive in (older, newer):
        backups.done(settings, "create", archive)
    backups.done(settings, "verify", older)
    record = settings.data_dir / "backup-status.json"
    status = json.loads(record.read_text())
    assert status.keys() == {"created_at", "verified_at", "last_verification", "path"}
    assert (status["path"], status["verified_at"]) == (str(newer), None)
    assert record.stat().st_mode & 0o777 == 0o600
    backups.done(settings, "verify", newer)
    assert datetime.fromisoformat(json.loads(record.read_text())["verified_at"]) <= datetime.now(
        UTC
    )


def test_an_old_backup_is_a_warning(world: World) -> None:
    settings = world.application.app_state.settings
    days_ago = (datetime.now(UTC) - timedelta(days=3)).isoformat()
    record = {"created_at": days_ago, "verified_at": days_ago, "path": "/backups/one.tar"}
    (settings.data_dir / "backup-status.json").write_text(json.dumps(record))
    result = report(settings)[1]["backup"]
    assert result["status"] == "warning"
    assert "3 days ago" in result["message"]


@on_sqlite
@pytest.mark.parametrize(("free", "status"), [(9, "warning"), (0, "failed")])
def test_a_disk_that_is_almost_full_is_named(
    settings: Settings, disk: Callable[[int], None], free: int, status: str
) -> None:
    disk(free)
    result = report(settings)[1]["disk"]
    assert result["status"] == status
    assert (
        f"{free}.0 GiB ({free}%) of the disk of {settings.data_dir} are free" in (result["message"])
    )
    assert "a full disk refuses all writes" in result["remedy"]


def test_an_old_schema_is_named(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "FOLDER", newer(tmp_path / "newer", ADDITIVE))
    code, results = report(world.application.app_state.settings)
    assert code == 2
    assert results["schema"]["status"] == "failed"
    assert "older than this program" in results["schema"]["message"]
    assert "bridgework migrate" in results["schema"]["remedy"]


def test_what_the_schema_lacks_is_named(world: World, database_url: str) -> None:
    settings = world.application.app_state.settings
    assert report(settings)[1]["schema"]["status"] == "ok"
    with another.connection(database_url) as connection:
        for statement in (
            "DROP TABLE known_devices",
            "ALTER TABLE sessions DROP COLUMN proved_at",
            "DROP INDEX ix_calendar_moves_due",
        ):
            connection.exec_driver_sql(statement)
    code, results = report(settings)
    assert code == 2
    message = results["schema"]["message"]
    assert results["schema"]["status"] == "failed"
    assert "the table known_devices is missing" in message
    assert "the column sessions.proved_at is missing" in message
    assert "the index ix_calendar_moves_due is missing" in message


def test_tables_and_indexes_of_the_operator_are_no_problem(world: World, database_url: str) -> None:
    with another.connection(database_url) as connection:
        connection.exec_driver_sql("CREATE TABLE sheets_of_ours (id integer)")
        connection.exec_driver_sql("CREATE INDEX ix_of_ours ON accounts (last_name)")
    assert report(world.application.app_state.settings)[1]["schema"]["status"] == "ok"


def test_a_database_of_another_lineage_is_named(world: World, database_url: str) -> None:
    settings = world.application.app_state.settings
    changes = {
        "UPDATE schema_compatibility SET lineage = '2026-08'": "other",
        "ALTER TABLE schema_compatibility DROP COLUMN lineage": "unrecorded",
        "DROP TABLE schema_compatibility": "older",
    }
    for statement in changes:
        with another.connection(database_url) as connection:
            connection.exec_driver_sql(statement)
        code, results = report(settings)
        assert code == 2
        assert "is of another lineage of migrations" in results["schema"]["message"]
        assert "newer" not in results["schema"]["message"]
        assert "bridgework migrate --copy-from" in results["schema"]["remedy"]


@on_sqlite
def test_an_empty_database_may_be_the_wrong_one(settings: Settings) -> None:
    settings.sqlite_file.write_bytes(b"")
    result = report(settings)[1]["schema"]
    assert result["message"] == "the database is empty"
    assert "for a new installation; otherwise correct BRIDGEWORK_DATABASE_URL" in result["remedy"]


@on_sqlite
def test_a_lost_secret_differs_from_a_new_installation(world: World, settings: Settings) -> None:
    settings.secret_file.unlink()
    assert report(settings)[1]["secret"]["status"] == "ok"
    cast.ada(world)
    world.run_periodic_tasks()
    code, results = report(settings)
    assert code == 2
    assert results["secret"]["status"] == "failed"
    assert "the server and backups refuse to run without it" in results["secret"]["remedy"]
    assert not settings.secret_file.exists()


def test_a_clock_that_was_ahead_is_distinguished_from_one_that_is_behind(
    world: World, database_url: str
) -> None:
    settings = world.application.app_state.settings
    cast.ada(world)
    world.run_periodic_tasks()  # seals the entries
    now = datetime.now(UTC).replace(microsecond=0)
    later = now + timedelta(days=40)

    def check(first: datetime, last: datetime) -> dict[str, Any]:
        newest = sa.select(sa.func.max(entries.c.number)).scalar_subquery()
        with another.connection(database_url) as connection:
            connection.execute(sa.update(entries).values(at=first))
            of_last = sa.update(entries).where(entries.c.number == newest)
            connection.execute(of_last.values(at=last))
        result: dict[str, Any] = report(settings)[1]["clock"]
        return result

    ahead = check(later, later)
    assert ahead["status"] == ("failed" if settings.on_sqlite else "warning")
    assert f"{later:%Y-%m-%d %H:%M:%S} UTC" in ahead["message"]
    corrected = check(later, now)
    assert (corrected["status"], "was ahead" in corrected["message"]) == ("warning", True)
    assert "synchronize" not in corrected["remedy"]
    assert check(now - timedelta(days=1), now)["status"] == "ok"


def test_a_changed_audit_log_is_found(world: World, database_url: str) -> None:
    cast.ada(world)
    world.run_periodic_tasks()
    settings = world.application.app_state.settings
    assert report(settings)[1]["audit chain"]["status"] == "ok"
    with another.connection(database_url) as connection:
        connection.execute(sa.text("UPDATE audit_entries SET outcome = 'refused' WHERE number = 1"))
    result = report(settings)[1]["audit chain"]
    assert result["status"] == "failed"
    assert "audit verify" in result["remedy"]


def test_a_mail_server_that_cannot_be_reached_is_named(world: World) -> None:
    url = f"smtp://ada:{PASSWORD}@127.0.0.1:{free_port()}"
    settings = world.application.app_state.settings
    code, results = report(settings, BRIDGEWORK_SMTP_URL=url)
    assert code == 2
    assert results["mail"]["status"] == "failed"
    assert "refused" in results["mail"]["message"]
    assert "BRIDGEWORK_SMTP_URL" in results["mail"]["remedy"]
    assert PASSWORD not in json.dumps(results)


def test_a_refused_sender_is_named(settings: Settings) -> None:
    with running_smtp() as server:
        server.faults["MAIL"] = ["553 5.7.1 not owned by user"]
        code, results = report(settings, BRIDGEWORK_SMTP_URL=server.url)
        assert report(settings, BRIDGEWORK_SMTP_URL=server.url)[1]["mail"]["status"] == "ok"
    assert code == 2
    assert "553 5.7.1 not owned by user" in results["mail"]["message"]
    assert "BRIDGEWORK_MAIL_FROM" in results["mail"]["remedy"]
    assert server.received == []


@on_sqlite
def test_a_missing_bucket_is_named(settings: Settings, s3_url: str) -> None:
    key = f"{s3.KEY}:{quote(s3.SECRET, safe='')}"
    url = f"s3://{key}@{s3_url.removeprefix('http://')}/missing-bucket?tls=off"
    code, results = report(settings, BRIDGEWORK_STORAGE_URL=url)
    assert code == 2
    assert "has no bucket named missing-bucket" in results["storage"]["message"]
    assert s3.SECRET not in json.dumps(results)


@on_sqlite
def test_the_malware_scanner_is_checked(settings: Settings) -> None:
    with clamd.running() as (address, _):
        result = report(settings, BRIDGEWORK_CLAMD=str(address))[1]["malware scanner"]
    assert result["status"] == "ok"
    assert "ClamAV 1.4.6" in result["message"]
    code, results = report(settings, BRIDGEWORK_CLAMD=str(address))
    assert code == 2
    assert results["malware scanner"]["message"].endswith(f"{address}: Connection refused")
    code, results = report(settings, BRIDGEWORK_CLAMD="clamd")
    assert code == 2
    assert "BRIDGEWORK_CLAMD: must be the path of a socket" in results["settings"]["message"]


def test_invalid_settings_are_a_failure(settings: Settings) -> None:
    code, results = report(settings, BRIDGEWORK_PUBLIC_URL="example.com")
    assert code == 2
    assert "BRIDGEWORK_PUBLIC_URL" in results["settings"]["message"]


def test_a_database_server_that_does_not_respond_fails_alone(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        url = f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/bridgework"
        began = time.monotonic()
        code, results = report(settings, BRIDGEWORK_DATABASE_URL=url)
        assert time.monotonic() - began < 12
    assert code == 2
    assert results["database"]["status"] == "failed"
    reason = f"cannot be reached at 127.0.0.1:{port}: no response within 4 seconds"
    assert results["database"]["message"] == reason
    for name in ("version", "disk", "hashing", "storage"):
        assert results[name]["status"] == "ok", results[name]
    assert PASSWORD not in json.dumps(results)


@pytest.mark.slow("waits for the deadline of doctor")
def test_frozen_services_are_named_with_their_settings_within_five_seconds(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(4)]
        store, mail, redis, scanner = (server.getsockname()[1] for server in servers)
        changes = {
            "storage_url": f"s3://key:secret@127.0.0.1:{store}/files?tls=off",
            "smtp_url": f"smtp://127.0.0.1:{mail}?starttls=off",
            "redis_url": f"redis://127.0.0.1:{redis}/0",
            "clamd": f"127.0.0.1:{scanner}",
        }
        begun = time.monotonic()
        ordinary_user.run_as_self(tmp_path, "doctor", "--help")
        started = time.monotonic()
        run = ordinary_user.run_as_self(tmp_path, "doctor", "--json", **changes)
        seconds = time.monotonic() - started
    results = {result["check"]: result for result in json.loads(run.stdout)["checks"]}
    for check, port, setting in (
        ("storage", store, "STORAGE_URL"),
        ("mail", mail, "SMTP_URL"),
        ("rate limits", redis, "REDIS_URL"),
        ("malware scanner", scanner, "CLAMD"),
    ):
        assert results[check]["status"] == "failed"
        assert f"127.0.0.1:{port}" in results[check]["message"]
        assert f"BRIDGEWORK_{setting}" in results[check]["message"] + results[check]["remedy"]
    assert seconds - (started - begun) < 7, "five seconds besides the start of the command"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_node_of_a_fleet_needs_no_data_directory(
    world: World, settings: Settings, tmp_path: Path
) -> None:
    changes = {
        "BRIDGEWORK_DATA_DIR": str(tmp_path / "nowhere"),
        "BRIDGEWORK_SECRET_KEYS": settings.secret_file.read_text().strip(),
        "BRIDGEWORK_STORAGE_URL": f"s3://key:secret@127.0.0.1:{free_port()}/files?tls=off",
        "BRIDGEWORK_SMTP_URL": f"smtp://127.0.0.1:{free_port()}?starttls=off",
    }
    results = report(settings, **changes)[1]
    assert problems(results).keys() == {"storage", "mail"}
    assert results["data directory"]["status"] == results["backup"]["status"] == "ok"
    assert not (tmp_path / "nowhere").exists()


@on_sqlite
def test_an_absent_database_server_is_named(settings: Settings) -> None:
    port = free_port()
    url = f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/bridgework"
    result = report(settings, BRIDGEWORK_DATABASE_URL=url)[1]["database"]
    assert result["message"] == f"cannot be reached at 127.0.0.1:{port}: connection refused"


def test_the_checks_run_while_the_server_runs(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        run = ordinary_user.run_as_self(tmp_path, "doctor", "--json", public_url=server.url)
        results = {result["check"]: result for result in json.loads(run.stdout)["checks"]}
        assert run.returncode == 1, results
        assert problems(results).keys() <= {"backup", "data directory", "disk"}
        assert results["database"]["status"] == "ok"


def test_a_missing_installation_creates_nothing(tmp_path: Path) -> None:
    run = ordinary_user.run_as_self(tmp_path / "nowhere", "doctor")
    assert run.returncode == 2
    assert "does not exist" in " ".join(run.stdout.split())
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "nowhere").exists()
