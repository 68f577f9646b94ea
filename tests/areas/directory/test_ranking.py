"""In which order a search stands: by where its words are found, alike on both databases."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from tests import make, paging
from tests.areas.directory import reading
from tests.world import World

Profiles = Mapping[str, Mapping[str, Any]]

SKILL = [{"category": "All", "items": ["Lasers"]}]
NAMED: Profiles = {
    "Bell": {"title": "Lasers, mostly"},
    "Cole": {"skills": SKILL},
    "Dean": {"bio": "Lasers."},
}
BEGUN: Profiles = {
    "Ames": {"title": "Laserscope owner"},
    "Beck": {"tags": ["laserscope"]},
    "Cray": {"bio": "laserscope"},
}


def test_the_better_the_place_the_higher(world: World) -> None:
    for name, profile in reversed([*NAMED.items(), *BEGUN.items()]):
        make.expert(world, f"Ada {name}", **profile)
    points = {"Bell": 8, "Cole": 4, "Ames": 4, "Dean": 2, "Beck": 2, "Cray": 1}
    assert reading.names(reading.experts(world, "search=lasers")) == list(points)


def test_every_word_counts(world: World) -> None:
    make.expert(world, "Ada Both", title="Lasers and implants")
    make.expert(world, "Ada One", title="Lasers", bio="Implants too.")
    make.expert(world, "Ada None", bio="Implants by lasers.")
    make.expert(world, "Ada Other", title="Implants", bio="Lasers too.")
    order = reading.names(reading.experts(world, "search=lasers+implants"))
    assert order == ["Both", "Other", "One", "None"]


def test_the_word_itself_before_what_says_the_same_and_before_what_was_meant(world: World) -> None:
    make.expert(world, "Ada Same", title="Root canal specialist")
    make.expert(world, "Ada Itself", title="Endodontist")
    make.expert(world, "Ada Elsewhere", bio="An endodontist.")
    order = reading.names(reading.experts(world, "search=endodontist"))
    assert order == ["Itself", "Same", "Elsewhere"]
    assert reading.names(reading.experts(world, "search=endodntist")) == order


def test_equals_stand_as_they_came_in_the_last_first(world: World) -> None:
    made = [make.expert(world, "Ada Lovell", tags=["mentor"]) for _ in range(7)]
    for query in ("search=mentor", "search=men", "search=mentr&sortBy=relevance"):
        pages = paging.walk_pages(world, f"/experts?{query}&limit=3")
        assert [one for page in pages for one in page] == made[::-1], query


def test_pages_of_any_size_are_parts_of_one_order(world: World) -> None:
    for number in range(20):
        profile: Mapping[str, Any] = {("title", "bio", "company")[number % 3]: "Calm and kind"}
        make.expert(world, f"Ada Lovell{number}", **profile)
    whole = [card["id"] for card in reading.experts(world, f"search={quote('calm kind')}").data]
    assert len(whole) == 20
    for limit in (1, 3, 7, 19):
        pages = paging.walk_pages(world, f"/experts?search=calm+kind&limit={limit}")
        assert [one for page in pages for one in page] == whole
