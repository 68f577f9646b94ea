"""The status of the installation for administrators."""

import json
from typing import Any

import pytest

from bridgework import __version__, app, migrations
from bridgework.kit.data.migrations import known_versions
from bridgework.kit.delivery.outbox.smtp import SmtpServer
from bridgework.kit.storage import S3Address
from bridgework.settings import Settings
from tests import cast
from tests.areas.email_preferences.test_emails import create_dead_email
from tests.clock import ManualClock
from tests.kit.outbox.posting import post
from tests.loop import Loop
from tests.servers.ports import free_port
from tests.world import ANONYMOUS, Person, World

SECRET = "a-secret-that-no-response-may-contain"


def read(world: World, root: Person) -> dict[str, Any]:
    status: dict[str, Any] = world.get("/admin/system", as_=root).must(200).data
    return status


def test_only_administrators_read_the_status(world: World) -> None:
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get("/admin/system", as_=person).must(status)


def test_the_default_settings_use_builtin_parts(world: World) -> None:
    root = cast.root(world)
    world.mail()
    status = read(world, root)
    database = status.pop("database")
    assert database["kind"] == world.application.app_state.database.dialect
    assert database["version"][0].isdigit()
    assert database["schemaVersion"] == known_versions(migrations.FOLDER)[-1]
    assert database["sizeBytes"] > 100_000
    assert isinstance(status.pop("commit"), str)
    for tested_elsewhere in (
        "python",
        "queues",
        "periodicTasks",
        "failures",
        "backup",
        "certificates",
    ):
        del status[tested_elsewhere]
    assert status == {
        "version": __version__,
        "queue": {"transport": "files", "waiting": 0, "retrying": 0, "dead": 0, "oldestAt": None},
        "storage": {"kind": "files", "state": "ok"},
        "limits": {"scope": "each process", "state": "ok"},
        "providers": {"recruiting": "builtin", "events": "builtin", "captcha": "off"},
        "secondFactor": "optional",
    }


def test_the_queue_shows_waiting_and_dead_emails(world: World) -> None:
    root = cast.root(world)
    world.mail()
    create_dead_email(world)
    world.clock.advance(minutes=1)
    post(world)
    queue = read(world, root)["queue"]
    assert (queue["waiting"], queue["dead"]) == (1, 1)
    assert queue["oldestAt"] == "2026-11-21T12:01:00.000Z"


def test_a_directory_that_cannot_be_read_is_unavailable(world: World) -> None:
    root = cast.root(world)
    world.application.app_state.settings.files_dir.write_text("not a directory")
    assert read(world, root)["storage"] == {"kind": "files", "state": "unavailable"}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_services_that_do_not_respond_are_unavailable(settings: Settings, loop: Loop) -> None:
    address = f"127.0.0.1:{free_port()}"
    changes = {
        "storage_url": S3Address.parse(f"s3://key:{SECRET}@{address}/gone?tls=off"),
        "smtp_url": SmtpServer.parse(f"smtp://mailer:{SECRET}@{address}?starttls=off"),
        "redis_url": f"redis://:{SECRET}@{address}/0",
        "captcha": "turnstile",
        "captcha_secret": SECRET,
        "luma_api_key": SECRET,
        "zoho_client_id": "client",
        "zoho_client_secret": SECRET,
        "zoho_refresh_token": SECRET,
        "admin_second_factor": "optional",
    }
    clock = ManualClock()
    plain = World(app.create_app(settings, clock), clock, loop)
    root = cast.root(plain)
    world = World(app.create_app(settings.model_copy(update=changes), clock), clock, loop)
    try:
        status = read(world, root)
    finally:
        world.close()
        plain.close()
    assert status["storage"] == {"kind": "s3", "state": "unavailable"}
    assert status["limits"] == {"scope": "each process", "state": "unavailable"}
    assert status["queue"]["transport"] == "smtp"
    assert status["providers"] == {"recruiting": "zoho", "events": "luma", "captcha": "turnstile"}
    text = json.dumps(status)
    assert not any(hidden in text for hidden in (SECRET, address, str(settings.data_dir)))
