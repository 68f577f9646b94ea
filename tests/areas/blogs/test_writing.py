"""Administrators create, update and delete drafts, scheduled and published posts."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from bridgework.kit.text.markdown import MAX_STEPS
from tests import cast
from tests.areas.blogs.articles import ADMIN, article, change, public, write
from tests.world import ANONYMOUS, PUBLIC_URL, Person, World

NOON = "2026-11-21T12:00:00.000Z"
TOMORROW = "2026-11-22T12:00:00.000Z"
YESTERDAY = "2026-11-20T12:00:00.000Z"
UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_a_post_is_created_and_read(world: World) -> None:
    root = cast.root(world)
    world.patch("/users/me", {"firstName": "Ruth", "lastName": "Root"}, as_=root).must(200)
    sent = article(
        coverUrl="https://example.com/cover.jpg",
        tags=["front desk"],
        seoTitle="No-shows",
        seoDescription="How to cut them.",
    )
    post = world.post(ADMIN, sent, as_=root).must(201)
    assert post.headers["location"] == f"{PUBLIC_URL}/blogs/no-shows"
    expected = {**sent, "publishedAt": NOON, "createdAt": NOON, "updatedAt": NOON}
    assert {name: post.data[name] for name in expected} == expected
    assert post.data["author"] == {"id": root.id, "name": "Ruth Root", "avatarUrl": None}
    assert post.data["bodyHtml"] == "<p>Call <strong>them</strong>.</p>\n"
    read = world.get("/blogs/no-shows").must(200).data
    only_for_administrators = {"status", "allowedActions", "createdAt"}
    assert read == {name: post.data[name] for name in post.data.keys() - only_for_administrators}
    assert public(world) == ["no-shows"]


def test_optional_members_default_to_empty(world: World) -> None:
    post = write(world, cast.root(world))
    empty: dict[str, object] = {
        "coverUrl": None,
        "tags": [],
        "seoTitle": None,
        "seoDescription": None,
    }
    assert {name: post[name] for name in empty} == empty


def test_only_administrators_read_and_write_drafts(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="draft")
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get(ADMIN, as_=person).must(status)
        world.post(ADMIN, article("other"), as_=person).must(status)
        world.patch(f"{ADMIN}/{post['id']}", {"title": "Mine"}, as_=person).must(status)
        world.delete(f"{ADMIN}/{post['id']}", as_=person).must(status)
    world.get("/blogs/no-shows").must(404)
    for post_id in (UNKNOWN_ID, "no-shows"):
        response = world.patch(f"{ADMIN}/{post_id}", {"title": "None"}, as_=root).must(404)
        assert response.error == "blog_post_not_found"
        assert world.delete(f"{ADMIN}/{post_id}", as_=root).must(404).error == response.error


@pytest.mark.parametrize(
    ("sent", "path", "code"),
    [
        ({"status": "scheduled"}, "publishedAt", "required"),
        ({"status": "scheduled", "publishedAt": None}, "publishedAt", "required"),
        ({"status": "scheduled", "publishedAt": NOON}, "publishedAt", "too_small"),
        ({"status": "scheduled", "publishedAt": YESTERDAY}, "publishedAt", "too_small"),
        ({"status": "published", "publishedAt": TOMORROW}, "publishedAt", "too_large"),
        ({"slug": "feed.xml"}, "slug", "slug"),
        ({"coverUrl": "data:image/png;base64,AA=="}, "coverUrl", "url"),
        ({"body": "[" * MAX_STEPS}, "body", "too_intricate"),
    ],
)
def test_an_invalid_post_is_refused(
    world: World, sent: dict[str, Any], path: str, code: str
) -> None:
    root = cast.root(world)
    refused = world.post(ADMIN, article(**sent), as_=root).must(422)
    assert refused.faults == {path: code}
    draft = write(world, root, status="draft")
    refused = world.patch(f"{ADMIN}/{draft['id']}", sent, as_=root).must(422)
    assert refused.faults == {path: code}
    assert public(world) == []


def test_an_update_leaves_absent_members_unchanged(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, tags=["one"], coverUrl="https://example.com/c.png", seoTitle="Seo")
    world.clock.advance(minutes=5)
    changed = change(world, root, post, title="Fewer no-shows", coverUrl=None)
    moved = {"title": "Fewer no-shows", "coverUrl": None, "updatedAt": "2026-11-21T12:05:00.000Z"}
    assert changed == {**post, **moved}
    assert world.get("/blogs/no-shows").data["title"] == "Fewer no-shows"
    longer = change(world, root, post, body="word " * 500)
    assert (longer["readingMinutes"], longer["bodyHtml"][:8]) == (3, "<p>word ")
    assert world.get("/blogs/no-shows").data["bodyHtml"] == longer["bodyHtml"]
    assert world.get("/blogs").data[0]["readingMinutes"] == 3


def test_an_update_without_changes_keeps_the_post(world: World) -> None:
    root = cast.root(world)
    post = write(world, root)
    world.clock.advance(minutes=5)
    assert change(world, root, post) == post
    assert change(world, root, post, title=post["title"], status="published") == post


@pytest.mark.parametrize("member", ["slug", "title", "excerpt", "body", "tags", "status"])
def test_a_required_member_cannot_be_removed(world: World, member: str) -> None:
    root = cast.root(world)
    post = write(world, root)
    refused = world.patch(f"{ADMIN}/{post['id']}", {member: None}, as_=root).must(422)
    assert set(refused.faults) == {member}


def test_a_deleted_post_is_not_found(world: World) -> None:
    root = cast.root(world)
    post = write(world, root)
    assert world.delete(f"{ADMIN}/{post['id']}", as_=root).must(200).data == {"ok": True}
    assert public(world) == []
    world.get("/blogs/no-shows").must(404)
    world.delete(f"{ADMIN}/{post['id']}", as_=root).must(404)


@dataclass(frozen=True, slots=True)
class Drafts:
    """Drafts, and their administrator."""

    world: World
    root: Person

    def slugs(self, query: str) -> list[str]:
        """Return the slugs of the posts that a query finds."""
        page = self.world.get(f"{ADMIN}?{query}", as_=self.root).must(200).data
        return [post["slug"] for post in page["items"]]


@pytest.fixture
def drafts(world: World) -> Drafts:
    """Three drafts, a minute apart."""
    root = cast.root(world)
    for number, title in enumerate(["Über Zähne", "Teeth at night", "Night shifts"]):
        world.clock.advance(minutes=1)
        write(world, root, f"post-{number}", title=title, status="draft")
    return Drafts(world, root)


def test_drafts_are_listed_newest_first(drafts: Drafts) -> None:
    assert drafts.slugs("") == ["post-2", "post-1", "post-0"]


@pytest.mark.parametrize(
    ("search", "slugs"),
    [
        ("uber", ["post-0"]),
        ("NIGHT", ["post-2", "post-1"]),
        ("night%20teeth", ["post-1"]),
        ("post-2", ["post-2"]),
        ("%25", []),
    ],
)
def test_drafts_are_found_by_title_and_slug(drafts: Drafts, search: str, slugs: list[str]) -> None:
    assert drafts.slugs(f"search={search}") == slugs


def test_the_list_of_drafts_is_paginated(drafts: Drafts) -> None:
    assert drafts.slugs("limit=2&page=2") == ["post-0"]
    page = drafts.world.get(f"{ADMIN}?limit=2&page=9", as_=drafts.root).must(200).data
    assert page == {"items": [], "page": 9, "limit": 2, "total": 3}


def test_the_list_of_drafts_is_filtered_by_status(drafts: Drafts) -> None:
    assert drafts.slugs("status=published") == []
    refused = drafts.world.get(f"{ADMIN}?status=hidden", as_=drafts.root).must(422)
    assert refused.faults == {"status": "not_one_of"}


def test_a_creation_with_an_idempotency_key_runs_once(world: World) -> None:
    root = cast.root(world)
    headers = {"idempotency-key": "k1"}
    first, again = (
        world.post(ADMIN, article(), as_=root, headers=headers).must(201) for _ in range(2)
    )
    assert again.data == first.data
    assert again.headers["location"] == first.headers["location"]
    assert public(world) == ["no-shows"]


def test_every_action_is_audited(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="draft")
    change(world, root, post, title="Other", body="Other.", status="published")
    change(world, root, post, title="Other")
    world.delete(f"{ADMIN}/{post['id']}", as_=root).must(200)
    logs = world.get(f"/admin/logs?target={post['id']}", as_=root).must(200).data["items"]
    recorded = [
        (
            log["action"],
            {change["field"]: (change["before"], change["after"]) for change in log["changes"]},
        )
        for log in reversed(logs)
    ]
    assert recorded == [
        ("blog.create", {"status": (None, "draft")}),
        (
            "blog.change",
            {
                "title": (None, None),
                "body": (None, None),
                "status": ("draft", "published"),
                "publishedAt": (None, None),
            },
        ),
        ("blog.delete", {}),
    ]
    assert {log["actor"] for log in logs} == {root.id}


def test_posts_of_an_erased_author_stay_without_the_name(world: World) -> None:
    root = cast.root(world)
    writer = cast.root(world, "writer@example.com")
    world.patch("/users/me", {"firstName": "Wanda", "lastName": "Writer"}, as_=writer).must(200)
    write(world, writer, "out")
    write(world, writer, "draft", status="draft")
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=writer).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    former = {"id": writer.id, "name": "former member", "avatarUrl": None}
    assert world.get("/blogs/out").must(200).data["author"] == former
    assert [card["author"] for card in world.get("/blogs").must(200).data] == [former]
    assert b"Wanda" not in world.get("/blogs/feed.xml").must(200).body
    root = cast.root_again(world)
    listed = world.get(ADMIN, as_=root).must(200).data["items"]
    assert [post["author"] for post in listed] == [former, former]


def test_an_authors_new_name_appears_on_drafts_and_scheduled_posts(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, status="draft")
    write(world, root, "soon", status="scheduled", publishedAt=TOMORROW)
    world.patch("/users/me", {"firstName": "Ruth", "lastName": "Root"}, as_=root).must(200)
    assert change(world, root, post, status="published")["author"]["name"] == "Ruth Root"
    world.clock.advance(days=1)
    assert [card["author"]["name"] for card in world.get("/blogs").data] == ["Ruth Root"] * 2


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_updates_of_different_members_all_succeed(world: World) -> None:
    root = cast.root(world)
    post = write(world, root)
    path = f"{ADMIN}/{post['id']}"
    parts = {"title": "New title", "excerpt": "New excerpt.", "tags": ["new"], "body": "New body."}
    responses = world.together(
        [
            partial(world.sending, "PATCH", path, {name: part}, as_=root)
            for name, part in parts.items()
        ]
    )
    assert [response.status for response in responses] == [200] * len(parts)
    read = world.get("/blogs/no-shows").must(200).data
    assert {name: read[name] for name in parts} == parts


def test_an_administrator_reads_a_draft_as_in_the_list(world: World) -> None:
    root = cast.root(world)
    draft = write(world, root, status="draft")
    read = world.get(f"{ADMIN}/{draft['id']}", as_=root).must(200).data
    assert [read] == world.get(ADMIN, as_=root).must(200).data["items"]
    unknown = world.get(f"{ADMIN}/{UNKNOWN_ID}", as_=root)
    assert unknown.must(404).error == "blog_post_not_found"
