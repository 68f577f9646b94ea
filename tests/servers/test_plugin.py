"""The plugin in small test runs."""

import os
import socket
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow("runs pytest, which starts servers")
ROOT = Path(__file__).parents[2]

PLUGIN = """
pytest_plugins = ["tests.servers.plugin"]
"""
NO_POSTGRES = """
from tests.servers import missing, postgres

def nothing():
    raise missing.ServerMissing("install PostgreSQL")

postgres._programs = nothing
"""
USES_VALKEY = """
import pathlib, pytest

@pytest.mark.parametrize("number", range(4))
def test_asks(number, valkey_url, worker_id):
    pathlib.Path(__file__).with_name(f"{worker_id}.url").write_text(valkey_url)
"""
USES_POSTGRES = """
def test_asks(postgres_url):
    assert postgres_url
"""


def run_pytest(folder: Path, *arguments: str, require: str = "") -> str:
    """Run the tests in `folder` with xdist and this plugin only; return the output."""
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, "--rootdir", str(folder)]
    without_servers = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "BRIDGEWORK_TEST_REQUIRE": require}
    run = subprocess.run(
        [*command, "-r", "fEs", "-p", "xdist", "-p", "no:cacheprovider", *arguments, str(folder)],
        cwd=ROOT,
        env=os.environ | without_servers,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return run.stdout


def test_two_processes_share_a_server_that_ends_with_the_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    (tmp_path / "test_it.py").write_text(USES_VALKEY)
    output = run_pytest(tmp_path, "-n", "2", "--dist", "each")
    assert "8 passed" in output, output
    urls = {path.name: path.read_text() for path in tmp_path.glob("*.url")}
    assert urls.keys() == {"gw0.url", "gw1.url"}
    (url,) = set(urls.values())
    with socket.socket() as connection:
        assert connection.connect_ex(("127.0.0.1", urllib.parse.urlsplit(url).port or 0))


@pytest.mark.parametrize(
    ("processes", "require", "outcome"), [("0", "", "1 skipped"), ("1", "all", "1 error")]
)
def test_a_missing_server_is_reported(
    tmp_path: Path, processes: str, require: str, outcome: str
) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN + NO_POSTGRES)
    (tmp_path / "test_it.py").write_text(USES_POSTGRES)
    output = run_pytest(tmp_path, "-n", processes, require=require)
    assert outcome in output, output
    assert "install PostgreSQL" in output
