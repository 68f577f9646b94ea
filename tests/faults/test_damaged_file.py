"""From the moment at which damage of an SQLite file is known, nothing is written to it."""

import logging
from typing import Any

import pytest

from tests import cast
from tests.areas.feed import feed_requests
from tests.faults.test_read_only import READS, WRITES
from tests.world import World

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def test_writes_to_a_damaged_file_are_refused_and_reads_continue(world: World) -> None:
    ada = cast.ada(world)
    post = feed_requests.post(world, ada)
    database = world.application.app_state.database
    assert database.dialect == "sqlite"
    signed_in = {"email": ada.email, "password": cast.PASSWORD}
    refresh = world.post("/auth/login", signed_in).must(200).data["refreshToken"]
    commits = database.batch_source.commits
    database.is_damaged.set()
    for method, path, body, headers in WRITES:
        formatted: Any = body and {
            name: text.format(refresh=refresh) for name, text in body.items()
        }
        how: Any = {"as_": ada, "headers": headers}
        refused = world.send(method, path.format(post=post), formatted, **how).must(503)
        assert refused.error == "database_damaged", path
        assert int(refused.headers["retry-after"]) > 0
    for path in READS:
        if path != "/readyz":
            world.get(path.format(post=post), as_=ada).must(200)
    assert world.get("/readyz").must(503).error == "database_damaged"
    assert database.batch_source.commits == commits


def test_a_damaged_file_is_logged_at_most_once_a_minute(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada = cast.ada(world)
    database = world.application.app_state.database
    assert database.dialect == "sqlite"
    database.is_damaged.set()
    with caplog.at_level(logging.WARNING):
        for _ in range(20):
            world.post("/feed/posts", {"content": "Which scanner?"}, as_=ada).must(503)
    assert len([record for record in caplog.records if "damaged" in record.getMessage()]) <= 1
