"""Running schemathesis against a server of ours, and what came of it."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import httpx2

from bridgework.kit.auth import admin
from bridgework.kit.http.operation import Operation
from bridgework.settings import Settings
from tests import cast
from tests.process import Running

ROOT = Path(__file__).parents[2]
GOOD = range(200, 309)
REFUSALS = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429]
"""What may be said to what no schema allows: never that the server broke."""
LONG = int(os.environ.get("BRIDGEWORK_TEST_FUZZING", "3600"))
"""Seconds for all long runs together, which BRIDGEWORK_TEST_FUZZING sets."""
ENOUGH = 3600
"""Seconds in which every operation has its turn, in each of the long runs."""
LONG_RUNS = 8
"""As four people on two databases: each has its share of the time."""
PATIENCE = LONG // LONG_RUNS + 300
"""Seconds in which a long run is certainly over, with all that is made ready for it."""


def at_length(seed: str) -> tuple[str, ...]:
    """The options of a long run: each case once, then ever new ones and stories of many calls."""
    seconds = str(max(1, LONG // LONG_RUNS))
    phases = ("--phases", "coverage,fuzzing,stateful")
    return ("--seed", seed, *phases, "--max-examples", "300", "--max-time", seconds)


def is_administrators(operation: Operation) -> bool:
    """Whether administrators alone may ask it, or they and partners."""
    return operation.who.name.partition(",")[0] == admin.name


def client(served: Running) -> httpx2.Client:
    """Somebody who asks this server."""
    return httpx2.Client(base_url=served.url, trust_env=False)


def signed_in(asking: httpx2.Client, name: str) -> str:
    """A token of somebody whom the server knows."""
    body = {"email": f"{name}@example.com", "password": cast.PASSWORD}
    token: str = asking.post("/auth/login", json=body).json()["data"]["token"]
    return token


def run(served: Running, folder: Path, config: str, *options: str) -> tuple[int, int]:
    """How many operations were tested, of how many; fails with its report if a check does."""
    file = folder / "schemathesis.toml"
    file.write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(file)]
    command += ["run", f"{served.url}/openapi.json", "--checks", "all", "--no-color"]
    command += ["--workers", "1", "--generation-database", "none", *options]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    tested = re.search(r"Operations: +(\d+) selected / (\d+) total", done.stdout)
    assert tested is not None, done.stdout
    return int(tested[1]), int(tested[2])


def answered(settings: Settings) -> dict[str, set[int]]:
    """The statuses of each operation, as the server's access log tells."""
    log = (settings.data_dir / "server.log").read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in log if line.startswith("{")]
    found: dict[str, set[int]] = defaultdict(set)
    for line in lines:
        if "operation" in line:
            found[line["operation"]].add(line["status"])
    return found


def succeeded(settings: Settings) -> set[str]:
    """The operations that worked at least once."""
    return {name for name, statuses in answered(settings).items() if statuses & {*GOOD}}
