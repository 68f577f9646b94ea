"""A server with the demo data, for the clients."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.process import run_server

EXPERTS = 10
WINDOW = 2


@dataclass(frozen=True)
class Demo:
    """The URL of the server, and its data folder."""

    url: str
    folder: Path


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A server with the demo data."""
    folder = tmp_path_factory.mktemp("demo")
    variables = {"BRIDGEWORK_ENV": "development", "BRIDGEWORK_DATA_DIR": str(folder)}
    command = [sys.executable, "-m", "bridgework", "demo-data", "load", "--experts", str(EXPERTS)]
    subprocess.run(
        command, env={**os.environ, **variables}, cwd=folder, check=True, capture_output=True
    )
    with run_server(folder, rate_limit="6000/60") as server:
        yield Demo(server.url, folder)


@pytest.fixture(scope="module")
def _strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with run_server(tmp_path_factory.mktemp("strict"), rate_limit=f"3/{WINDOW}") as server:
        yield server.url


@pytest.fixture
def strict_server(_strict: str) -> str:
    """The URL of a server without data that accepts 3 requests in 2 seconds, none of them used."""
    time.sleep(WINDOW)
    return _strict
