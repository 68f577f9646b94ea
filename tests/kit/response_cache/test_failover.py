"""Another PostgreSQL server takes over: its versions may be lower, and are then used again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework import app, migrations
from bridgework.kit.data.migrations import Schema
from tests import make
from tests import world as worlds
from tests.clock import ManualClock
from tests.kit.response_cache.test_restored_versions import names, put_back, state
from tests.loop import Loop
from tests.servers import postgres


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    with postgres.made_cluster() as created:
        yield created


def test_after_a_failover_nothing_is_served_from_the_cache(
    cluster: postgres.Cluster, tmp_path: Path, loop: Loop
) -> None:
    settings = worlds.settings(tmp_path, database_url=cluster.url)
    clock = ManualClock()
    with cluster.running(cluster.new_folder()):
        database = app.database(settings)
        Schema(database.engine, migrations.FOLDER).migrate()
        database.close()
        world = worlds.World(app.create_app(settings, clock), clock, loop)
        ada, bo = make.expert(world, "Ada Lovell"), make.expert(world, "Bo Lovell")
        assert names([world], bo) == ["Bo"]
        before = state(world)
        make.change_account(world, ada, last_name="B")
        assert names([world], bo) == ["Bo"]
        # The other server lacks the last change. Its version is used again, for another change.
        put_back(world, before)
        make.change_account(world, bo, first_name="Bob")
    with cluster.running(cluster.new_folder()):
        assert names([world], bo) == ["Bob"]
        world.close()
