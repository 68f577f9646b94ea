"""The server that counts for all nodes goes away and comes back: limits hold all the while."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from tests import process
from tests.servers import valkey
from tests.servers.missing import ServerMissing
from tests.servers.plugin import leave_out

QUOTA = 30


@pytest.fixture
def port() -> int:
    try:
        valkey.server_binary()
    except ServerMissing as missing:
        leave_out(str(missing))
    return valkey.free_port()


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 15
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_without_valkey_a_node_counts_on_its_own(port: int, tmp_path: Path) -> None:
    quota = f"{QUOTA}/600"
    address = f"redis://127.0.0.1:{port}/0"
    with ExitStack() as counting:
        counting.enter_context(valkey.running_valkey(port))
        with (
            process.running(tmp_path, redis_url=address, rate_limit=quota) as running,
            httpx2.Client(base_url=running.url, timeout=20, trust_env=False) as line,
        ):

            def limits() -> str:
                told = line.get("/readyz")
                assert told.status_code == 200
                return str(told.json()["limits"])

            assert limits() == "shared"
            assert line.get("/blogs").status_code == 200

            counting.close()
            answers = [line.get("/blogs") for _ in range(QUOTA + 1)]
            assert limits() == "each process"
            statuses = [answer.status_code for answer in answers]
            assert statuses == [200] * QUOTA + [429]
            assert all("ratelimit" in answer.headers for answer in answers)
            assert answers[-1].headers["retry-after"].isdigit()

            counting.enter_context(valkey.running_valkey(port))
            wait_until(lambda: limits() == "shared")
            assert line.get("/blogs").status_code == 200  # an empty server, an empty count
    log = (tmp_path / "server.log").read_text()
    assert log.count("does not serve") == 1
    assert log.count("is back") == 1
    assert " broke" not in log
