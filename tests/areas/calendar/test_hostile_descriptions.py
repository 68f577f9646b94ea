"""No description of an event makes its page, its calendar entry or its e-mails slow."""

import json
import re
import time

import icalendar
import pytest

from tests import cast
from tests.areas.calendar.calendar_client import create_event
from tests.world import PUBLIC_URL, World

HOSTILE = {
    "emphasis": "**a" * 3_333,
    "quotes": ">" * 10_000,
    "brackets": "[" * 10_000,
    "images": "![" * 5_000,
    "lists": "".join("  " * depth + "- a\n" for depth in range(98)),
    "backticks": "".join("e" + "`" * length for length in range(140)),
    "references": "[a]: /" + "x" * 4_000 + "\n\n" + "[a]" * 1_900,
    "tables": "a|b\n-|-\n" * 1_250,
}
MOST_SECONDS = 5.0
"""For all of it together. An idle machine needs less than a second."""


@pytest.mark.parametrize("name", HOSTILE)
def test_every_text_of_an_event_is_made_in_time(world: World, name: str) -> None:
    ada = cast.ada(world)
    root = cast.root(world)
    feed = world.post("/calendar/feed-token", as_=ada).must(201).data["url"]
    started = time.monotonic()
    event_id = create_event(
        world,
        root,
        visibility="public",
        startAt="2026-12-04T18:00:00-05:00",
        description=HOSTILE[name],
        inviteeEmails=[ada.email],
    )
    page = world.get(f"/events/{event_id}").must(200).body.decode()
    calendar = world.get(feed.removeprefix(PUBLIC_URL)).must(200).body
    invitation = world.mail(ada.email)[-1]
    assert time.monotonic() - started < MOST_SECONDS
    [linked] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    assert json.loads(linked)["name"] == "Study club"
    assert not icalendar.Calendar.from_ical(calendar.decode()).errors
    assert "Study club" in str(invitation["Subject"])
