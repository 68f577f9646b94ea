"""Requests while PostgreSQL hangs: its connections stay open and get no response."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework import app, migrations
from bridgework.areas.back_office.system.routes import router as system
from bridgework.context import Context
from bridgework.kit.data.migrations import Schema
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import auth
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.db import another
from tests.kit.http import ledger as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.servers import postgres
from tests.servers.frozen import frozen
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.world import World

pytestmark = pytest.mark.slow("waits for the limits of statements")

LIMIT = 2.0
"""The limit of a request; more than the client's reserve of a second."""
RESERVE = 2.5
"""For the client's reserve and a busy machine."""

router = Router("Waiting")


@router.post("/sleep", who=auth.public)
def sleep(context: Context) -> Ok:
    """Run a statement that takes too long."""
    context.tx.execute(sa.text("SELECT pg_sleep(30)"))
    return OK


OPERATIONS = [*sample.router.operations, *router.operations, *system.operations]


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Cluster]:
    """A server of its own, which can be frozen."""
    try:
        with postgres.made_cluster() as made, made.running(made.folder):
            yield made
    except ServerMissing as missing:
        skip_or_fail(str(missing))


@pytest.fixture
def settings(cluster: postgres.Cluster, tmp_path: Path) -> Iterator[Settings]:
    name = f"frozen_{time.monotonic_ns()}"
    url = postgres.create_database(cluster.url, name)
    made = worlds.settings(
        tmp_path, database_url=url, database_pooler="none", request_timeout_seconds=LIMIT
    )
    database = app.database(made)
    Schema(database.engine, migrations.FOLDER).migrate()
    database.close()
    yield made
    postgres.drop_database(cluster.url, name)


@pytest.fixture
def ledger(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, OPERATIONS, loop)
    yield world
    world.close()


def test_requests_to_a_frozen_server_end_in_time_and_work_after_it(
    ledger: World, cluster: postgres.Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    paths = [("GET", "/entries"), ("POST", "/entries/a"), ("GET", "/readyz")]
    requests = [
        lambda method=method, path=path: ledger.sending(method, path) for method, path in paths
    ]
    assert {response.status for response in ledger.together(requests * 2)} == {200}
    with frozen(cluster.pid()):
        begun = time.monotonic()
        refused = ledger.together(requests * 2)
        assert time.monotonic() - begun < LIMIT + RESERVE
        assert {response.status for response in refused} == {503}
        assert all("retry-after" in response.headers for response in refused)
        while not outages(caplog) and time.monotonic() < begun + LIMIT + 2 * RESERVE:
            time.sleep(0.05)
    begun = time.monotonic()
    assert {response.status for response in ledger.together(requests * 2)} == {200}
    assert time.monotonic() - begun < RESERVE
    assert len(outages(caplog)) == 1


def outages(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines about the database."""
    return [each.getMessage() for each in caplog.records if each.name == "bridgework.database"]


def test_a_frozen_server_holds_no_thread_after_its_limit(
    ledger: World, cluster: postgres.Cluster
) -> None:
    database = ledger.application.app_state.database
    with database.reading() as tx:
        tx.execute(sa.text("SELECT 1"))
    with frozen(cluster.pid()):
        for _ in range(2):  # an open connection, then a new one
            begun = time.monotonic()
            with pytest.raises(Exception, match="unreachable"), database.writing() as tx:
                tx.execute(sa.text("SELECT 1"))
            assert time.monotonic() - begun < 5 + RESERVE


def test_a_statement_of_a_request_is_cancelled_at_the_limit(ledger: World) -> None:
    begun = time.monotonic()
    assert ledger.post("/sleep").status == 503
    assert time.monotonic() - begun < LIMIT + RESERVE
    with another.connection(ledger.application.app_state.settings.database_url) as connection:
        running = sa.text(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%'"
            " AND state = 'active' AND pid <> pg_backend_pid()"
        )
        while connection.execute(running).scalar_one():
            assert time.monotonic() - begun < LIMIT + RESERVE
            time.sleep(0.05)


def test_statements_outside_requests_have_a_longer_limit(ledger: World) -> None:
    database = ledger.application.app_state.database
    with database.writing(long=True) as tx:
        assert tx.value(sa.text("SELECT pg_sleep(3.5)::text")) == ""
    with database.reading() as tx:  # on the same connection
        assert tx.value(sa.text("SHOW statement_timeout")) == "2s"


def test_sessions_have_the_name_of_their_command(ledger: World) -> None:
    with ledger.application.app_state.database.reading() as tx:
        assert tx.value(sa.text("SHOW application_name")) == "bridgework serve"
