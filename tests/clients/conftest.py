"""A server with the demo data, for the clients."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.clients import packages
from tests.conftest import DATABASES
from tests.process import run_server
from tests.servers import minutes, pgbouncer, postgres

EXPERTS = 10
WINDOW = 2
OLDEST_NODE = 20


@dataclass(frozen=True)
class Demo:
    """The URL of the server, and its data folder."""

    url: str
    folder: Path


@pytest.fixture(scope="module", params=DATABASES)
def demo(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Demo]:
    """A server with the demo data, on a database of each kind."""
    folder = tmp_path_factory.mktemp("demo")
    with _empty_database(request, folder) as url:
        variables = {
            "BRIDGEWORK_ENV": "development",
            "BRIDGEWORK_DATA_DIR": str(folder),
            "BRIDGEWORK_DATABASE_URL": url,
        }
        subprocess.run(
            [sys.executable, "-m", "bridgework", "demo-data", "load", "--experts", str(EXPERTS)],
            env={**os.environ, **variables},
            cwd=folder,
            check=True,
            capture_output=True,
        )
        with run_server(folder, module=minutes.__name__, database_url=url) as server:
            yield Demo(server.url, folder)


@pytest.fixture(autouse=True)
def _minute(request: pytest.FixtureRequest) -> None:
    """Begin a minute of the rate limits with each test that uses the server."""
    if "demo" in request.fixturenames:
        minutes.begin_minute(request.getfixturevalue("demo").url)


@contextlib.contextmanager
def _empty_database(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'bridgework.db'}"
        return
    server: str = request.getfixturevalue("postgres_url")
    name = f"clients_{folder.name}_{os.getpid()}"
    url = postgres.create_database(server, name)
    if pgbouncer.IS_POOLED:
        url = pgbouncer.through(request.getfixturevalue("pgbouncer_url"), url)
    yield url
    postgres.drop_database(server, name)


@pytest.fixture(scope="module")
def _strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with run_server(tmp_path_factory.mktemp("strict"), rate_limit=f"3/{WINDOW}") as server:
        yield server.url


@pytest.fixture
def strict_server(_strict: str) -> str:
    """The URL of a server without data that accepts 3 requests in 2 seconds, none of them used."""
    time.sleep(WINDOW)
    return _strict


def _node_version() -> int:
    """The major version of Node.js; 0 without it."""
    if shutil.which("node") is None:
        return 0
    command = ("node", "--print", "parseInt(process.versions.node)")
    return int(packages.run(*command, folder=packages.ROOT))


@pytest.fixture(scope="session")
def made_typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of npm, and with the sources of the client."""
    if _node_version() < OLDEST_NODE or shutil.which("npm") is None:
        pytest.skip(f"Node.js {OLDEST_NODE} with npm is not installed")
    folder = tmp_path_factory.mktemp("clients")
    finished = packages.make(folder, "typescript")
    if "npm cannot install" in finished.stdout:
        pytest.skip(finished.stdout.strip()[-300:])
    assert finished.returncode == 0, finished.stdout
    return folder


@pytest.fixture
def package(made_typescript: Path) -> Path:
    """The folder of the package, compiled."""
    return made_typescript / "typescript"
