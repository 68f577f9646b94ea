"""A cursor is valid, unmodified, for its own list only."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.pagination import ladder
from tests.loop import Loop
from tests.world import World


@pytest.fixture(scope="module")
def world(
    tmp_path_factory: pytest.TempPathFactory, loop: Loop, migrated_file: object
) -> Iterator[World]:
    """A server with a ladder of five rungs with one sort key, and another of three."""
    del migrated_file
    created = ladder.world(_settings(tmp_path_factory), loop)
    for _ in range(5):
        ladder.nail(created.application.app_state.database, ladder.next_number(), 1, "mine")
    for _ in range(3):
        ladder.nail(created.application.app_state.database, ladder.next_number(), 1, "other")
    yield created
    created.close()


def _settings(factory: pytest.TempPathFactory) -> Settings:
    folder = factory.mktemp("ladders")
    return worlds.settings(folder, rate_limit=Rule("default", 1_000_000, 60))


def cursor(world: World, path: str = "/ladders/mine/rungs?limit=2") -> str:
    data = world.get(path).must(200).data
    assert data["hasMore"]
    return str(data["nextCursor"])


@pytest.mark.parametrize(
    ("first", "count"),
    [("/ladders/mine/rungs?limit=2", 5), ("/ladders/other/rungs?limit=1&way=loose", 3)],
)
def test_cursors_lead_through_the_whole_list(world: World, first: str, count: int) -> None:
    items, path = [], first
    while True:
        page = world.get(path).must(200).data
        items += [rung["id"] for rung in page["items"]]
        assert page["hasMore"] == (page["nextCursor"] is not None)
        if not page["hasMore"]:
            break
        path = f"{first}&cursor={page['nextCursor']}"
    assert len(items) == len(set(items)) == count


def test_the_page_size_may_change(world: World) -> None:
    page = world.get(f"/ladders/mine/rungs?limit=100&cursor={cursor(world)}").must(200)
    assert len(page.data["items"]) == 3
    assert page.data["nextCursor"] is None


FOREIGN = {
    "other filters": "/ladders/mine/rungs?way=up&cursor={}",
    "another list's": "/ladders/other/rungs?cursor={}",
}


@pytest.mark.parametrize("path", FOREIGN.values(), ids=FOREIGN)
def test_a_cursor_of_another_list_is_refused(world: World, path: str) -> None:
    refused = world.get(path.format(cursor(world))).must(422)
    assert refused.faults == {"cursor": "cursor_invalid"}


def test_a_cursor_is_bound_to_the_scope_of_the_list(world: World) -> None:
    of_other = cursor(world, "/ladders/other/rungs?limit=1")
    world.get(f"/ladders/other/rungs?cursor={of_other}").must(200)
    world.get(f"/ladders/mine/rungs?cursor={of_other}").must(422)


def test_a_modified_cursor_is_refused(world: World) -> None:
    text = urlsafe_b64decode(cursor(world) + "==")
    later = text.replace(b"12:01", b"12:02")
    assert later != text
    sent = urlsafe_b64encode(later).decode().rstrip("=")
    assert world.get(f"/ladders/mine/rungs?cursor={sent}").must(422).faults == {
        "cursor": "cursor_invalid"
    }


@settings(max_examples=60, deadline=None)
@given(sent=st.from_regex(r"[A-Za-z0-9_-]{1,80}", fullmatch=True))
def test_a_forged_cursor_is_refused(world: World, sent: str) -> None:
    world.get(f"/ladders/mine/rungs?cursor={sent}").must(422)


BENT = ["a b", "%C3%A4", "x" * 1025, "....", "%00"]


@pytest.mark.parametrize("sent", BENT)
def test_a_malformed_cursor_is_refused(world: World, sent: str) -> None:
    assert "cursor" in world.get(f"/ladders/mine/rungs?cursor={sent}").must(422).faults


def test_an_empty_cursor_starts_at_the_first_page(world: World) -> None:
    assert len(world.get("/ladders/mine/rungs?cursor=").must(200).data["items"]) == 5
