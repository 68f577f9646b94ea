"""Administrators see Markdown as its readers will."""

import re

from tests import cast
from tests.areas.blogs.articles import write
from tests.areas.calendar.calendar_client import create_event
from tests.world import World

PREVIEW = "/admin/markdown/preview"
TEXT = """\
Title
=====

A *short* [talk][a] with <b>cases</b>, and ![a lamp](https://files.example.com/lamp.png).

    code

[a]: https://example.com/talk
"""


def test_a_preview_is_what_readers_of_the_blog_get(world: World) -> None:
    root = cast.root(world)
    preview = world.post(PREVIEW, {"markdown": TEXT}, as_=root).must(200).data
    assert preview == {"html": write(world, root, body=TEXT)["bodyHtml"]}
    assert "&lt;b&gt;cases" in preview["html"]


def test_a_preview_is_what_the_page_of_an_event_shows(world: World) -> None:
    root = cast.root(world)
    text = TEXT.replace("![a lamp]", "[a lamp]")  # the page shows images of others as links
    preview = world.post(PREVIEW, {"markdown": text}, as_=root).must(200).data["html"]
    event_id = create_event(world, root, visibility="public", description=text)
    page = world.get(f"/events/{event_id}").must(200).body.decode()
    assert _words(preview) in _words(page)


def test_a_text_with_too_much_markup_is_refused(world: World) -> None:
    root = cast.root(world)
    (fault,) = world.post(PREVIEW, {"markdown": "[" * 200_000}, as_=root).must(422).details
    assert (fault["path"], fault["code"]) == ("markdown", "too_intricate")
    (fault,) = world.post(PREVIEW, {"markdown": "a" * 200_001}, as_=root).must(422).details
    assert (fault["path"], fault["code"]) == ("markdown", "too_long")


def test_previews_count_for_the_rate_limit_of_administrators(world: World) -> None:
    root = cast.root(world)
    remaining = [
        world.post(PREVIEW, {"markdown": "a"}, as_=root).must(200).headers["ratelimit"]
        for _ in range(2)
    ]
    first, second = (int(re.findall(r"r=(\d+)", header)[0]) for header in remaining)
    assert second == first - 1


def _words(html: str) -> str:
    return " ".join(html.split())
