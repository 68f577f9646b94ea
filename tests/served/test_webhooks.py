"""Webhooks of real processes, which are killed while they send."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from bridgework.areas.back_office.webhooks.tables import webhook_deliveries
from bridgework.settings import PREFIX
from tests import cast
from tests import world as worlds
from tests.areas.webhooks import hooks
from tests.process import run_server
from tests.servers import receiver as receivers
from tests.world import World


def wait_for(condition: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


@pytest.mark.long("kills processes for a minute")
def test_a_killed_server_and_a_killed_worker_lose_no_delivery(
    world: World, database_url: str, tmp_path: Path
) -> None:
    """Each acknowledged registration arrives, although `kill -9` ends the processes twice."""
    root = cast.root(world)
    hooks.skip_changes(world)
    people: list[str] = []
    with receivers.running() as receiver:
        hooks.create(world, root, receiver.url(), ["account.registered"])
        settings = {"database_url": database_url, "rate_limit": "60000/60"}
        environment = {
            **{name: text for name, text in os.environ.items() if not name.startswith(PREFIX)},
            **{f"{PREFIX}{name.upper()}": text for name, text in settings.items()},
            f"{PREFIX}ENV": "development",
            f"{PREFIX}DATA_DIR": str(tmp_path),
        }
        command = [sys.executable, "-m", "bridgework", "worker"]
        for _ in range(2):
            with (
                subprocess.Popen(command, env=environment) as worker,
                run_server(tmp_path, database_url=database_url, rate_limit="60000/60") as server,
            ):
                _register(server.url, people, count=15)
                _wait_for_more(receiver)
                worker.send_signal(signal.SIGKILL)
                server.kill()
        with run_server(tmp_path, database_url=database_url, rate_limit="60000/60") as server:
            wait_for(lambda: _subjects(receiver) >= set(people))
            wait_for(lambda: not _pending(world))
    assert len({each.id for each in receiver.received}) == len(people)


def _wait_for_more(receiver: receivers.Receiver) -> None:
    count = len(receiver.received)
    wait_for(lambda: len(receiver.received) > count)


def _register(url: str, people: list[str], count: int) -> None:
    with httpx2.Client(base_url=url, trust_env=False, timeout=20) as client:
        for _ in range(count):
            email = f"person{worlds.next_number()}@example.com"
            body = {"email": email, "password": cast.PASSWORD}
            created = client.post("/auth/register", json=body)
            assert created.status_code == 201, created.text
            people.append(created.json()["data"]["user"]["id"])


def _pending(world: World) -> int:
    pending = webhook_deliveries.select().where(webhook_deliveries.c.status == "pending")
    with world.application.app_state.database.reading() as tx:
        return len(tx.rows(pending))


def _subjects(receiver: receivers.Receiver) -> set[str]:
    return {each.json["data"]["subject"]["id"] for each in receiver.received}
