"""Reads lists page by page along the links in the headers, as a client does."""

import re
from collections.abc import Iterator, Sequence

from tests.world import PUBLIC_URL, Response, World

_LINK = re.compile(r'<([^>]*)>; rel="([a-z]+)"')


def total(response: Response) -> int:
    return int(response.headers["x-total-count"])


def links(response: Response) -> dict[str, str]:
    """Return path and query by relation; every link must have the public URL."""
    parts = _LINK.findall(response.headers["link"])
    assert all(address.startswith(PUBLIC_URL + "/") for address, _ in parts)
    assert response.headers["link"] == ", ".join(f'<{at}>; rel="{name}"' for at, name in parts)
    return {relation: address.removeprefix(PUBLIC_URL) for address, relation in parts}


def walk_pages(world: World, path: str, *, most: int = 1000) -> Iterator[Sequence[str]]:
    """Yield the ids of each page, following the `next` links."""
    for _ in range(most):
        page = world.get(path).must(200)
        yield [item["id"] for item in page.data]
        following = links(page).get("next")
        if following is None:
            return
        path = following
    raise AssertionError("the links do not end")
