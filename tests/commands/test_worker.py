"""`bridgework worker` beside a server without background work, and its port."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from bridgework.settings import PREFIX
from tests import cast
from tests.process import run_server
from tests.servers.pgbouncer import POOLER
from tests.servers.ports import free_port

TOKEN = "a token that only operators know, of 40 characters"
PATIENCE = 60.0


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


@contextlib.contextmanager
def worker(folder: Path, database_url: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `bridgework worker` during the block; it must stop without an error."""
    others = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    settings = {
        "env": "development",
        "data_dir": str(folder),
        "database_url": database_url,
        "database_pooler": POOLER,
        "metrics_token": TOKEN,
        "background_tasks": "off",  # for nodes; a worker ignores it
    }
    values = {f"{PREFIX}{name.upper()}": text for name, text in settings.items()}
    command = [sys.executable, "-m", "bridgework", "worker", *options]
    with subprocess.Popen(command, env=others | values, cwd=folder) as process:
        try:
            yield process
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()


@pytest.fixture
def client() -> Iterator[httpx2.Client]:
    with httpx2.Client(trust_env=False, timeout=20) as opened:
        yield opened


def responds(client: httpx2.Client, url: str) -> bool:
    try:
        return client.get(url).status_code == 200
    except httpx2.TransportError:
        return False


def samples(client: httpx2.Client, url: str) -> dict[str, float]:
    text = client.get(url).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_a_worker_does_the_background_work_of_a_node_without_any(
    database_url: str, tmp_path: Path, client: httpx2.Client
) -> None:
    with run_server(tmp_path, database_url=database_url, background_tasks="off") as server:
        body = {"email": "ada@example.com", "password": cast.PASSWORD}
        assert client.post(f"{server.url}/auth/register", json=body).status_code == 201
        time.sleep(7)  # longer than the frequent tasks and the outbox wait
        before = samples(client, f"{server.url}/metrics")
        assert before['bridgework_queue_length{queue="emails"}'] == 1
        sealed = 'scheduler_task_last_success_timestamp_seconds{task="seal the audit log"}'
        assert f"bridgework_{sealed}" not in before
        url = f"http://127.0.0.1:{(port := free_port())}"
        with worker(tmp_path, database_url, "--metrics-port", str(port)):
            wait_for(lambda: responds(client, f"{url}/metrics"))
            wait_for(lambda: f"bridgework_{sealed}" in samples(client, f"{url}/metrics"))
            wait_for(
                lambda: samples(client, f"{url}/metrics").get(
                    'bridgework_emails_total{outcome="sent"}'
                )
            )
            failures = 'bridgework_scheduler_task_failures_total{task="number changes"}'
            assert samples(client, f"{url}/metrics")[failures] == 0
        after = samples(client, f"{server.url}/metrics")
        assert after['bridgework_queue_length{queue="emails"}'] == 0


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_port_of_a_worker_follows_the_rules_of_the_servers(
    database_url: str, tmp_path: Path, client: httpx2.Client
) -> None:
    url = f"http://127.0.0.1:{(port := free_port())}"
    with worker(tmp_path, database_url, "--metrics-port", str(port)):
        wait_for(lambda: responds(client, f"{url}/livez"))
        assert client.get(f"{url}/livez").json() == {"status": "alive"}
        assert client.get(f"{url}/metrics").headers["content-type"].startswith("text/plain")
        forwarded = {"x-forwarded-for": "198.51.100.7"}
        refused = client.get(f"{url}/metrics", headers=forwarded)
        assert (refused.status_code, refused.json()["error"]) == (403, "operators_only")
        allowed = {**forwarded, "authorization": f"Bearer {TOKEN}"}
        assert client.get(f"{url}/metrics", headers=allowed).status_code == 200
        assert client.get(f"{url}/users/me").status_code == 404
        assert client.post(f"{url}/livez").status_code == 404
        with contextlib.ExitStack() as stack:
            idle = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                for _ in range(20)
            ]
            idle[0].sendall(b"GET /met")
            idle[1].sendall(b"nonsense\r\n\r\n")
            idle[2].sendall(b"GET /livez HTTP/1.1\r\n" + b"x" * 100_000)
            assert client.get(f"{url}/livez").status_code == 200
        taken = [sys.executable, "-m", "bridgework", "worker", "--metrics-port", str(port)]
        environment = {**os.environ, f"{PREFIX}ENV": "development"}
        environment |= {f"{PREFIX}DATA_DIR": str(tmp_path), f"{PREFIX}DATABASE_URL": database_url}
        second = subprocess.run(
            taken,
            check=False,
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert second.returncode == 1
        assert "choose another --metrics-port" in second.stderr
