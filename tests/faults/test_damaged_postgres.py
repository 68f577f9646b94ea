"""A damaged page or index of PostgreSQL fails the requests that need it, and no others."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bridgework import app
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.feed import feed_requests
from tests.clock import ManualClock
from tests.commands import cli
from tests.loop import Loop
from tests.servers import postgres
from tests.world import Person, World

pytestmark = pytest.mark.slow("starts a PostgreSQL server twice")
PAGE = 8192
HERE = Person("operator", address="127.0.0.1")


def garble(file: Path) -> None:
    """Overwrite the header of the first page."""
    with file.open("r+b") as pages:
        pages.write(b"\xa5" * 64)


def empty(file: Path) -> None:
    """Overwrite all pages with zeros, as a disk that lost its writes."""
    size = file.stat().st_size
    with file.open("r+b") as pages:
        pages.write(bytes(size))


@pytest.mark.parametrize(("relation", "damage"), [("feed_posts", garble), ("pk_feed_posts", empty)])
def test_requests_that_need_what_is_damaged_are_503_and_others_continue(
    tmp_path: Path, loop: Loop, relation: str, damage: Callable[[Path], None]
) -> None:
    with postgres.made_cluster() as cluster:
        settings = worlds.settings(tmp_path, database_url=cluster.url)
        with cluster.running(cluster.new_folder()):
            assert cli.run(settings, "migrate").exit_code == 0
            world = opened(settings, loop)
            ada = cast.ada(world)
            feed_requests.post(world, ada)
            world.close()
            with postgres.administering(cluster.url) as database:
                ((path,),) = database.execute("SELECT pg_relation_filepath(%s)", (relation,))
                database.execute("CHECKPOINT")
        damage(cluster.folder / "data" / str(path))
        with cluster.running(cluster.new_folder()):
            world = opened(settings, loop)
            refused = world.post("/feed/posts", {"content": "Which scanner?"}, as_=ada).must(503)
            assert refused.error == "database_damaged"
            assert refused.headers["retry-after"] == "60"
            world.patch("/users/me", {"firstName": "Adele"}, as_=ada).must(200)
            assert world.get("/users/me", as_=ada).must(200).data["firstName"] == "Adele"
            world.get("/readyz").must(200)
            metrics = world.get("/metrics", as_=HERE).must(200).body.decode()
            assert "bridgework_database_damaged 1.0" in metrics
            assert "bridgework_database_available 1.0" in metrics
            world.close()


def opened(settings: Settings, loop: Loop) -> World:
    clock = ManualClock()
    return World(app.create_app(settings, clock), clock, loop)
