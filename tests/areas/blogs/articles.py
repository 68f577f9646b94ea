"""Helpers that write and list blog posts."""

from typing import Any

from tests.world import Person, World

ADMIN = "/admin/blogs"


def article(slug: str = "no-shows", **members: Any) -> dict[str, Any]:
    """Return a minimal request for a published post, with members overwritten."""
    return {
        "slug": slug,
        "title": "How we cut no-shows",
        "excerpt": "By calling.",
        "body": "Call **them**.",
        "status": "published",
        **members,
    }


def write(world: World, root: Person, slug: str = "no-shows", **members: Any) -> Any:
    """Create a post as an administrator, and return it."""
    return world.post(ADMIN, article(slug, **members), as_=root).must(201).data


def change(world: World, root: Person, post: Any, **members: Any) -> Any:
    """Update members of a post, and return it."""
    return world.patch(f"{ADMIN}/{post['id']}", members, as_=root).must(200).data


def public(world: World) -> list[str]:
    """Return the slugs of the public posts, and check their total number."""
    listed = world.get("/blogs?limit=100").must(200)
    assert listed.headers["x-total-count"] == str(len(listed.data))
    return [card["slug"] for card in listed.data]
