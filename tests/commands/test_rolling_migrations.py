"""Migrations beside running nodes: additive ones are applied, the others are refused."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework import migrations
from bridgework.commands.processes import sqlite_lock
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.data.migrations import NodesAreRunning, Schema, SchemaMismatch
from tests import cast
from tests import world as worlds
from tests.kit.db import another
from tests.newer_migrations import ADDITIVE, BREAKING, LATER, newer
from tests.served import program
from tests.servers.ports import free_port
from tests.world import World


def own(world: World) -> Schema:
    return Schema(world.application.app_state.database.engine, migrations.FOLDER)


def test_an_old_program_goes_on_and_starts_with_a_newer_additive_schema(
    world: World, tmp_path: Path
) -> None:
    ben = cast.ben(world)
    engine = world.application.app_state.database.engine
    Schema(engine, newer(tmp_path / "newer", ADDITIVE)).migrate()
    ada = cast.ada(world)
    for member in (ben, ada):
        world.patch("/users/me", {"firstName": "Kim"}, as_=member).must(200)
        world.post("/feed/posts", {"content": "Still here."}, as_=member).must(201)
    schema = own(world)
    schema.must_match()
    assert schema.pending() == []
    schema.migrate()  # does nothing


def test_only_programs_since_the_last_breaking_migration_start(
    world: World, tmp_path: Path
) -> None:
    engine = world.application.app_state.database.engine
    Schema(engine, newer(tmp_path / "newest", ADDITIVE, BREAKING, LATER)).migrate()
    Schema(engine, newer(tmp_path / "former", ADDITIVE, BREAKING)).must_match()
    for older in (newer(tmp_path / "older", ADDITIVE), migrations.FOLDER):
        with pytest.raises(SchemaMismatch, match="newer than this program"):
            Schema(engine, older).must_match()


def test_an_old_program_does_not_start_with_a_schema_that_is_not_additive(
    world: World, tmp_path: Path
) -> None:
    engine = world.application.app_state.database.engine
    Schema(engine, newer(tmp_path / "newer", BREAKING)).migrate()
    with pytest.raises(SchemaMismatch, match="newer than this program"):
        own(world).must_match()


def test_a_breaking_migration_is_refused_while_nodes_have_sessions(
    world: World, tmp_path: Path, database_url: str
) -> None:
    schema = Schema(
        world.application.app_state.database.engine,
        newer(tmp_path / "newer", BREAKING),
    )
    if database_url.startswith("sqlite"):
        pytest.skip("a server on SQLite is found by its lock")
    with another.connection(database_url) as session:
        session.exec_driver_sql("SET application_name = 'bridgework worker'")
        with pytest.raises(NodesAreRunning, match="stop all servers and workers") as refused:
            schema.migrate()
        assert "(bridgework worker)" in str(refused.value)
    schema.migrate()
    schema.must_match()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_running_server_on_sqlite_bears_additive_migrations_only(
    tmp_path: Path, database_url: str
) -> None:
    del database_url
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    settings = worlds.settings(data)
    with program.run_server(data) as server:
        engine = sa.create_engine(f"sqlite:///{settings.sqlite_file}", module=sqlite3)
        breaking = Schema(engine, newer(tmp_path / "breaking", BREAKING))
        with ExitStack() as until:
            must_be_stopped = partial(sqlite_lock.keep_servers_out, settings, until)
            with pytest.raises(NodesAreRunning, match=r"a server uses .*bridgework\.db"):
                breaking.migrate(must_be_stopped=must_be_stopped)
        additive = Schema(engine, newer(tmp_path / "additive", ADDITIVE))
        additive.migrate(must_be_stopped=must_be_stopped)
        body = {"email": "ada@example.com", "password": cast.PASSWORD}
        assert server.request("POST", "/auth/register", body)[0] == 201
    with program.run_server(data) as server:
        status, _, answer = server.request("POST", "/auth/login", body)
        assert (status, b"EMAIL_NOT_VERIFIED" in answer) == (403, True)
    engine.dispose()


def test_no_server_starts_while_a_breaking_migration_runs_on_sqlite(tmp_path: Path) -> None:
    settings = worlds.settings(tmp_path)
    assert program.run(tmp_path, "migrate").returncode == 0
    port = str(free_port())
    with ExitStack() as until:
        sqlite_lock.keep_servers_out(settings, until)
        refused = program.run(tmp_path, "serve", "--port", port)
    assert refused.returncode == 1
    assert "another server uses" in refused.stderr
    with program.run_server(tmp_path) as server:
        assert server.request("GET", "/livez")[0] == 200
