"""Before an erasure, administrators read what is deleted, and what is kept and why."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework import app  # noqa: F401 - every table is defined once it is imported
from bridgework.kit.data.db import data_ownership, metadata
from tests import cast
from tests.areas.feed import feed_requests
from tests.world import Person, World

NOW = {"reason": "You asked for it by telephone.", "now": True}


def preview(world: World, root: Person, person: Person) -> dict[str, Any]:
    """Return the preview by table."""
    data = world.get(f"/admin/users/{person.id}/erase", as_=root).must(200).data
    return {each["table"]: each for each in data["tables"]}


def count(world: World, table: str) -> int:
    with world.application.app_state.database.reading() as tx:
        return int(tx.value(sa.select(sa.func.count()).select_from(metadata.tables[table])))


def test_each_table_with_personal_data_is_in_the_preview_as_it_declares(world: World) -> None:
    tables = preview(world, cast.root(world), cast.ada(world))
    declared = {}
    for table in metadata.sorted_tables:
        ownership = data_ownership.ownership_of(table)
        if ownership is not None and ownership.by is not None:
            reason = None if ownership.erase == "delete" else ownership.reason
            declared[table.name] = (ownership.erase, sorted(ownership.blank), reason)
    assert len(declared) > 50
    assert {
        name: (each["erase"], each["emptied"], each["reason"]) for name, each in tables.items()
    } == declared


def test_what_is_kept_has_a_reason_and_comes_first(world: World) -> None:
    tables = list(preview(world, cast.root(world), cast.ada(world)).values())
    assert all(each["reason"] for each in tables if each["erase"] != "delete")
    fates = [each["erase"] for each in tables]
    assert fates == sorted(fates, key=["keep", "blank", "delete"].index)


def test_a_table_that_keeps_rows_without_a_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        data_ownership.personal_data(by="author_id", erase="blank", blank={"author_id": None})


@pytest.mark.postgresql("counts by joins with other tables")
def test_the_preview_counts_the_rows_that_the_erasure_deletes_and_keeps(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    post = feed_requests.post(world, ada)
    feed_requests.post(world, ben)
    world.put(f"/feed/posts/{post}/like", as_=ada).must(200)
    before = preview(world, root, ada)
    rows = {name: each["rows"] for name, each in before.items() if each["rows"]}
    assert rows["accounts"] == rows["feed_posts"] == rows["feed_likes"] == rows["sessions"] == 1
    posts, likes, sessions = (
        count(world, name) for name in ("feed_posts", "feed_likes", "sessions")
    )
    world.post(f"/admin/users/{ada.id}/erase", NOW, as_=root).must(202)
    assert count(world, "feed_posts") == posts
    assert count(world, "feed_likes") == likes - 1
    assert count(world, "sessions") == sessions - 1


def test_a_preview_erases_nothing(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    assert preview(world, root, ada) == preview(world, root, ada)
    world.get("/users/me", as_=ada).must(200)


def test_an_erased_or_unknown_user_has_no_preview(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(202)
    for account_id in (ben.id, "01942520-e3a0-7704-b3c8-3850c0ae0354"):
        missing = world.get(f"/admin/users/{account_id}/erase", as_=root).must(404)
        assert missing.error == "user_not_found"
