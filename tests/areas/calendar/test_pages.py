"""The HTML page of an event."""

import html
import json
import re
from dataclasses import dataclass

import pytest

from bridgework.areas.community.calendar import queries
from bridgework.areas.community.calendar.formats.luma import queries as luma
from bridgework.areas.community.calendar.review.moderation_hooks import EVENT as EVENTS
from bridgework.kit.actions import Content
from bridgework.kit.core import Id
from tests import cast
from tests.areas.calendar.calendar_client import EVENT, create_event, get_event, list_event_names
from tests.areas.uploads import upload_client
from tests.world import Person, Response, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
EVIL = "</script><script>alert('1')</script> & \"co\""


def page_of(world: World, event_id: str) -> Response:
    return world.get(f"/events/{event_id}")


def test_a_public_event_has_a_page(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(
        world,
        root,
        visibility="public",
        location="Hotel Lenox, Boston",
        description="Bring a case.",
        endAt="2026-12-04T21:00:00-05:00",
        coverUrl="https://example.com/cover.png",
        meetingUrl="https://meet.example.com/club",
    )
    page = page_of(world, event_id).must(200)
    body = page.body.decode()
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>Study club</h1>" in body
    assert "Friday, 4 December 2026, 18:00 to 21:00 (America/New_York)" in body
    assert "meet.example.com" not in body
    [raw] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', body)
    assert json.loads(raw) == {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": "Study club",
        "startDate": "2026-12-04T23:00:00+00:00",
        "endDate": "2026-12-05T02:00:00+00:00",
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "url": f"https://api.example.com/app/events/{event_id}",
        "description": "Bring a case.",
        "image": ["https://example.com/cover.png"],
        "location": {
            "@type": "Place",
            "name": "Hotel Lenox, Boston",
            "address": "Hotel Lenox, Boston",
        },
    }


def test_the_page_of_an_online_event_says_so(world: World) -> None:
    members = {"visibility": "public", "meetingUrl": "https://meet.example.com/club"}
    body = page_of(world, create_event(world, cast.root(world), **members)).must(200).body.decode()
    assert "OnlineEventAttendanceMode" in body
    assert "meet.example.com" not in body


def test_texts_of_an_event_are_escaped(world: World) -> None:
    evil = dict.fromkeys(("name", "description", "location"), EVIL)
    cover = {"coverUrl": "https://example.com/'onerror=alert(1)"}
    page = page_of(
        world, create_event(world, cast.root(world), visibility="public", **evil, **cover)
    )
    body = page.must(200).body.decode()
    assert body.count("<script") == body.count("</script>") == 1
    assert "<script>alert" not in body
    [raw] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', body)
    assert json.loads(raw)["name"] == EVIL
    assert "script-src" not in page.headers["content-security-policy"]
    policy = page.headers["content-security-policy"].split("; ")
    assert "default-src 'none'" in policy
    assert "img-src 'self' https://api.example.com" in policy


MARKDOWN = """## Agenda

- **Five** cases, [with a map](https://example.com/map)

![A room](https://example.com/room.png)

<script>alert(1)</script> <b onclick="alert(2)">bold</b>

[go](javascript:alert(3)) <img src=x onerror=alert(4)>
"""


def test_images_of_other_hosts_are_links(world: World) -> None:
    root = cast.root(world)
    asset = upload_client.upload(world, root)
    own, other = asset["fileUrl"], "https://example.com/room.png"
    description = f"![A room]({other}) ![A chair]({own}) [![A door]({other})](https://example.com)"
    members = {"visibility": "public", "description": description}
    event_id = create_event(world, root, coverUrl=other, **members)
    body = page_of(world, event_id).must(200).body.decode()
    assert re.findall(r'<img src="([^"]*)"', body) == [own]
    rel = 'rel="noopener noreferrer nofollow"'
    assert f'<a href="{other}" {rel}>Picture of this event</a>' in body
    assert f'<a href="{other}" {rel}>A room (on example.com, not loaded)</a>' in body
    door = "A door (on example.com, not loaded)"
    assert f'<a href="https://example.com" {rel}>{door}</a>' in body
    assert f'<meta property="og:image" content="{other}">' in body
    world.patch(f"/calendar/events/{event_id}", {"coverUrl": own}, as_=root).must(200)
    body = page_of(world, event_id).must(200).body.decode()
    assert re.findall(r'<img src="([^"]*)"', body) == [own, own]


def test_markdown_in_the_description_is_rendered_safely(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, visibility="public", description=MARKDOWN)
    body = page_of(world, event_id).must(200).body.decode()
    [rendered] = re.findall(r'<div class="markdown" dir="auto">(.*?)</div>', body, re.DOTALL)
    rel = 'rel="noopener noreferrer nofollow"'
    assert "<h2>Agenda</h2>" in rendered
    assert f'<strong>Five</strong> cases, <a href="https://example.com/map" {rel}>' in rendered
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in rendered
    for harmful in ("<script", "<b ", "onerror=alert(4)>", 'href="javascript'):
        assert harmful not in rendered


def meta(world: World, event_id: str) -> dict[str, str]:
    """Return the properties of a page for link previews."""
    body = page_of(world, event_id).must(200).body.decode()
    found = re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', body)
    return {name: html.unescape(content) for name, content in found}


def test_link_previews_have_the_public_url_and_a_short_text(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(
        world,
        root,
        visibility="public",
        description='## Agenda\n\nBring "**one** case", and\nthe [map](https://example.com/map).',
    )
    assert meta(world, event_id) == {
        "og:type": "event",
        "og:title": "Study club",
        "og:url": f"https://api.example.com/app/events/{event_id}",
        "og:description": 'Agenda Bring "one case", and the map (https://example.com/map).',
    }
    long = create_event(world, root, visibility="public", description="A word " * 1_000)
    assert 100 < len(meta(world, long)["og:description"]) <= 202
    bare = create_event(world, root, visibility="public", location="Room 4")
    assert meta(world, bare)["og:description"] == (
        "Friday, 4 December 2026, 18:00 (America/New_York), Room 4"
    )


def test_linked_data_has_the_description_as_plain_text(world: World) -> None:
    event_id = create_event(world, cast.root(world), visibility="public", description=MARKDOWN)
    body = page_of(world, event_id).must(200).body.decode()
    [raw] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', body)
    description = json.loads(raw)["description"]
    assert description.startswith(
        "Agenda\n\n- Five cases, with a map (https://example.com/map)\n\nA room"
    )
    assert "**" not in description


def test_a_description_that_is_too_complex_is_rendered_as_text(world: World) -> None:
    description = "[a]: /" + "x" * 4_000 + "\n\n" + "[a]" * 1_900
    event_id = create_event(world, cast.root(world), visibility="public", description=description)
    body = page_of(world, event_id).must(200).body.decode()
    assert f'<div class="markdown" dir="auto"><p>{description}</p></div>' in body


def test_an_event_without_a_description_has_no_empty_section(world: World) -> None:
    root = cast.root(world)
    for members in ({}, {"description": ""}):
        page = page_of(world, create_event(world, root, visibility="public", **members))
        assert 'class="markdown"' not in page.must(200).body.decode()


@pytest.mark.parametrize("visibility", ["members-only", "private"])
def test_the_page_of_a_non_public_event_only_asks_to_sign_in(world: World, visibility: str) -> None:
    root = cast.root(world)
    body = page_of(world, create_event(world, root, visibility=visibility)).must(200).body.decode()
    assert "Sign in to see this event" in body
    assert "Study club" not in body


def test_the_page_of_a_cancelled_event_says_so_and_a_missing_one_is_404(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, visibility="public")
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    assert "Study club has been cancelled" in page_of(world, event_id).must(200).body.decode()
    for unknown_id in (UNKNOWN_ID, "17"):
        assert page_of(world, unknown_id).must(404).error == "event_not_found"


def test_the_page_of_a_synced_event_redirects_to_luma(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, visibility="public")
    with world.application.app_state.database.writing() as tx:
        luma.update_luma_event(tx, Id(event_id), "evt-1", "https://luma.com/club")
    response = page_of(world, event_id).must(302)
    assert (response.headers["location"], response.body) == ("https://luma.com/club", b"")
    assert get_event(world, root, event_id).data["lumaUrl"] == "https://luma.com/club"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden event, its creator, another member, and the path of that member's feed."""

    event_id: Id
    root: Person
    ada: Person
    feed: str


def set_hidden(world: World, event_id: Id, *, hidden: bool) -> list[bool]:
    """Hide or restore an event twice; return whether each changed it."""
    with world.application.app_state.database.writing() as tx:
        return [EVENTS.set_hidden(tx, event_id, world.clock.now(), hidden=hidden) for _ in range(2)]


def find_content(world: World, event_id: Id) -> Content | None:
    with world.application.app_state.database.writing() as tx:
        return EVENTS.find(tx, event_id)


@pytest.fixture
def hidden(world: World) -> Hidden:
    """A hidden public event, with its creator, another member, and the path of their feed."""
    root, ada = cast.root(world), cast.ada(world)
    event_id = Id(create_event(world, root, visibility="public", startAt="2026-12-04T18:00:00Z"))
    url = world.post("/calendar/feed-token", as_=ada).must(201).data["url"]
    assert set_hidden(world, event_id, hidden=True) == [True, False]
    return Hidden(event_id, root, ada, url.removeprefix("https://api.example.com"))


def test_the_content_of_an_event_says_whether_it_is_hidden(world: World) -> None:
    root = cast.root(world)
    event_id = Id(create_event(world, root, visibility="public"))
    contents = [find_content(world, event_id)]
    set_hidden(world, event_id, hidden=True)
    contents.append(find_content(world, event_id))
    assert [(each.owner_id, each.title, each.is_hidden) for each in contents if each] == [
        (root.id, "Study club", is_hidden) for is_hidden in (False, True)
    ]


def test_a_hidden_event_is_only_read_by_its_id_and_by_administrators(
    world: World, hidden: Hidden
) -> None:
    for person, status in ((hidden.root, 200), (hidden.ada, 404)):
        get_event(world, person, hidden.event_id).must(status)
        assert list_event_names(world, person) == []
    page_of(world, hidden.event_id).must(404)
    assert b"Study club" not in world.get(hidden.feed).must(200).body
    world.delete(f"/calendar/events/{hidden.event_id}", as_=hidden.root).must(404)


def test_a_restored_event_is_found_again(world: World, hidden: Hidden) -> None:
    assert set_hidden(world, hidden.event_id, hidden=False) == [True, False]
    page_of(world, hidden.event_id).must(200)
    assert list_event_names(world, hidden.ada) == ["Study club"]
    assert b"Study club" in world.get(hidden.feed).must(200).body


def test_the_cover_of_an_event_can_not_be_deleted(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    path = f"calendar-event-covers/{root.id}/cover.png"
    proposed = f"calendar-event-covers/{ben.id}/cover.png"
    event_id = create_event(world, root, coverUrl=f"https://api.example.com/files/{path}")
    sent = {**EVENT, "coverUrl": f"https://api.example.com/files/{proposed}"}
    world.post("/calendar/submissions", sent, as_=ben).must(201)
    with world.application.app_state.database.reading() as tx:
        assert (queries.is_file_referenced(tx, path), queries.is_file_referenced(tx, proposed)) == (
            True,
            True,
        )
        assert not queries.is_file_referenced(tx, "calendar-event-covers/x/cover.png")
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    with world.application.app_state.database.reading() as tx:
        assert not queries.is_file_referenced(tx, path)
