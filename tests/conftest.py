"""Shared fixtures: a migrated database of each kind, and a server that uses it."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework import app, migrations
from bridgework.kit.core import outages
from bridgework.kit.data.migrations import Schema
from bridgework.kit.security import passwords, secret_file
from bridgework.settings import Settings
from tests import world as worlds
from tests.clock import ManualClock
from tests.loop import Loop
from tests.servers import pgbouncer, postgres
from tests.servers.reused import ReusedDatabase

pytest_plugins = ["tests.lanes", "tests.servers.plugin", "tests.contract.plugin"]

os.environ["BRIDGEWORK_DATABASE_POOLER"] = pgbouncer.POOLER  # a default of the settings of tests
DATABASES = ["sqlite", "postgresql"]
REAL = passwords.COST
_SECRET = secret_file.generate()
QUICK = passwords.Cost(passes=1, kib=8)


def pytest_collection_finish() -> None:
    """Exclude thousands of collected tests from each garbage collection of the run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def loop() -> Iterator[Loop]:
    """An event loop in its own thread, so that tests are plain functions."""
    running = Loop()
    yield running
    running.close()


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    """Hash passwords cheaply: a run registers thousands of accounts. See `real_passwords`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "COST", QUICK)
        yield


@pytest.fixture(autouse=True)
def _no_outages() -> None:
    """Log the outages of this test, although an earlier one had the same."""
    outages.forget()


@pytest.fixture
def real_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at the real cost. Request this fixture before the world."""
    monkeypatch.setattr(passwords, "COST", REAL)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest schema, to be copied."""
    folder = tmp_path_factory.mktemp("template")
    _migrate(worlds.settings(folder))
    return folder / "bridgework.db"


@pytest.fixture(scope="session")
def migrated_template(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> str:
    """The name of a PostgreSQL database with the newest schema, to be copied."""
    server: str = request.getfixturevalue("postgres_url")
    name = f"template_{worker_id}"
    url = postgres.create_database(server, name)
    _migrate(worlds.settings(tmp_path_factory.mktemp("template"), database_url=url))
    return name


@pytest.fixture(scope="session")
def reused_database(request: pytest.FixtureRequest, migrated_template: str) -> ReusedDatabase:
    """A PostgreSQL database with the newest schema, reused for a series of tests."""
    server: str = request.getfixturevalue("postgres_url")
    return ReusedDatabase(server, migrated_template, f"{migrated_template}_reused")


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database with the newest schema, for each kind.

    The folder has a secret, the same for all tests, so that what is remembered stays readable.
    """
    secret_file.create(tmp_path / "secret.key", [_SECRET])
    if request.param == "sqlite":
        file: Path = request.getfixturevalue("migrated_file")
        shutil.copy(file, tmp_path / "bridgework.db")
        yield f"sqlite:///{tmp_path / 'bridgework.db'}"
        return
    reused: ReusedDatabase = request.getfixturevalue("reused_database")
    with reused.lent() as url:
        if pgbouncer.IS_POOLED:
            yield pgbouncer.through(request.getfixturevalue("pgbouncer_url"), url)
        else:
            yield url


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """The settings of the world; a test module can override this fixture."""
    return worlds.settings(tmp_path, database_url=database_url)


@pytest.fixture
def world(settings: Settings, loop: Loop) -> Iterator[worlds.World]:
    """A server for this test."""
    clock = ManualClock()
    world = worlds.World(app.create_app(settings, clock), clock, loop)
    yield world
    world.close()


@pytest.fixture
def neighbour(world: worlds.World, settings: Settings, loop: Loop) -> Iterator[worlds.World]:
    """A second node on the same database; on SQLite the same world, since it has one process."""
    if settings.on_sqlite:
        yield world
        return
    node = worlds.World(app.create_app(settings, world.clock), world.clock, loop)
    yield node
    node.close()


def _migrate(settings: Settings) -> None:
    database = app.database(settings)
    Schema(database.engine, migrations.FOLDER).migrate()
    database.close()
