"""Each service is broken in turn under load: one alert names the cause, and ends after it.

A real Prometheus evaluates the rules that are delivered on the metrics of a real server, and a real
Alertmanager inhibits what follows from the cause.
"""

import contextlib
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.uploads import upload_client
from tests.faults.frozen_installation import CANDIDATES, SIGN_IN, Installation
from tests.servers import frozen, prometheus
from tests.servers.prometheus import FASTER, Monitoring

pytestmark = [
    pytest.mark.long("services are broken for minutes of the rules"),
    pytest.mark.timeout(600),
]
SETTLED_SECONDS = 90.0
"""Longer than the storage check of 30 seconds, and than the slowest rule: 15 minutes."""
RECOVERED_SECONDS = 60.0
on_postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def watched(at: Installation, tmp_path: Path) -> Iterator[Monitoring]:
    """The monitoring of the server, which has nothing to report under load."""
    folder = tmp_path / "monitoring"
    folder.mkdir()
    targets = {"bridgework": [at.server.port]}
    with prometheus.monitoring(folder, targets) as monitoring, load(at):
        time.sleep(10 * 60 / FASTER)
        assert monitoring.firing() == set()
        assert monitoring.value("bridgework_storage_available") == 1
        yield monitoring


@contextlib.contextmanager
def load(at: Installation) -> Iterator[None]:
    """Send requests of each kind all the time, whatever their responses are."""
    stopping = threading.Event()

    def send(kind: Callable[[Installation, int], object]) -> None:
        for number in itertools.count():
            with contextlib.suppress(OSError, ValueError):
                kind(at, number)
            if stopping.wait(0.3):
                return

    threads = [threading.Thread(target=send, args=(kind,)) for kind in KINDS]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


def _register(at: Installation, number: int) -> None:
    body = {"email": f"person-{number}@example.com", "password": cast.PASSWORD}
    at.send("POST", "/auth/register", body)


def _upload(at: Installation, number: int) -> None:
    request = upload_client.ticket_request(fileName=f"{number}.png")
    status, content = at.send("POST", "/assets/upload-url", request, token=at.ada)
    if status in {200, 201}:
        path = {"objectPath": content["data"]["objectPath"]}
        at.send("POST", "/assets/complete", path, token=at.ada)


KINDS: tuple[Callable[[Installation, int], object], ...] = (
    _register,
    _upload,
    lambda at, _: at.send("POST", "/auth/login", SIGN_IN),
    lambda at, _: at.send("GET", "/experts", token=at.ada),
    lambda at, _: at.send("GET", "/users/me", token=at.ada),
    lambda at, _: at.send("GET", CANDIDATES, token=at.root),
)


def one_alert(monitoring: Monitoring, alert: str) -> None:
    """Wait until everything that the fault causes has fired; the only notification is `alert`."""
    time.sleep(SETTLED_SECONDS)
    assert monitoring.notified() == [alert], monitoring.firing()


def nothing_remains(monitoring: Monitoring, alert: str) -> None:
    """After the end of a fault its alert ends, and no other one is reported meanwhile."""
    until = time.monotonic() + RECOVERED_SECONDS
    while notified := monitoring.notified():
        assert notified == [alert], monitoring.firing()
        assert time.monotonic() < until
        time.sleep(1)
    assert monitoring.firing() == set()


@on_postgresql
def test_a_frozen_database_is_one_alert(at: Installation, watched: Monitoring) -> None:
    with at.frozen("database"):
        one_alert(watched, "BridgeworkDatabaseUnavailable")
    nothing_remains(watched, "BridgeworkDatabaseUnavailable")


@on_postgresql
def test_a_stopped_database_is_one_alert(at: Installation, watched: Monitoring) -> None:
    os.kill(at.pids["database"], signal.SIGKILL)
    one_alert(watched, "BridgeworkDatabaseUnavailable")


@on_sqlite
def test_a_frozen_storage_is_one_alert(at: Installation, watched: Monitoring) -> None:
    with at.frozen("storage"):
        one_alert(watched, "BridgeworkStorageUnavailable")
    nothing_remains(watched, "BridgeworkStorageUnavailable")


@on_sqlite
def test_a_stopped_storage_is_one_alert(at: Installation, watched: Monitoring) -> None:
    os.kill(at.pids["storage"], signal.SIGKILL)
    one_alert(watched, "BridgeworkStorageUnavailable")


@on_sqlite
def test_a_frozen_mail_server_is_one_alert(at: Installation, watched: Monitoring) -> None:
    with at.frozen("mail"):
        one_alert(watched, "BridgeworkCodesDelayed")
    nothing_remains(watched, "BridgeworkCodesDelayed")


@on_sqlite
def test_a_frozen_valkey_is_one_alert(at: Installation, watched: Monitoring) -> None:
    with at.frozen("valkey"):
        one_alert(watched, "BridgeworkRateLimitsNotShared")
    nothing_remains(watched, "BridgeworkRateLimitsNotShared")


@on_sqlite
def test_a_damaged_file_is_one_alert(
    at: Installation, watched: Monitoring, settings: Settings
) -> None:
    with settings.sqlite_file.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        for page in range(size // 4096 // 2, size // 4096):
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)
    one_alert(watched, "BridgeworkDatabaseDamaged")


@on_sqlite
def test_a_frozen_node_is_one_alert(at: Installation, watched: Monitoring) -> None:
    with frozen.frozen(at.server.process.pid):
        one_alert(watched, "BridgeworkDown")
    nothing_remains(watched, "BridgeworkDown")
