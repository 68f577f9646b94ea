"""Links lead to the front end, if the settings name one."""

from xml.etree import ElementTree as ET

import icalendar
import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.blogs.articles import write
from tests.areas.calendar.calendar_client import WHOLE, create_event, get_event
from tests.areas.calendar.test_emails import GUEST, appointment
from tests.kit.outbox.posting import text
from tests.world import PUBLIC_URL, World

SITE = "https://www.example.org/club"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(params=[SITE, ""])
def site_url(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def settings(settings: Settings, site_url: str) -> Settings:
    return settings.model_copy(update={"site_url": site_url})


@pytest.fixture
def site_address(site_url: str) -> str:
    """What links begin with."""
    return site_url or f"{PUBLIC_URL}/app"


def test_invitations_link_to_the_front_end(world: World, site_address: str) -> None:
    event_id = create_event(world, cast.root(world), inviteeEmails=[GUEST])
    message = world.mail(GUEST)[-1]
    for kind in ("plain", "html"):
        assert f"{site_address}/events/{event_id}" in text(message, kind)
        assert f"{PUBLIC_URL}/calendar/rsvp/" in text(message, kind)
    assert appointment(message)["URL"] == f"{site_address}/events/{event_id}"
    assert str(message["List-Unsubscribe"]).startswith(f"<{PUBLIC_URL}/mail/unsubscribe/")


def test_calendar_feeds_link_to_the_front_end(world: World, site_address: str) -> None:
    event_id = create_event(world, cast.root(world), **WHOLE)
    feed = world.post("/calendar/feed-token", as_=cast.ada(world)).must(201).data["url"]
    assert feed.startswith(PUBLIC_URL)
    sent = world.get(feed.removeprefix(PUBLIC_URL)).must(200)
    [event] = icalendar.Calendar.from_ical(sent.body).events
    assert event["URL"] == f"{site_address}/events/{event_id}"


def test_link_previews_and_search_engines_are_led_to_the_front_end(
    world: World, site_address: str
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, **WHOLE)
    page_url = f"{site_address}/events/{event_id}"
    assert get_event(world, root, event_id).must(200).data["lumaUrl"] == page_url
    page = world.get(f"/events/{event_id}").must(200).body.decode()
    assert f'<meta property="og:url" content="{page_url}">' in page
    assert f'<link rel="canonical" href="{page_url}">' in page
    assert f'"url": "{page_url}"' in page


def test_the_feed_of_the_blog_links_to_the_front_end(world: World, site_address: str) -> None:
    slug = write(world, cast.root(world), status="published")["slug"]
    feed = ET.fromstring(world.get("/blogs/feed.xml").must(200).body)  # noqa: S314
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    articles = f"{site_address}/{'blogs' if site_address == SITE else 'articles'}"
    assert links == {"self": f"{PUBLIC_URL}/blogs/feed.xml", "alternate": articles}
    [link] = feed.findall(f"{ATOM}entry/{ATOM}link")
    assert link.get("href") == f"{articles}/{slug}"
    assert feed.get("{http://www.w3.org/XML/1998/namespace}base") == f"{articles}/"
