"""A post is a draft, is to appear by itself, or is out; and goes from any to any."""

from datetime import timedelta

import sqlalchemy as sa

from bridgework.areas.blogs.tables import TOPIC
from bridgework.kit.db import cache_versions
from tests import cast, make
from tests.areas.blogs.desk import ADMIN, change, public, write
from tests.world import Person, World

NOON = "2026-11-21T12:00:00.000Z"
TOMORROW = "2026-11-22T12:00:00.000Z"
YESTERDAY = "2026-11-20T12:00:00.000Z"


def stages(world: World, root: Person, status: str) -> list[str]:
    """The slugs of what administrators list of one status."""
    page = world.get(f"{ADMIN}?status={status}", as_=root).must(200).data
    assert page["total"] == len(page["items"])
    assert {post["status"] for post in page["items"]} <= {status}
    return [post["slug"] for post in page["items"]]


def test_an_unpublished_post_is_hidden_at_once_and_comes_back_as_of_old(world: World) -> None:
    root = cast.root(world)
    made = write(world, root)
    tag = world.get("/blogs").must(200).headers["etag"]
    hidden = change(world, root, made, status="draft")
    assert (hidden["status"], hidden["publishedAt"]) == ("draft", NOON)
    world.get("/blogs/no-shows").must(404)
    assert world.get("/blogs", headers={"if-none-match": tag}).must(200).data == []
    world.clock.advance(days=3)
    root = cast.root_again(world)
    back = change(world, root, made, status="published")
    assert back["publishedAt"] == NOON
    assert public(world) == ["no-shows"]


def test_a_draft_is_published_as_of_the_moment_it_is(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="draft")
    assert made["publishedAt"] is None
    world.clock.advance(days=1)
    root = cast.root_again(world)
    assert change(world, root, made, status="published")["publishedAt"] == TOMORROW
    assert change(world, root, made, publishedAt=YESTERDAY)["publishedAt"] == YESTERDAY
    assert change(world, root, made, publishedAt=None)["publishedAt"] == TOMORROW


def test_a_draft_keeps_its_plan_and_may_lose_it(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="draft", publishedAt=TOMORROW)
    assert made["publishedAt"] == TOMORROW
    assert change(world, root, made, status="scheduled")["status"] == "scheduled"
    emptied = change(world, root, made, status="draft", publishedAt=None)
    assert emptied["publishedAt"] is None
    world.clock.advance(days=2)
    assert public(world) == []


def test_a_scheduled_post_appears_by_the_clock_alone(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="scheduled", publishedAt=TOMORROW)
    assert (made["status"], made["publishedAt"]) == ("scheduled", TOMORROW)
    world.clock.advance(hours=23, minutes=59, seconds=59)
    root = cast.root_again(world)
    assert (public(world), stages(world, root, "scheduled")) == ([], ["no-shows"])
    world.get("/blogs/no-shows").must(404)
    world.clock.advance(seconds=1)
    assert (public(world), stages(world, root, "scheduled")) == (["no-shows"], [])
    assert stages(world, root, "published") == ["no-shows"]
    assert world.get("/blogs/no-shows").must(200).data["publishedAt"] == TOMORROW
    later = change(world, root, made, title="It is out")
    assert (later["status"], later["publishedAt"]) == ("published", TOMORROW)


def test_a_scheduled_post_is_put_off_brought_forward_and_published_at_once(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="scheduled", publishedAt=TOMORROW)
    later = "2026-11-25T12:00:00.000Z"
    assert change(world, root, made, publishedAt=later)["publishedAt"] == later
    path = f"{ADMIN}/{made['id']}"
    refused = world.patch(path, {"publishedAt": YESTERDAY}, as_=root).must(422)
    assert refused.faults == {"publishedAt": "too_small"}
    out = change(world, root, made, status="published")
    assert (out["status"], out["publishedAt"]) == ("published", NOON)
    assert public(world) == ["no-shows"]
    away = change(world, root, made, status="scheduled", publishedAt=later)
    assert away["status"] == "scheduled"
    assert public(world) == []


def test_what_came_from_elsewhere_is_listed_with_the_rest(world: World) -> None:
    root = cast.root(world)
    make.post(world, make.account(world), "theirs", at=timedelta(days=-2))
    assert stages(world, root, "published") == ["theirs"]


def version(world: World) -> int:
    """How often the blog changed for whoever keeps answers."""
    with world.application.app_state.database.reading() as tx:
        this = sa.select(cache_versions.topics.c.version).where(
            cache_versions.topics.c.name == TOPIC
        )
        return int(tx.value(this))


def test_who_keeps_answers_is_told_of_all_that_the_public_sees_or_will(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="draft")
    change(world, root, made, title="Still a draft")
    seen = [version(world)]
    for members in (
        {"status": "scheduled", "publishedAt": TOMORROW},
        {"publishedAt": "2026-11-22T11:00:00.000Z"},
        {"status": "published"},
        {"slug": "other"},
        {"status": "draft"},
    ):
        change(world, root, made, **members)
        seen.append(version(world))
    assert seen == [seen[0] + number for number in range(6)]
    change(world, root, made, title="Hidden again")
    world.delete(f"{ADMIN}/{made['id']}", as_=root).must(200)
    assert version(world) == seen[-1]
    out = write(world, root)
    world.delete(f"{ADMIN}/{out['id']}", as_=root).must(200)
    assert version(world) == seen[-1] + 2
