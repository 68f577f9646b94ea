"""A server with the demo world, which the guides share."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process import ServerProcess, run_server
from tests.servers.missing import ServerMissing

EXPERTS = 30
"""Fewer than `script/demo` loads; everyone with a name is there."""
NEEDED_CURL = (7, 82)
"""The first version with `--json`."""


def _curl_version() -> tuple[int, ...]:
    if shutil.which("curl") is None:
        return (0,)
    ran = subprocess.run(["curl", "--version"], capture_output=True, text=True, check=True)
    return tuple(int(part) for part in re.findall(r"\d+", ran.stdout)[:2])


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, Path]]:
    """A server with the demo world, and its data folder."""
    if _curl_version() < NEEDED_CURL:
        raise ServerMissing("curl 7.82 or newer is not installed")
    folder = tmp_path_factory.mktemp("demo")
    variables = {"BRIDGEWORK_ENV": "development", "BRIDGEWORK_DATA_DIR": str(folder)}
    command = [sys.executable, "-m", "bridgework", "demo-data", "load", "--experts", str(EXPERTS)]
    subprocess.run(
        command, env={**os.environ, **variables}, cwd=folder, check=True, capture_output=True
    )
    with run_server(folder, rate_limit="6000/60") as server:
        yield server, folder
