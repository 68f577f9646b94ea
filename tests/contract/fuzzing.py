"""Runs Schemathesis against a test server and reads the results."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import httpx2

from bridgework import routes
from bridgework.kit.http.operations import Operation
from bridgework.settings import Settings
from tests import cast
from tests.process import ServerProcess

ROOT = Path(__file__).parents[2]
GOOD = range(200, 309)
REFUSALS = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429]
"""Statuses allowed for invalid requests; a 5xx is not."""
STREAMS = [each.operation_id for each in routes.operations() if each.is_event_stream]
"""Operations that are not tested here, since their responses never end."""
LONG = int(os.environ.get("BRIDGEWORK_TEST_FUZZING", "3600"))
"""Seconds for all long runs together, set by BRIDGEWORK_TEST_FUZZING."""
ENOUGH = 3600
"""Seconds of a long run in which every operation is tested."""
LONG_RUNS = 8
"""Four callers on two databases, each with an equal share of the time."""
TIMEOUT = LONG // LONG_RUNS + 300
"""A timeout for a long run including its preparation, in seconds."""


def long_run_options(seed: str) -> tuple[str, ...]:
    """Return the options of a long run: each case once, then random and stateful tests."""
    seconds = str(max(1, LONG // LONG_RUNS))
    phases = ("--phases", "coverage,fuzzing,stateful")
    return ("--seed", seed, *phases, "--max-examples", "300", "--max-time", seconds)


def is_administrators(operation: Operation) -> bool:
    """Return whether only administrators, or they and partners, may call the operation."""
    return operation.who.needs_admin_login


def client(served: ServerProcess) -> httpx2.Client:
    """Return a client of this server."""
    return httpx2.Client(base_url=served.url, trust_env=False)


def sign_in(http_client: httpx2.Client, name: str) -> str:
    """Return an access token of a known account."""
    body = {"email": f"{name}@example.com", "password": cast.PASSWORD}
    token: str = http_client.post("/auth/login", json=body).json()["data"]["token"]
    return token


def run(served: ServerProcess, folder: Path, config: str, *options: str) -> tuple[int, int]:
    """Run Schemathesis; return the numbers of tested and of all operations, without streams.

    Fails with the report of Schemathesis if a check fails.
    """
    file = folder / "schemathesis.toml"
    file.write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(file)]
    command += ["run", f"{served.url}/openapi.json", "--checks", "all", "--no-color"]
    command += ["--workers", "1", "--generation-database", "none", *options]
    command += ["--exclude-operation-id-regex", f"^({'|'.join(STREAMS)})$"]
    completed = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stdout
    tested = re.search(r"Operations: +(\d+) selected / (\d+) total", completed.stdout)
    assert tested is not None, completed.stdout
    return int(tested[1]), int(tested[2]) - len(STREAMS)


def statuses_in_log(settings: Settings) -> dict[str, set[int]]:
    """Return the statuses of each operation in the server's access log."""
    log = (settings.data_dir / "server.log").read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in log if line.startswith("{")]
    statuses_by_operation: dict[str, set[int]] = defaultdict(set)
    for line in lines:
        if "operation" in line:
            statuses_by_operation[line["operation"]].add(line["status"])
    return statuses_by_operation


def succeeded(settings: Settings) -> set[str]:
    """Return the operations that succeeded at least once."""
    return {name for name, statuses in statuses_in_log(settings).items() if statuses & {*GOOD}}
