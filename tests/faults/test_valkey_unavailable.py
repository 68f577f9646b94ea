"""Rate limits hold while Valkey is unavailable, and are shared again when it is back."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from tests import process
from tests.servers import valkey
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.servers.ports import free_port

QUOTA = 30


@pytest.fixture
def port() -> int:
    try:
        valkey.server_binary()
    except ServerMissing as missing:
        skip_or_fail(str(missing))
    return free_port()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_without_valkey_a_node_counts_on_its_own(port: int, tmp_path: Path) -> None:
    quota = f"{QUOTA}/600"
    address = f"redis://127.0.0.1:{port}/0"
    with ExitStack() as valkey_server:
        valkey_server.enter_context(valkey.running_valkey(port))
        with (
            process.run_server(tmp_path, redis_url=address, rate_limit=quota) as running,
            httpx2.Client(base_url=running.url, timeout=20, trust_env=False) as client,
        ):

            def limits() -> str:
                response = client.get("/readyz")
                assert response.status_code == 200
                return str(response.json()["limits"])

            assert limits() == "shared"
            assert client.get("/blogs").status_code == 200

            valkey_server.close()
            responses = [client.get("/blogs") for _ in range(QUOTA + 1)]
            assert limits() == "each process"
            statuses = [response.status_code for response in responses]
            assert statuses == [200] * QUOTA + [429]
            assert all("ratelimit" in response.headers for response in responses)
            assert responses[-1].headers["retry-after"].isdigit()

            valkey_server.enter_context(valkey.running_valkey(port))
            wait_until(lambda: limits() == "shared")
            assert client.get("/blogs").status_code == 200  # the new server has no counts
    log = (tmp_path / "server.log").read_text()
    assert log.count("is unavailable (") == 1
    assert log.count("is available again") == 1
    assert " broke" not in log
