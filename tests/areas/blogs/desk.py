"""What administrators send when they write the blog."""

from typing import Any

from tests.world import Person, World

ADMIN = "/admin/blogs"


def article(slug: str = "no-shows", **members: Any) -> dict[str, Any]:
    """The least of a post that is out at once; overwrite any member."""
    return {
        "slug": slug,
        "title": "How we cut no-shows",
        "excerpt": "By calling.",
        "body": "Call **them**.",
        "status": "published",
        **members,
    }


def write(world: World, root: Person, slug: str = "no-shows", **members: Any) -> Any:
    """A post that an administrator wrote, as it was told."""
    return world.post(ADMIN, article(slug, **members), as_=root).must(201).data


def change(world: World, root: Person, post: Any, **members: Any) -> Any:
    """The post after a change of these members."""
    return world.patch(f"{ADMIN}/{post['id']}", members, as_=root).must(200).data


def public(world: World) -> list[str]:
    """The slugs of what the public lists; the total must be true."""
    listed = world.get("/blogs?limit=100").must(200)
    assert listed.headers["x-total-count"] == str(len(listed.data))
    return [card["slug"] for card in listed.data]
