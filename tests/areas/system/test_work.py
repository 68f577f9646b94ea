"""What waits in the background, what failed there, the last backup, and the certificates."""

import json
import platform
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from bridgework import app, providers
from bridgework.kit.core.net import certificates
from bridgework.kit.core.net.certificates import CertificateCheck, Endpoint, find_end
from bridgework.kit.data.backup import status as backup_status
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery import Lease, PeriodicTask, Scheduler, TaskFailures
from bridgework.kit.delivery.outbox.smtp import SmtpServer
from bridgework.kit.storage import S3Address
from bridgework.settings import Settings
from tests import cast
from tests.areas.changes import following
from tests.areas.email_preferences.test_emails import create_dead_email
from tests.areas.imports.sending import CSV, lines, send
from tests.areas.system.test_status import read
from tests.areas.webhooks import hooks
from tests.clock import ManualClock
from tests.kit.outbox.posting import post
from tests.loop import Loop
from tests.servers import receiver
from tests.servers.certificates import certificate
from tests.servers.ports import free_port
from tests.servers.receiver import Reply
from tests.servers.smtp import running_smtp
from tests.world import Person, World

NOTHING = {"waiting": 0, "oldestAt": None}
NOT_USED = {"state": "not used", "expiresAt": None, "checkedAt": None}


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def at(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def test_nothing_waits_in_an_installation_at_rest(world: World, root: Person) -> None:
    world.mail()
    world.run_periodic_tasks()
    status = read(world, root)
    names = ("urgentEmails", "bulkEmails", "webhooks", "imports", "auditEntries")
    assert status["queues"] == dict.fromkeys(names, NOTHING)
    kinds = ("emails", "webhooks", "imports", "periodicTasks")
    assert status["failures"] == dict.fromkeys(kinds, 0)
    services = ("mail", "storage", "redis", "database")
    assert status["certificates"] == dict.fromkeys(services, NOT_USED)
    assert status["backup"] is None
    assert status["python"] == platform.python_version()


def test_each_queue_has_its_length_and_its_oldest_item(world: World, root: Person) -> None:
    world.mail()
    with receiver.running() as other:
        webhook = hooks.create(world, root, other.url())
        world.run_periodic_tasks()
        start = world.clock.now()
        post(world)  # a code
        post(world, name="accounts/password_changed")
        send(world, root, "accounts", lines(["x@example.com,X,Y,client,,"]), content_type=CSV)
        following.announce(world)
        other.answers["/"] = [Reply(500, b"")]
        hooks.work(world)
        world.clock.advance(minutes=5)
        post(world, name="accounts/password_changed")
        pending = hooks.deliveries(world, root, webhook["id"], "status=pending")
        queues = read(world, root)["queues"]
    assert queues["urgentEmails"] == {"waiting": 1, "oldestAt": at(start)}
    assert queues["bulkEmails"] == {"waiting": 2, "oldestAt": at(start)}
    assert queues["webhooks"] == {"waiting": len(pending), "oldestAt": at(start)}
    assert pending
    assert queues["imports"] == {"waiting": 1, "oldestAt": at(start)}
    assert queues["auditEntries"]["waiting"] >= 1
    assert queues["auditEntries"]["oldestAt"] == at(start)


def test_failures_are_counted_for_a_day(world: World, root: Person) -> None:
    world.mail()
    create_dead_email(world)
    with receiver.running() as other:
        hooks.create(world, root, other.url())
        other.answers["/"] = [Reply(410, b"")]
        following.announce(world)
        hooks.work(world)
    started = send(world, root, "accounts", lines([]), content_type=CSV).must(202).data
    world.post(f"/admin/imports/{started['id']}/cancel", as_=root).must(200)
    failures = {"emails": 1, "webhooks": 1, "imports": 1, "periodicTasks": 0}
    assert read(world, root)["failures"] == failures
    world.clock.advance(hours=25)
    after = read(world, cast.root_again(world))["failures"]
    assert after == dict.fromkeys(failures, 0)


def test_an_email_fails_when_it_expires_however_long_it_has_waited(
    world: World, root: Person
) -> None:
    world.mail()
    post(world, expires=world.clock.now() + timedelta(days=3))
    world.clock.advance(days=4)
    world.run_periodic_tasks()
    assert read(world, cast.root_again(world))["failures"]["emails"] == 1
    world.clock.advance(days=1, minutes=1)
    world.run_periodic_tasks()
    assert read(world, cast.root_again(world))["failures"]["emails"] == 0


def test_failed_runs_of_periodic_tasks_are_recorded_by_the_next_success(
    world: World, root: Person
) -> None:
    database, clock, stop = world.application.app_state.database, world.clock, threading.Event()
    tries: list[str] = []

    def fail(tx: Tx, now: datetime) -> int:
        del tx, now
        tries.append("failed")
        raise ValueError

    def succeed(tx: Tx, now: datetime) -> int:
        del tx, now
        if tries:
            stop.set()
        return 0

    tasks = [PeriodicTask("failing", fail, interval=0), PeriodicTask("other", succeed, interval=0)]
    Scheduler(database, clock, tasks, failures=TaskFailures()).run(stop)
    assert read(world, root)["failures"]["periodicTasks"] == len(tries) == 1
    world.clock.advance(hours=25)
    assert read(world, cast.root_again(world))["failures"]["periodicTasks"] == 0
    world.run_periodic_tasks()


def test_periodic_tasks_are_unavailable_unless_a_process_runs_them(
    world: World, root: Person
) -> None:
    lease = Lease(world.application.app_state.database, world.clock)
    assert read(world, root)["periodicTasks"] == {"state": "unavailable"}
    lease.take()
    assert read(world, root)["periodicTasks"] == {"state": "ok"}
    lease.release()
    assert read(world, root)["periodicTasks"] == {"state": "unavailable"}


def test_the_last_backup_is_returned_without_its_path(
    world: World, root: Person, settings: Settings
) -> None:
    created, archive = world.clock.now(), settings.data_dir / "backups" / "a.tar"
    verified = created + timedelta(hours=1)
    backup_status.record_created(settings.data_dir, archive, created)
    backup_status.record_verified(settings.data_dir, archive, created, verified)
    newer = created + timedelta(hours=2)
    backup_status.record_created(settings.data_dir, archive, newer)
    status = read(world, root)
    assert status["backup"] == {
        "createdAt": at(newer),
        "verifiedAt": None,
        "lastVerificationAt": at(verified),
    }
    assert str(settings.data_dir) not in json.dumps(status)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_certificates_of_mail_and_storage_have_their_ends(
    settings: Settings, loop: Loop, tmp_path: Path
) -> None:
    files = certificate(tmp_path)
    end = x509.load_pem_x509_certificate(files.chain.read_bytes()).not_valid_after_utc
    with running_smtp(files) as mail, receiver.running(files) as store:
        changes = {
            "smtp_url": SmtpServer.parse(f"smtp://127.0.0.1:{mail.port}?starttls=required"),
            "storage_url": S3Address.parse(f"s3://key:secret@127.0.0.1:{store.port}/bucket"),
            "redis_url": f"rediss://127.0.0.1:{free_port()}/0",
        }
        before = read_certificates(settings, changes, loop)
    for service in ("mail", "storage"):
        assert before[service]["state"] == "expiring", "it is valid for a day"
        assert before[service]["expiresAt"] == at(end)
    assert before["redis"]["state"] == "unavailable"
    assert before["redis"]["expiresAt"] is None
    assert before["database"] == NOT_USED


def read_certificates(settings: Settings, changes: dict[str, Any], loop: Loop) -> Any:
    clock = ManualClock()
    plain = World(app.create_app(settings, clock), clock, loop)
    root = cast.root(plain)
    world = World(app.create_app(settings.model_copy(update=changes), clock), clock, loop)
    try:
        return read(world, root)["certificates"]
    finally:
        world.close()
        plain.close()


def test_a_certificate_is_looked_up_again_after_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, now = ManualClock(), time.monotonic()
    with running_smtp(certificate(tmp_path), implicit_tls=True) as mail:
        endpoint = Endpoint("127.0.0.1", mail.port, certificates.connect)
        check = CertificateCheck({"mail": endpoint}, clock)
        first = check.results()["mail"]
        assert first.ends_at == find_end(endpoint)
    clock.advance(minutes=59)
    assert check.results()["mail"] == first, "nothing listens any more"
    monkeypatch.setattr(time, "monotonic", lambda: now + 3700)
    assert check.results()["mail"].ends_at is None


def test_a_service_that_hangs_delays_requests_for_seconds_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certificates, "_WAIT_SECONDS", 0.1)
    begun, may_end = threading.Semaphore(0), threading.Event()

    def hang(host: str, port: int) -> Any:
        del host, port
        begun.release()
        may_end.wait(30)
        raise TimeoutError

    check = CertificateCheck({"mail": Endpoint("mail.example", 25, hang)}, ManualClock())
    started = time.monotonic()
    assert check.results() == check.results() == {}
    assert time.monotonic() - started < 5
    assert begun.acquire(timeout=5)
    assert not begun.acquire(blocking=False), "one look-up at a time"
    may_end.set()
    check._threads["mail"].join(5)
    assert check.results()["mail"].ends_at is None


def test_services_without_encryption_have_no_certificate(settings: Settings) -> None:
    changes = {
        "smtp_url": SmtpServer.parse("smtp://mail.example:25?starttls=off"),
        "storage_url": S3Address.parse("s3://key:secret@store.example:9000/bucket?tls=off"),
        "redis_url": "redis://cache.example/0",
    }
    assert providers.encrypted_endpoints(settings.model_copy(update=changes)) == {}


def test_postgresql_has_a_certificate_only_if_connections_are_always_encrypted(
    settings: Settings,
) -> None:
    def endpoint(address: str) -> tuple[str, int] | None:
        changed = settings.model_copy(update={"database_url": address})
        found = providers.encrypted_endpoints(changed).get("database")
        return None if found is None else (found.host, found.port)

    address = "postgresql+psycopg://user@db.example:5433/bridgework"
    assert endpoint(f"{address}?sslmode=verify-full") == ("db.example", 5433)
    assert endpoint(f"{address}?sslmode=prefer") is None
    assert endpoint(address) is None
