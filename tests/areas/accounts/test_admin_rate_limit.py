"""Administrator sessions have their own rate limit."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bridgework import app
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.servers import valkey
from tests.world import Person, World

POLICY = '"admin";q=600;w=60'


def test_an_administrator_session_may_send_600_requests_a_minute(world: World) -> None:
    root = cast.root(world)
    first = world.get("/admin/users", as_=root).must(200)
    assert first.headers["ratelimit-policy"] == POLICY
    assert first.headers["ratelimit"] == '"admin";r=599;t=60'
    for _ in range(59):
        world.get("/admin/overview", as_=root).must(200)
    for _ in range(540):
        world.get("/blogs", as_=root).must(200)
    refused = world.get("/admin/users", as_=root).must(429)
    assert refused.error == "rate_limited"
    assert refused.headers["ratelimit-policy"] == POLICY
    assert refused.headers["ratelimit"] == '"admin";r=0;t=60'
    assert refused.headers["retry-after"] == "60"
    world.clock.advance(seconds=60)
    world.get("/admin/users", as_=root).must(200)


def test_other_sessions_are_limited_to_60_requests(world: World) -> None:
    root = cast.root(world)
    for person in (cast.ben(world), cast.sign_in(world, root.email)):
        response = world.get("/users/me", as_=person).must(200)
        assert response.headers["ratelimit-policy"] == '"default";q=60;w=60'


def test_both_kinds_of_session_of_an_account_are_counted_separately(world: World) -> None:
    root = cast.root(world)
    member = cast.sign_in(world, root.email)
    for _ in range(60):
        world.get("/blogs", as_=member).must(200)
    world.get("/blogs", as_=member).must(429)
    world.get("/blogs", as_=root).must(200)


def refreshed(world: World, refresh_token: str, person: Person) -> Person:
    data = world.post("/auth/refresh", {"refreshToken": refresh_token}).must(200).data
    return replace(person, token=data["token"])


def test_a_refreshed_session_keeps_the_limit_until_the_role_is_removed(world: World) -> None:
    cast.root(world)
    second = cast.root(world, "second@example.com")
    root = cast.root_again(world)
    body = {"email": second.email, "masterPassword": cast.MASTER_PASSWORD}
    tokens = world.post("/auth/admin/login", body).must(200).data
    second = refreshed(world, tokens["refreshToken"], second)
    response = world.get("/users/me", as_=second).must(200)
    assert response.headers["ratelimit-policy"] == POLICY
    tokens = world.post("/auth/admin/login", body).must(200).data
    demoted = {"id": second.id, "role": "expert"}
    world.post("/admin/users/assign-role", demoted, as_=root).must(200)
    # The demotion ends the sessions of the administrator login.
    refused = world.post("/auth/refresh", {"refreshToken": tokens["refreshToken"]}).must(401)
    assert refused.headers["ratelimit-policy"] == '"default";q=60;w=60'


def test_an_ended_administrator_session_has_the_default_limit(world: World) -> None:
    root = cast.root(world)
    world.post("/auth/logout", as_=root).must(200)
    response = world.get("/blogs", as_=root).must(200)
    assert response.headers["ratelimit-policy"] == '"default";q=60;w=60'


@pytest.fixture
def shared(settings: Settings, world: World) -> Iterator[tuple[World, World]]:
    """Two nodes with shared counters, and an administrator limit of five requests."""
    with valkey.running_valkey() as url:
        limit = Rule("admin", 5, 60)
        changed = settings.model_copy(update={"redis_url": url, "admin_rate_limit": limit})
        nodes = [
            World(app.create_app(changed, world.clock), world.clock, world.loop) for _ in range(2)
        ]
        yield nodes[0], nodes[1]
        for node in nodes:
            node.close()


def test_nodes_with_shared_counters_share_the_administrator_limit(
    shared: tuple[World, World],
) -> None:
    first, other = shared
    root = cast.root(first)
    for node in (first, other, first, other, first):
        response = node.get("/admin/users", as_=root).must(200)
        assert response.headers["ratelimit-policy"] == '"admin";q=5;w=60'
    for node in (first, other):
        node.get("/admin/users", as_=root).must(429)


def test_the_setting_is_a_count_and_a_period_in_seconds(tmp_path: Path) -> None:
    settings = worlds.settings(tmp_path, admin_rate_limit="30/10")
    assert settings.admin_rate_limit == Rule("admin", 30, 10)
    with pytest.raises(ValueError, match=r"'admin' is 'often'"):
        worlds.settings(tmp_path, admin_rate_limit="often")
