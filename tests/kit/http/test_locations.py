"""A creation tells where what it made can be read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bridgework.kit import auth
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.http import papers as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

HERE = "https://example.com/api/v1"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, public_url=HERE)


@pytest.fixture
def archive(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, made_up.router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("path", ["/papers", "/api/v1/papers"])
def test_it_is_absolute_and_leads_there(archive: World, path: str) -> None:
    made = archive.post(path, {"title": "Draft"}).must(201)
    assert made.headers["location"] == f"{HERE}/papers/{made.data['id']}"
    assert archive.get(f"/api/v1/papers/{made.data['id']}").must(200).data == made.data


def test_it_may_be_that_of_a_record_within_and_is_encoded(archive: World) -> None:
    made = archive.post("/shelves", {"title": "what/ever? {0}é"}).must(201)
    assert made.headers["location"] == f"{HERE}/titles/what%2Fever%3F%20%7B0%7D%C3%A9"


def test_what_makes_nothing_says_nothing(archive: World) -> None:
    assert "location" not in archive.post("/papers", {}).must(422).headers
    assert "location" not in archive.get("/papers/none").must(404).headers


def make(context: Context, body: made_up.PaperRequest) -> made_up.FiledPaper:
    """Make a paper."""
    raise LookupError


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"status": 201, "location": "/papers/{id}"}, "what is made has no id"),
        ({"status": 201, "location": "/papers/{paper.number}"}, "no paper.number"),
        ({"status": 201, "location": "/papers/{shelf.id}"}, "no shelf.id"),
        ({"location": "/papers/{paper.id}"}, "belongs to a POST that answers 201"),
    ],
)
def test_a_place_that_can_t_be_filled_does_not_import(
    options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(TypeError, match=complaint):
        Router("Misfits").post("/papers", who=auth.public, **options)(make)
