"""The metrics at `/metrics`, and access to them."""

import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bridgework import app
from bridgework.kit.core import SystemClock
from bridgework.kit.core.observability import measured_gauges
from bridgework.kit.data.backup import status
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery import PeriodicTask, Scheduler
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests import world as worlds
from tests.architecture.sources import ROOT
from tests.areas.imports import sending
from tests.clock import ManualClock
from tests.loop import Loop
from tests.world import Person, World

TOKEN = "a token that only operators know, of 40 characters"
HERE = Person("operator", address="127.0.0.1")


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    rule = Rule("default", 10, 60)
    return worlds.settings(
        tmp_path, database_url=database_url, metrics_token=TOKEN, rate_limit=rule
    )


def read(world: World) -> dict[str, float]:
    """The samples by name and labels, as Prometheus parses them."""
    result = world.get("/metrics", as_=HERE).must(200)
    assert result.headers["content-type"].startswith("text/plain; version=")
    return {
        _named(sample): sample.value
        for family in text_string_to_metric_families(result.body.decode())
        for sample in family.samples
    }


def _named(sample: Any) -> str:
    labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
    return f"{sample.name}{{{labels}}}" if labels else str(sample.name)


@pytest.mark.parametrize(
    ("person", "headers", "status"),
    [
        (HERE, {}, 200),
        (Person("operator", address="::1"), {}, 200),
        (HERE, {"x-forwarded-for": "198.51.100.7"}, 403),
        (HERE, {"forwarded": "for=198.51.100.7"}, 403),
        (HERE, {"x-real-ip": "198.51.100.7"}, 403),
        (Person("stranger"), {}, 403),
        (Person("stranger", token="guess"), {}, 403),
        (Person("stranger", token=TOKEN + "x"), {}, 403),
        (Person("operator", token=TOKEN), {}, 200),
        (Person("operator", address=""), {}, 403),
    ],
)
def test_metrics_are_available_from_localhost_and_with_the_token(
    world: World, person: Person, headers: dict[str, str], status: int
) -> None:
    answer = world.get("/metrics", as_=person, headers=headers).must(status)
    if status == 403:
        assert answer.error == "operators_only"


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_production_requires_the_token_from_localhost_too(
    settings: Settings, loop: Loop, address: str
) -> None:
    production = settings.model_copy(update={"env": "production"})
    clock = ManualClock()
    world = World(app.create_app(production, clock), clock, loop)
    refused = world.get("/metrics", as_=Person("operator", address=address)).must(403)
    assert refused.error == "operators_only"
    assert "BRIDGEWORK_METRICS_TOKEN" in refused.json["message"]
    world.get("/metrics", as_=Person("operator", token=TOKEN, address=address)).must(200)
    world.close()


@pytest.mark.parametrize("credentials", ["Bearer", "Bearer ", "Bearer x", ""])
def test_without_a_configured_token_none_is_accepted(
    settings: Settings, loop: Loop, credentials: str
) -> None:
    without = settings.model_copy(update={"metrics_token": ""})
    clock = ManualClock()
    world = World(app.create_app(without, clock), clock, loop)
    world.get("/metrics", headers={"authorization": credentials}).must(403)
    world.get("/metrics", as_=HERE).must(200)
    world.close()


def test_requests_are_counted_by_operation_and_status_and_timed(world: World) -> None:
    for _ in range(3):
        world.get("/experts").must(200)
    world.get("/experts/17").must(404)
    world.get("/nowhere").must(404)
    result = read(world)
    assert result["bridgework_http_requests_total{operation=listExperts,status=200}"] == 3
    assert result["bridgework_http_requests_total{operation=getExpert,status=404}"] == 1
    assert result["bridgework_http_requests_total{operation=-,status=404}"] == 1
    assert result["bridgework_http_request_duration_seconds_count{operation=listExperts}"] == 3
    assert 0 < result["bridgework_http_request_duration_seconds_sum{operation=listExperts}"] < 3
    assert (
        result["bridgework_http_request_duration_seconds_bucket{le=10.0,operation=listExperts}"]
        == 3
    )
    assert result["bridgework_response_cache_hits_total"] == 2
    # There is no Redis or Valkey server in which they could be shared.
    assert "bridgework_rate_limits_shared" not in result


def test_every_metric_is_documented(world: World) -> None:
    page = (ROOT / "docs" / "operate" / "monitoring.md").read_text(encoding="utf-8")
    text = world.get("/metrics", as_=HERE).must(200).body.decode()
    families = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE ")}
    # The library adds the time at which each counter was created.
    counted = {name for name in families if not name.endswith("_created")}
    ours = {name for name in counted if name.startswith("bridgework_")}
    assert len(ours) >= 10
    assert {name for name in ours if f"`{name}`" not in page} == set()


def test_rate_limited_requests_are_counted_by_code(world: World) -> None:
    for _ in range(12):
        world.get("/experts")
    result = read(world)
    assert result["bridgework_rate_limited_total{limit=rate_limited}"] == 2


def test_queued_and_sent_emails_are_counted(world: World) -> None:
    cast.register(world, "ada@example.com")
    cast.register(world, "ben@example.com")
    world.clock.advance(seconds=90)
    result = read(world)
    assert result["bridgework_queue_length{queue=emails}"] == 2
    assert result["bridgework_queue_age_seconds{queue=emails}"] == 90
    assert result["bridgework_queue_length{queue=emails_failed}"] == 0
    world.mail()
    result = read(world)
    assert result["bridgework_queue_length{queue=emails}"] == 0
    assert result["bridgework_queue_age_seconds{queue=emails}"] == 0
    assert result["bridgework_emails_total{outcome=sent}"] == 2


def test_the_database_and_waiting_imports_are_measured(world: World) -> None:
    assert read(world)["bridgework_database_size_bytes"] > 100_000
    assert read(world)["bridgework_imports_waiting"] == 0
    assert read(world)["bridgework_imports_oldest_seconds"] == 0


def test_a_running_import_is_measured_with_the_time_since_its_progress(world: World) -> None:
    file = sending.lines(["ann@example.com,Ann,Lee,expert,,"])
    sending.send(world, cast.root(world), "accounts", file).must(202)
    world.clock.advance(seconds=90)
    result = read(world)
    assert result["bridgework_imports_waiting"] == 1
    assert result["bridgework_imports_oldest_seconds"] == 90


def test_the_last_backup_and_its_verification_are_reported(
    world: World, settings: Settings
) -> None:
    created, archive = world.clock.now(), settings.data_dir / "backup.tar"
    record = status.record_created
    assert "bridgework_last_backup_timestamp_seconds" not in _measured(world)
    record(settings.data_dir, archive, created)
    assert _measured(world)["bridgework_last_backup_timestamp_seconds"] == created.timestamp()
    name = "bridgework_last_backup_verification_timestamp_seconds"
    assert name not in _measured(world)
    verified = created + timedelta(hours=1)
    status.record_verified(settings.data_dir, archive, created, verified)
    assert _measured(world)[name] == verified.timestamp()
    record(settings.data_dir, archive, created + timedelta(days=1))
    assert _measured(world)[name] == verified.timestamp(), "a new backup keeps it"


def _measured(world: World) -> dict[str, float]:
    """The samples, of which the gauges are measured again."""
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(measured_gauges, "_SECONDS", 0.0)
        return read(world)


def test_gauges_are_measured_at_most_once_in_ten_seconds(world: World, settings: Settings) -> None:
    read(world)
    status.record_created(settings.data_dir, settings.data_dir / "a.tar", world.clock.now())
    assert "bridgework_last_backup_timestamp_seconds" not in read(world)


@pytest.mark.postgresql("concurrent requests")
def test_failures_and_successes_of_periodic_tasks_are_reported(world: World) -> None:
    database, metrics = world.application.app_state.database, world.application.app_state.metrics
    has_failed, stop = threading.Event(), threading.Event()

    def fail(tx: Tx, now: datetime) -> int:
        has_failed.set()
        raise ValueError

    tasks = [
        PeriodicTask("working", lambda _tx, _now: 0, interval=0.01),
        PeriodicTask("failing", fail, interval=0.1),
    ]
    scheduler = Scheduler(database, SystemClock(), tasks, metrics=metrics)
    name = "bridgework_scheduler_task_failures_total"
    assert read(world)[f"{name}{{task=failing}}"] == 0
    thread = threading.Thread(target=scheduler.run, args=(stop,))
    thread.start()
    assert has_failed.wait(10)
    stop.set()
    thread.join()
    result = read(world)
    assert result[f"{name}{{task=failing}}"] == 1
    assert result[f"{name}{{task=working}}"] == 0
    succeeded = "bridgework_scheduler_task_last_success_timestamp_seconds"
    assert time.time() - result[f"{succeeded}{{task=working}}"] < 60
    assert f"{succeeded}{{task=failing}}" not in result


def test_metrics_contain_no_personal_data(world: World) -> None:
    ada = cast.sign_up(world, "ada@example.com")
    make.into_expert(world, ada, title="Orthodontist")
    world.get("/users/me", as_=ada).must(200)
    world.clock.advance(seconds=timedelta(minutes=2).total_seconds())
    text = world.get("/metrics", as_=HERE).must(200).body.decode()
    for secret in ("ada", str(ada.id), str(ada.token), TOKEN):
        assert secret not in text.lower()


def test_thread_pools_report_their_tasks(world: World) -> None:
    result = read(world)
    assert result["bridgework_threadpool_tasks{pool=metrics}"] == 1  # this request
    assert result["bridgework_threadpool_tasks{pool=requests}"] == 0
    assert result["process_resident_memory_bytes"] > 1e6
