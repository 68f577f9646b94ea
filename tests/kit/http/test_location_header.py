"""The Location header of a created record."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.context import Context
from bridgework.kit.http.operations import Router
from bridgework.kit.security import auth
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.http import papers as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

HERE = "https://example.com/api/v1"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, public_url=HERE)


@pytest.fixture
def archive(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, sample.router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("path", ["/papers", "/api/v1/papers"])
def test_location_is_the_absolute_url_of_the_record(archive: World, path: str) -> None:
    created = archive.post(path, {"title": "Draft"}).must(201)
    assert created.headers["location"] == f"{HERE}/papers/{created.data['id']}"
    assert archive.get(f"/api/v1/papers/{created.data['id']}").must(200).data == created.data


def test_location_may_use_a_nested_record_and_is_encoded(archive: World) -> None:
    created = archive.post("/shelves", {"title": "what ever? {0}é"}).must(201)
    assert created.headers["location"] == f"{HERE}/titles/what%20ever%3F%20%7B0%7D%C3%A9"


def test_an_error_has_no_location(archive: World) -> None:
    assert "location" not in archive.post("/papers", {}).must(422).headers
    assert "location" not in archive.get("/papers/none").must(404).headers


def make(context: Context, body: sample.PaperRequest) -> sample.FiledPaper:
    """Create a paper."""
    raise LookupError


def test_a_location_without_a_created_record_is_refused() -> None:
    post = Router("Misfits").post("/papers", who=auth.public, location="/papers/{paper.id}")
    with pytest.raises(TypeError, match="requires a POST with status 201"):
        post(make)
