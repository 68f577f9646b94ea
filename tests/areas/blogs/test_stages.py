"""A post is a draft, scheduled or published, and each status can be changed to each other."""

from datetime import timedelta

import sqlalchemy as sa

from bridgework.areas.community.blogs.tables import TOPIC
from bridgework.kit.data.db import cache_versions
from tests import cast, make
from tests.areas.blogs.articles import ADMIN, change, public, write
from tests.world import Person, World

NOON = "2026-11-21T12:00:00.000Z"
TOMORROW = "2026-11-22T12:00:00.000Z"
YESTERDAY = "2026-11-20T12:00:00.000Z"


def slugs_with(world: World, root: Person, status: str) -> list[str]:
    """Return the slugs that administrators list with this status."""
    page = world.get(f"{ADMIN}?status={status}", as_=root).must(200).data
    assert page["total"] == len(page["items"])
    assert {post["status"] for post in page["items"]} <= {status}
    return [post["slug"] for post in page["items"]]


def test_an_unpublished_post_is_hidden_at_once_and_keeps_its_publication_time(world: World) -> None:
    root = cast.root(world)
    post = write(world, root)
    tag = world.get("/blogs").must(200).headers["etag"]
    hidden = change(world, root, post, status="draft")
    assert (hidden["status"], hidden["publishedAt"]) == ("draft", NOON)
    world.get("/blogs/no-shows").must(404)
    assert world.get("/blogs", headers={"if-none-match": tag}).must(200).data == []
    world.clock.advance(days=3)
    root = cast.root_again(world)
    published = change(world, root, post, status="published")
    assert published["publishedAt"] == NOON
    assert public(world) == ["no-shows"]


def test_a_published_draft_gets_the_current_time(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="draft")
    assert post["publishedAt"] is None
    world.clock.advance(days=1)
    root = cast.root_again(world)
    assert change(world, root, post, status="published")["publishedAt"] == TOMORROW
    assert change(world, root, post, publishedAt=YESTERDAY)["publishedAt"] == YESTERDAY
    assert change(world, root, post, publishedAt=None)["publishedAt"] == TOMORROW


def test_a_draft_may_have_a_publication_time(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="draft", publishedAt=TOMORROW)
    assert post["publishedAt"] == TOMORROW
    assert change(world, root, post, status="scheduled")["status"] == "scheduled"
    emptied = change(world, root, post, status="draft", publishedAt=None)
    assert emptied["publishedAt"] is None
    world.clock.advance(days=2)
    assert public(world) == []


def test_a_scheduled_post_becomes_public_at_its_time(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="scheduled", publishedAt=TOMORROW)
    assert (post["status"], post["publishedAt"]) == ("scheduled", TOMORROW)
    world.clock.advance(hours=23, minutes=59, seconds=59)
    root = cast.root_again(world)
    assert (public(world), slugs_with(world, root, "scheduled")) == ([], ["no-shows"])
    world.get("/blogs/no-shows").must(404)
    world.clock.advance(seconds=1)
    assert (public(world), slugs_with(world, root, "scheduled")) == (["no-shows"], [])
    assert slugs_with(world, root, "published") == ["no-shows"]
    assert world.get("/blogs/no-shows").must(200).data["publishedAt"] == TOMORROW
    later = change(world, root, post, title="It is out")
    assert (later["status"], later["publishedAt"]) == ("published", TOMORROW)


def test_a_scheduled_post_can_be_rescheduled_and_published_at_once(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="scheduled", publishedAt=TOMORROW)
    later = "2026-11-25T12:00:00.000Z"
    assert change(world, root, post, publishedAt=later)["publishedAt"] == later
    path = f"{ADMIN}/{post['id']}"
    refused = world.patch(path, {"publishedAt": YESTERDAY}, as_=root).must(422)
    assert refused.faults == {"publishedAt": "too_small"}
    published = change(world, root, post, status="published")
    assert (published["status"], published["publishedAt"]) == ("published", NOON)
    assert public(world) == ["no-shows"]
    rescheduled = change(world, root, post, status="scheduled", publishedAt=later)
    assert rescheduled["status"] == "scheduled"
    assert public(world) == []


def test_an_imported_post_is_listed_with_the_others(world: World) -> None:
    root = cast.root(world)
    make.post(world, make.account(world), "theirs", at=timedelta(days=-2))
    assert slugs_with(world, root, "published") == ["theirs"]


def version(world: World) -> int:
    """Return the version of the blog's cache topic."""
    with world.application.app_state.database.reading() as tx:
        statement = sa.select(cache_versions.topics.c.version).where(
            cache_versions.topics.c.name == TOPIC
        )
        return int(tx.value(statement))


def test_a_change_of_public_or_scheduled_posts_bumps_the_cache_version(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="draft")
    change(world, root, post, title="Still a draft")
    versions = [version(world)]
    for members in (
        {"status": "scheduled", "publishedAt": TOMORROW},
        {"publishedAt": "2026-11-22T11:00:00.000Z"},
        {"status": "published"},
        {"slug": "other"},
        {"status": "draft"},
    ):
        change(world, root, post, **members)
        versions.append(version(world))
    assert versions == [versions[0] + number for number in range(6)]
    change(world, root, post, title="Hidden again")
    world.delete(f"{ADMIN}/{post['id']}", as_=root).must(200)
    assert version(world) == versions[-1]
    published = write(world, root)
    world.delete(f"{ADMIN}/{published['id']}", as_=root).must(200)
    assert version(world) == versions[-1] + 2
