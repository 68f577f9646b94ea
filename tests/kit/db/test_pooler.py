"""PostgreSQL behind a real PgBouncer in transaction mode."""

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import psycopg
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from bridgework.__main__ import bridgework
from bridgework.kit.core import Unavailable
from bridgework.kit.data.db import cache_versions
from bridgework.kit.data.db.engines.postgres import PostgresDatabase
from tests import process
from tests.servers import pgbouncer, postgres
from tests.servers.frozen import frozen
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail

pytestmark = [
    pytest.mark.parametrize("database_url", ["postgresql"], indirect=True),
    pytest.mark.slow("starts a pooler"),
]

CLIENTS, ROUNDS = 24, 25
"""More clients than the pooler has sessions, and more rounds than psycopg waits before it prepares
a statement."""
SESSION = sa.text("SELECT pg_backend_pid()")
TOPIC = "experts"
RECOVERY_SECONDS = 5


@pytest.fixture
def pooled_url(pgbouncer_url: str, database_url: str) -> str:
    return pgbouncer.through(pgbouncer_url, database_url)


@pytest.fixture
def database(pooled_url: str) -> Iterator[PostgresDatabase]:
    created = PostgresDatabase(sa.make_url(pooled_url), threads=CLIENTS, pooled=True)
    yield created
    created.close()


@pytest.fixture
def user(database_url: str) -> Iterator[str]:
    """A user of its own, without settings, which owns nothing."""
    name = "pooled"
    with postgres.administering(database_url) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN SUPERUSER")
        yield name
        connection.execute(f"DROP ROLE {name}")


@pytest.mark.postgresql("concurrent requests")
def test_many_clients_share_few_sessions(database: PostgresDatabase) -> None:
    before = version(database)
    start = threading.Barrier(CLIENTS)

    def bump(_client: int) -> Sequence[int]:
        start.wait()
        sessions = []
        for _ in range(ROUNDS):
            with database.writing() as tx:
                cache_versions.bump(tx, TOPIC)
                sessions.append(tx.value(SESSION))
                assert tx.value(SESSION) == sessions[-1]  # one session for each transaction
            version(database)
        return sessions

    with ThreadPoolExecutor(CLIENTS) as executor:
        used = {pid for sessions in executor.map(bump, range(CLIENTS)) for pid in sessions}
    assert version(database) - before == CLIENTS * ROUNDS
    assert len(used) < CLIENTS


@pytest.mark.parametrize("outage", ["killed", "frozen"])
def test_requests_work_soon_after_an_outage_behind_a_pooler(database_url: str, outage: str) -> None:
    del database_url  # the server is one that can be stopped
    with contextlib.ExitStack() as stack, contextlib.ExitStack() as server:
        try:
            cluster = stack.enter_context(postgres.made_cluster())
            server.enter_context(cluster.running(cluster.new_folder()))
            url = stack.enter_context(pgbouncer.running_pgbouncer(cluster.url))
        except ServerMissing as missing:
            skip_or_fail(str(missing))
        database = PostgresDatabase(sa.make_url(url), threads=4, pooled=True, statement_seconds=2)
        stack.callback(database.close)
        assert is_served(database)
        if outage == "frozen":
            with frozen(cluster.pid()):
                assert not is_served(database)
        else:
            server.close()
            assert not is_served(database)
            time.sleep(1)
            assert not is_served(database)
            server.enter_context(cluster.running(cluster.new_folder()))
        back = time.monotonic()
        while not is_served(database):
            assert time.monotonic() - back < RECOVERY_SECONDS
            time.sleep(0.1)
        assert time.monotonic() - back < RECOVERY_SECONDS


def is_served(database: PostgresDatabase) -> bool:
    try:
        with database.writing() as tx:
            tx.execute(SESSION)
    except Unavailable:
        return False
    return True


def version(database: PostgresDatabase) -> int:
    with database.reading() as tx:
        return cache_versions.version(tx, TOPIC).version


@pytest.mark.needs_session
def test_the_user_gets_the_settings_that_a_session_cannot_have(
    database_url: str, user: str
) -> None:
    address = sa.make_url(database_url).set(username=user)

    def missing() -> str:
        database = PostgresDatabase(address, threads=1, pooled=True)
        try:
            return database.user_settings_to_change()
        finally:
            database.close()

    statements = missing()
    assert f"ALTER USER {user} SET statement_timeout = '30000';" in statements
    with psycopg.connect(address.set(drivername="postgresql").render_as_string()) as connection:
        connection.execute(statements)  # a user may change its own settings
    assert missing() == ""


def test_a_server_works_through_a_pooler_and_names_missing_settings(
    pooled_url: str, tmp_path: Path
) -> None:
    with process.run_server(
        tmp_path, database_url=pooled_url, database_pooler="transaction"
    ) as server:
        for number in range(20):
            body = {"email": f"{number}@example.com", "password": "long enough 1", "role": "client"}
            response = httpx2.post(f"{server.url}/auth/register", json=body)
            assert response.status_code == 201, response.text
            assert httpx2.get(f"{server.url}/experts").status_code == 200
    assert "ALTER USER bridgework SET lock_timeout" in (tmp_path / "server.log").read_text()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["config", "check", "--connect"], "ALTER USER bridgework SET statement_timeout"),
        (["backup", "create", "a.tar"], "cannot use a pooler in transaction mode"),
    ],
)
def test_commands_say_what_a_pooler_lacks(
    pooled_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Sequence[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    variables = {
        "BRIDGEWORK_ENV": "development",
        "BRIDGEWORK_DATABASE_URL": pooled_url,
        "BRIDGEWORK_DATABASE_POOLER": "transaction",
    }
    result = CliRunner().invoke(bridgework, command, env=variables)
    assert result.exit_code == 1, result.output
    assert message in result.output
