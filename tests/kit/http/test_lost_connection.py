"""PostgreSQL goes away, for a moment or for good: what its callers are told."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework import app, migrations
from bridgework.areas.system.routes import router as system
from bridgework.kit import auth
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.migration import Schema
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.db import another
from tests.kit.http import ledger as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.servers import postgres
from tests.servers.missing import ServerMissing
from tests.world import World

_END_OWN = sa.text("SELECT pg_terminate_backend(pg_backend_pid())")

router = Router("Accidents")


@router.post("/accidents/{name}", who=auth.public)
def have_accident(context: Context, name: str) -> Ok:
    """Lose the connection after something was written."""
    made_up.write(context, name)
    context.tx.execute(_END_OWN)
    return OK


OPERATIONS = [*made_up.router.operations, *router.operations, *system.operations]


@pytest.fixture
def ledger(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, OPERATIONS, loop)
    yield world
    world.close()


def end_all_connections(ledger: World) -> int:
    return another.end_all(ledger.application.app_state.settings.database_address)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_connections_that_were_cut_between_two_requests_cost_nobody_a_request(
    ledger: World,
) -> None:
    asked = [("GET", "/entries"), ("GET", "/entries/prepared"), ("POST", "/entries/a"),
             ("POST", "/entries/b/slowly"), ("GET", "/readyz")]  # fmt: skip
    for method, path in asked:
        answers = ledger.together([lambda: ledger.sending("GET", "/entries")] * 8)
        assert {answer.status for answer in answers} == {200}
        assert end_all_connections(ledger) > 0
        ledger.send(method, path).must(200)
    assert sorted(ledger.get("/entries").data["names"]) == ["a", "b"]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_many_requests_at_once_all_get_over_it(ledger: World) -> None:
    ledger.together([lambda: ledger.sending("GET", "/entries")] * 8)
    end_all_connections(ledger)
    reads = [lambda: ledger.sending("GET", "/entries")] * 20
    writes = [lambda: ledger.sending("POST", "/entries/a")] * 20
    answers = ledger.together([*reads, *writes])
    assert [answer.status for answer in answers] == [200] * 40
    assert ledger.get("/entries").data == {"names": ["a"] * 20}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_one_that_is_cut_in_the_middle_undoes_the_call(ledger: World) -> None:
    refused = ledger.post("/accidents/a").must(503)
    assert refused.error == "database_unavailable"
    assert refused.headers["retry-after"] == "2"
    assert ledger.get("/entries").must(200).data == {"names": []}


@pytest.fixture
def own_server() -> Iterator[tuple[str, ExitStack]]:
    """A PostgreSQL of this test's own, and what ends it."""
    with ExitStack() as running:
        try:
            url = running.enter_context(postgres.running_postgres())
        except ServerMissing as missing:
            pytest.skip(str(missing))
        yield url, running


def test_while_it_is_gone_callers_are_told_to_come_again(
    own_server: tuple[str, ExitStack], tmp_path: Path, loop: Loop
) -> None:
    url, running = own_server
    settings = worlds.settings(tmp_path, database_url=postgres.create_database(url, "gone"))
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
