"""Path parameters that contain slashes (`Tail`), and inconsistent declarations."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tail
from bridgework.kit.security import auth
from bridgework.kit.storage import BodyConstraints, ReceivedBody
from bridgework.kit.validation import ResponseModel
from bridgework.settings import Settings
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

router = Router("Shelves")


class Place(ResponseModel):
    shelf: str
    path: str


@router.get("/shelves/{shelf}/books/{path}", who=auth.public)
def find_book(context: Context, shelf: str, path: Tail) -> Place:
    """Find a book."""
    return Place(shelf=shelf, path=path)


@router.get("/shelves/{shelf}/books/newest", who=auth.public)
def find_newest(context: Context, shelf: str) -> Place:
    """Find the newest book."""
    return Place(shelf=shelf, path="the newest")


@pytest.fixture
def shelves(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a", "a"),
        ("a/b/c.png", "a/b/c.png"),
        ("a%2Fb", "a/b"),
        ("a%20b/..", "a b/.."),
        ("newest", "the newest"),
        ("newest/one", "newest/one"),
        ("a//b", "a//b"),
    ],
)
def test_a_tail_contains_the_rest_of_the_path(shelves: World, path: str, found: str) -> None:
    # A named segment takes precedence over a tail, which takes what no longer path matches.
    response = shelves.get(f"/shelves/3/books/{path}", checked=False)
    assert response.must(200).data == {"shelf": "3", "path": found}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("path", ["/shelves/3/books", "/shelves/3/books/", "/shelves//books/a"])
def test_a_tail_is_not_empty(shelves: World, path: str) -> None:
    assert shelves.get(path).must(404).error == "no_such_operation"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_tail_has_allow_and_head(shelves: World) -> None:
    refused = shelves.post("/shelves/3/books/a/b").must(405)
    assert refused.headers["allow"] == "GET, HEAD, OPTIONS"
    assert shelves.send("HEAD", "/shelves/3/books/a/b").must(200).body == b""


def tail_first(context: Context, path: Tail, shelf: str) -> Place:
    """Find a book."""
    raise LookupError


def streams(context: Context, body: ReceivedBody) -> Place:
    """Upload a book."""
    raise LookupError


def plain(context: Context) -> Place:
    """Upload nothing."""
    raise LookupError


def body_constraints(context: Context) -> BodyConstraints:
    return BodyConstraints(Path("x"), ["image/png"], 1, 1, upload_id="t", account_id="a")


@pytest.mark.parametrize(
    ("path", "handler", "options", "says"),
    [
        ("/{path}/{shelf}", tail_first, {}, "must be the last parameter"),
        ("/books", streams, {}, "body_constraints= requires"),
        ("/books", plain, {"body_constraints": body_constraints}, "body_constraints= requires"),
    ],
)
def test_an_inconsistent_declaration_is_refused(
    path: str, handler: Callable[..., Any], options: dict[str, Any], says: str
) -> None:
    with pytest.raises(TypeError, match=says):
        Router("Odd").put(path, **{"who": auth.public, **options})(handler)
