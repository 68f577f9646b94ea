"""A public URL with a path: a proxy may remove the prefix or not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

PUBLIC = "https://example.com/api/v1"


@pytest.fixture
def prefixed(tmp_path: Path, loop: Loop) -> Iterator[World]:
    settings = worlds.settings(tmp_path, public_url=PUBLIC + "/")
    world = stage.world(settings, sample.router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("path", ["/api/v1/books", "/books"])
def test_paths_with_and_without_the_prefix_are_routed(prefixed: World, path: str) -> None:
    prefixed.get(path).must(200)
    assert prefixed.send("OPTIONS", path).must(200).headers["allow"] == "GET, HEAD, OPTIONS, POST"


@pytest.mark.parametrize("path", ["/api/v1", "/api/v1books", "/api/books", "/api/v1/api/v1/books"])
def test_a_partial_prefix_is_not_routed(prefixed: World, path: str) -> None:
    prefixed.get(path).must(404)


@pytest.mark.parametrize("path", ["/api/v1/pages", "/pages"])
def test_links_are_absolute_and_contain_the_prefix(prefixed: World, path: str) -> None:
    assert f'<{PUBLIC}/pages?page=2>; rel="next"' in prefixed.get(path).headers["link"]
