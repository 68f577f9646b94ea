"""The test PostgreSQL is new for each run and always stops."""

import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psycopg
import pytest
import sqlalchemy

from tests.servers import postgres

ROOT = Path(__file__).parents[2]


def query_value(url: str, question: str) -> object:
    """Run a query; return the first value."""
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        row = connection.execute(question.encode()).fetchone()
        return row and row[0]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("server_encoding", "UTF8"),
        ("timezone", "UTC"),
        ("listen_addresses", "127.0.0.1"),
        ("max_connections", "200"),
    ],
)
def test_the_server_has_the_expected_settings(postgres_url: str, setting: str, value: str) -> None:
    assert query_value(postgres_url, f"SHOW {setting}") == value


def test_databases_are_made_copied_and_dropped(postgres_url: str) -> None:
    first, second = (f"test_{uuid.uuid4().hex}" for _ in range(2))
    url = postgres.create_database(postgres_url, first)
    try:
        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            connection.execute("CREATE TABLE teeth AS SELECT 32 AS number")
        copy = postgres.create_database(postgres_url, second, template=first)
        assert query_value(copy, "SELECT number FROM teeth") == 32
        still_open = psycopg.connect(copy.replace("+psycopg", ""))
        postgres.drop_database(postgres_url, second)
        with pytest.raises(psycopg.OperationalError):
            query_value(copy, "SELECT 1")
        still_open.close()
    finally:
        postgres.drop_database(postgres_url, second)
        postgres.drop_database(postgres_url, first)


def test_sqlalchemy_takes_the_address(postgres_url: str) -> None:
    engine = sqlalchemy.create_engine(postgres_url)
    with engine.connect() as connection:
        assert connection.scalar(sqlalchemy.text("SELECT current_user")) == "bridgework"
    engine.dispose()


def test_a_killed_test_run_leaves_no_server_behind(postgres_url: str) -> None:
    program = """
import time
from tests.servers import postgres
with postgres.running_postgres() as url:
    print(url, flush=True)
    time.sleep(60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout
        url = run.stdout.readline().strip()
        folder = query_value(url, "SHOW unix_socket_directories")
        os.kill(run.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and (is_responding(url) or Path(str(folder)).exists()):
        time.sleep(0.05)
    assert not is_responding(url)
    assert not Path(str(folder)).exists()


def is_responding(url: str) -> bool:
    with socket.socket() as wire:
        return wire.connect_ex(("127.0.0.1", sqlalchemy.make_url(url).port or 0)) == 0
