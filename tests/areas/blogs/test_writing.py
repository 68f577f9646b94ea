"""Administrators write the blog: drafts, what is to appear by itself, and what is out."""

from functools import partial
from typing import Any

import pytest

from bridgework.areas.blogs.markdown import MOST_STEPS
from tests import cast
from tests.areas.blogs.desk import ADMIN, article, change, public, write
from tests.world import ANONYMOUS, PUBLIC_URL, World

NOON = "2026-11-21T12:00:00.000Z"
TOMORROW = "2026-11-22T12:00:00.000Z"
YESTERDAY = "2026-11-20T12:00:00.000Z"
NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_a_post_is_written_and_read(world: World) -> None:
    root = cast.root(world)
    world.patch("/users/me", {"firstName": "Ruth", "lastName": "Root"}, as_=root).must(200)
    sent = article(
        coverUrl="https://example.com/cover.jpg",
        tags=["front desk"],
        seoTitle="No-shows",
        seoDescription="How to cut them.",
    )
    made = world.post(ADMIN, sent, as_=root).must(201)
    assert made.headers["location"] == f"{PUBLIC_URL}/blogs/no-shows"
    told = {**sent, "publishedAt": NOON, "createdAt": NOON, "updatedAt": NOON}
    assert {name: made.data[name] for name in told} == told
    assert made.data["author"] == {"id": root.id, "name": "Ruth Root", "avatarUrl": None}
    assert made.data["bodyHtml"] == "<p>Call <strong>them</strong>.</p>\n"
    read = world.get("/blogs/no-shows").must(200).data
    assert read == {name: made.data[name] for name in made.data.keys() - {"status", "createdAt"}}
    assert public(world) == ["no-shows"]


def test_what_is_not_said_is_empty(world: World) -> None:
    made = write(world, cast.root(world))
    empty: dict[str, object] = {
        "coverUrl": None,
        "tags": [],
        "seoTitle": None,
        "seoDescription": None,
    }
    assert {name: made[name] for name in empty} == empty


def test_only_administrators_see_and_change_what_is_written(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="draft")
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get(ADMIN, as_=person).must(status)
        world.post(ADMIN, article("other"), as_=person).must(status)
        world.patch(f"{ADMIN}/{made['id']}", {"title": "Mine"}, as_=person).must(status)
        world.delete(f"{ADMIN}/{made['id']}", as_=person).must(status)
    world.get("/blogs/no-shows").must(404)
    for post_id in (NOBODYS, "no-shows"):
        missing = world.patch(f"{ADMIN}/{post_id}", {"title": "None"}, as_=root).must(404)
        assert missing.error == "blog_post_not_found"
        assert world.delete(f"{ADMIN}/{post_id}", as_=root).must(404).error == missing.error


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
        ({"body": "[" * MOST_STEPS}, "body", "too_intricate"),
    ],
)
def test_what_does_not_fit_is_refused(
    world: World, sent: dict[str, Any], path: str, code: str
) -> None:
    root = cast.root(world)
    refused = world.post(ADMIN, article(**sent), as_=root).must(422)
    assert refused.faults == {path: code}
    draft = write(world, root, status="draft")
    refused = world.patch(f"{ADMIN}/{draft['id']}", sent, as_=root).must(422)
    assert refused.faults == {path: code}
    assert public(world) == []


def test_a_change_leaves_alone_what_is_absent(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, tags=["one"], coverUrl="https://example.com/c.png", seoTitle="Seo")
    world.clock.advance(minutes=5)
    changed = change(world, root, made, title="Fewer no-shows", coverUrl=None)
    moved = {"title": "Fewer no-shows", "coverUrl": None, "updatedAt": "2026-11-21T12:05:00.000Z"}
    assert changed == {**made, **moved}
    assert world.get("/blogs/no-shows").data["title"] == "Fewer no-shows"
    longer = change(world, root, made, body="word " * 500)
    assert (longer["readingMinutes"], longer["bodyHtml"][:8]) == (3, "<p>word ")
    assert world.get("/blogs/no-shows").data["bodyHtml"] == longer["bodyHtml"]
    assert world.get("/blogs").data[0]["readingMinutes"] == 3


def test_a_change_of_nothing_changes_nothing(world: World) -> None:
    root = cast.root(world)
    made = write(world, root)
    world.clock.advance(minutes=5)
    assert change(world, root, made) == made
    assert change(world, root, made, title=made["title"], status="published") == made


@pytest.mark.parametrize("member", ["slug", "title", "excerpt", "body", "tags", "status"])
def test_what_a_post_must_have_is_not_taken_away(world: World, member: str) -> None:
    root = cast.root(world)
    made = write(world, root)
    refused = world.patch(f"{ADMIN}/{made['id']}", {member: None}, as_=root).must(422)
    assert set(refused.faults) == {member}


def test_a_deleted_post_is_gone(world: World) -> None:
    root = cast.root(world)
    made = write(world, root)
    assert world.delete(f"{ADMIN}/{made['id']}", as_=root).must(200).data == {"ok": True}
    assert public(world) == []
    world.get("/blogs/no-shows").must(404)
    world.delete(f"{ADMIN}/{made['id']}", as_=root).must(404)


def test_the_list_is_searched_and_paged_newest_first(world: World) -> None:
    root = cast.root(world)
    for number, title in enumerate(["Über Zähne", "Teeth at night", "Night shifts"]):
        world.clock.advance(minutes=1)
        write(world, root, f"post-{number}", title=title, status="draft")

    def found(query: str) -> list[str]:
        page = world.get(f"{ADMIN}?{query}", as_=root).must(200).data
        return [post["slug"] for post in page["items"]]

    assert found("") == ["post-2", "post-1", "post-0"]
    assert found("search=uber") == ["post-0"]
    assert found("search=NIGHT") == ["post-2", "post-1"]
    assert found("search=night%20teeth") == ["post-1"]
    assert found("search=post-2") == ["post-2"]
    assert found("search=%25") == []
    assert found("limit=2&page=2") == ["post-0"]
    page = world.get(f"{ADMIN}?limit=2&page=9", as_=root).must(200).data
    assert page == {"items": [], "page": 9, "limit": 2, "total": 3}
    assert found("status=published") == []
    refused = world.get(f"{ADMIN}?status=hidden", as_=root).must(422)
    assert refused.faults == {"status": "not_one_of"}


def test_a_creation_under_a_key_is_done_once(world: World) -> None:
    root = cast.root(world)
    headers = {"idempotency-key": "k1"}
    first, again = (
        world.post(ADMIN, article(), as_=root, headers=headers).must(201) for _ in range(2)
    )
    assert again.data == first.data
    assert again.headers["location"] == first.headers["location"]
    assert public(world) == ["no-shows"]


def test_every_act_is_in_the_audit_log(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="draft")
    change(world, root, made, title="Other", body="Other.", status="published")
    change(world, root, made, title="Other")
    world.delete(f"{ADMIN}/{made['id']}", as_=root).must(200)
    logs = world.get(f"/admin/logs?target={made['id']}", as_=root).must(200).data["items"]
    told = [
        (log["action"], {one["field"]: (one["before"], one["after"]) for one in log["changes"]})
        for log in reversed(logs)
    ]
    assert told == [
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


def test_what_an_erased_author_wrote_stays_under_no_name(world: World) -> None:
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


def test_an_authors_new_name_shows_on_what_is_to_come(world: World) -> None:
    root = cast.root(world)
    made = write(world, root, status="draft")
    write(world, root, "soon", status="scheduled", publishedAt=TOMORROW)
    world.patch("/users/me", {"firstName": "Ruth", "lastName": "Root"}, as_=root).must(200)
    assert change(world, root, made, status="published")["author"]["name"] == "Ruth Root"
    world.clock.advance(days=1)
    assert [card["author"]["name"] for card in world.get("/blogs").data] == ["Ruth Root"] * 2


def test_two_changes_at_once_both_stand(world: World) -> None:
    root = cast.root(world)
    made = write(world, root)
    path = f"{ADMIN}/{made['id']}"
    parts = {"title": "New title", "excerpt": "New excerpt.", "tags": ["new"], "body": "New body."}
    answers = world.together(
        [
            partial(world.sending, "PATCH", path, {name: part}, as_=root)
            for name, part in parts.items()
        ]
    )
    assert [answer.status for answer in answers] == [200] * len(parts)
    read = world.get("/blogs/no-shows").must(200).data
    assert {name: read[name] for name in parts} == parts
