"""The schema.org data of the pages has what search engines require of each type.

The requirements are those of the search engines' documentation of structured data, and of the
types at schema.org.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bridgework.settings import Settings
from tests import cast, make
from tests.areas.blogs.articles import write
from tests.areas.calendar.calendar_client import create_event
from tests.areas.jobs import board
from tests.areas.site.site_pages import read
from tests.world import World

REQUIRED: Mapping[str, frozenset[str]] = {
    "Article": frozenset({"headline", "author", "datePublished"}),
    "Event": frozenset({"name", "startDate", "location"}),
    "JobPosting": frozenset(
        {"title", "description", "datePosted", "validThrough", "hiringOrganization", "jobLocation"}
    ),
    "MonetaryAmount": frozenset({"currency", "value"}),
    "Organization": frozenset({"name"}),
    "Person": frozenset({"name"}),
    "Place": frozenset({"address"}),
    "PostalAddress": frozenset({"addressCountry"}),
    "PropertyValue": frozenset({"name", "value"}),
    "QuantitativeValue": frozenset({"unitText", "minValue", "maxValue"}),
    "VirtualLocation": frozenset({"url"}),
}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"site": True, "public_jobs": True})


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            yield from _objects(item)


def _paths(world: World) -> Iterator[str]:
    people = board.sign_up_all(world)
    yield f"experts/{make.expert(world, 'Ada Lovell', company='Arch')}"
    write(world, people.root, slug="aligners", title="Clear aligners")
    yield "articles/aligners"
    for place in ({"location": "1 Main St"}, {"meetingUrl": "https://meet.example.com/club"}):
        event_id = create_event(world, people.root, visibility="public", **place)
        yield f"events/{event_id}"
    yield f"jobs/{board.post_approved(world, people)}"
    yield f"jobs/{board.post_required(world, people)}"


def test_every_object_has_what_its_type_requires(world: World) -> None:
    used = set()
    for path in _paths(world):
        data = read(world, f"/app/{path}").linked_data
        assert data["@context"] == "https://schema.org"
        for record in _objects(data):
            used.add(record["@type"])
            missing = REQUIRED[record["@type"]] - record.keys()
            assert not missing, f"{record['@type']} of {path} has no {missing}"
            assert None not in record.values()
    assert used == REQUIRED.keys()


def test_an_event_without_a_place_has_no_data(world: World) -> None:
    event_id = create_event(world, cast.root(world), visibility="public")
    page = read(world, f"/app/events/{event_id}")
    with pytest.raises(KeyError):
        page.linked_data  # noqa: B018
