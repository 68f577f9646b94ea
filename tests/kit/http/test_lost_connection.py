"""Requests while connections to PostgreSQL are lost, or the server is down."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework import app, migrations
from bridgework.areas.back_office.system.routes import router as system
from bridgework.context import Context
from bridgework.kit.core import DatabaseUnavailable
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
from tests.servers.missing import ServerMissing
from tests.world import World

pytestmark = pytest.mark.needs_session

_END_OWN = sa.text("SELECT pg_terminate_backend(pg_backend_pid())")

router = Router("Accidents")


@router.post("/accidents/{name}", who=auth.public)
def have_accident(context: Context, name: str) -> Ok:
    """Write, then lose the connection."""
    sample.write(context, name)
    context.tx.execute(_END_OWN)
    return OK


OPERATIONS = [*sample.router.operations, *router.operations, *system.operations]


@pytest.fixture
def ledger(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, OPERATIONS, loop)
    yield world
    world.close()


def end_all_connections(ledger: World) -> int:
    return another.end_all(ledger.application.app_state.settings.database_address)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_connections_lost_between_requests_are_replaced(
    ledger: World,
) -> None:
    requests = [("GET", "/entries"), ("GET", "/entries/prepared"), ("POST", "/entries/a"),
             ("POST", "/entries/b/slowly"), ("GET", "/readyz")]  # fmt: skip
    for method, path in requests:
        responses = ledger.together([lambda: ledger.sending("GET", "/entries")] * 8)
        assert {response.status for response in responses} == {200}
        assert end_all_connections(ledger) > 0
        ledger.send(method, path).must(200)
    assert sorted(ledger.get("/entries").data["names"]) == ["a", "b"]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_connection_that_was_used_while_the_pool_was_emptied_is_closed(ledger: World) -> None:
    state = ledger.application.app_state
    with state.database.reading() as healthy:
        process = healthy.value(sa.text("SELECT pg_backend_pid()"))
        with pytest.raises(DatabaseUnavailable), state.database.writing() as lost:
            lost.execute(_END_OWN)
    still_there = sa.text(f"SELECT count(*) FROM pg_stat_activity WHERE pid = {process}")
    with another.connection(state.settings.database_address) as connection:
        until = time.monotonic() + 5
        while connection.execute(still_there).scalar_one():
            assert time.monotonic() < until, "the connection is still open"
            time.sleep(0.05)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_concurrent_requests_survive_lost_connections(ledger: World) -> None:
    ledger.together([lambda: ledger.sending("GET", "/entries")] * 8)
    end_all_connections(ledger)
    reads = [lambda: ledger.sending("GET", "/entries")] * 20
    writes = [lambda: ledger.sending("POST", "/entries/a")] * 20
    responses = ledger.together([*reads, *writes])
    assert [response.status for response in responses] == [200] * 40
    assert ledger.get("/entries").data == {"names": ["a"] * 20}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_connection_lost_during_a_request_rolls_it_back(ledger: World) -> None:
    refused = ledger.post("/accidents/a").must(503)
    assert refused.error == "database_unavailable"
    assert refused.headers["retry-after"] == "2"
    assert ledger.get("/entries").must(200).data == {"names": []}


@pytest.fixture
def own_server() -> Iterator[tuple[str, ExitStack]]:
    """A separate PostgreSQL server, and the stack that stops it."""
    with ExitStack() as running:
        try:
            url = running.enter_context(postgres.running_postgres())
        except ServerMissing as missing:
            pytest.skip(str(missing))
        yield url, running


def test_without_a_database_requests_get_a_503(
    own_server: tuple[str, ExitStack], tmp_path: Path, loop: Loop
) -> None:
    url, running = own_server
    settings = worlds.settings(tmp_path, database_url=postgres.create_database(url, "lost"))
    database = app.database(settings)
    Schema(database.engine, migrations.FOLDER).migrate()
    database.close()
    ledger = stage.world(settings, OPERATIONS, loop)
    ledger.post("/entries/a").must(200)
    running.close()
    for method, path in [
        ("GET", "/entries"), ("POST", "/entries/b"), ("POST", "/entries/c/slowly"),
        ("GET", "/readyz"),
    ]:  # fmt: skip
        refused = ledger.send(method, path).must(503)
        assert refused.error == "database_unavailable"
        assert refused.headers["retry-after"] == "2"
        assert "ratelimit" in refused.headers
    ledger.get("/livez").must(200)
    ledger.close()
