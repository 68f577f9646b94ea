"""Apostrophes, hyphens, accents, case and invisible characters do not count in any search."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from tests import cast, make
from tests.areas.jobs import board
from tests.world import ANONYMOUS, Person, World

STORED = "Zoë O’Ka\u00adde\u200b\u2011Nú\u200dñez\ufeff"
SPELLINGS = [
    "O'Kade",
    "O’Kade",
    "O‘Kade",
    "OʻKade",
    "OʼKade",
    "O`Kade",
    "OKade",
    "o’kade-nunez",
    "O'KADE\u2011NÚÑEZ",
    "okade\u2013nunez",
    "okade nuñez",
    "zoe OKADE\u2212NUNEZ",
    "O\u00adKade",
    "\u200bO'Kade\u200c",
    "O\u200dKa\u200ede\u200f",
    "Oka\u2060de\ufeff",
]


def _experts(world: World) -> tuple[str, Person]:
    make.expert(world, STORED)
    return "/experts", ANONYMOUS


def _users(world: World) -> tuple[str, Person]:
    make.account(world, STORED)
    return "/admin/users", cast.root(world)


def _candidates(world: World) -> tuple[str, Person]:
    root = cast.root(world)
    first, _, last = STORED.partition(" ")
    body = {"firstName": first, "lastName": last}
    world.post("/admin/recruiting/candidates", body, as_=root).must(201)
    return "/admin/recruiting/candidates", root


def _blogs(world: World) -> tuple[str, Person]:
    root = cast.root(world)
    body = {"slug": "a-case", "title": STORED, "excerpt": "A case.", "body": "Text."}
    world.post("/admin/blogs", {**body, "status": "published"}, as_=root).must(201)
    return "/admin/blogs", root


def _events(world: World) -> tuple[str, Person]:
    root = cast.root(world)
    body = {"name": STORED, "startAt": "2027-01-10T10:00:00Z", "timezone": "UTC"}
    world.post("/calendar/events", body, as_=root).must(201)
    return "/calendar/events", root


def _jobs(world: World) -> tuple[str, Person]:
    people = board.sign_up_all(world)
    board.post_approved(world, people, companyName=STORED)
    return "/jobs", people.cyrus


LISTS: list[Callable[[World], tuple[str, Person]]] = [
    _experts,
    _users,
    _candidates,
    _blogs,
    _events,
    _jobs,
]


@pytest.mark.parametrize("make_list", LISTS, ids=lambda make_list: make_list.__name__.strip("_"))
def test_every_spelling_finds_the_record(
    world: World, make_list: Callable[[World], tuple[str, Person]]
) -> None:
    path, reader = make_list(world)
    counts = {}
    for spelling in SPELLINGS:
        data: Any = world.get(f"{path}?search={quote(spelling)}", as_=reader).must(200).data
        counts[spelling] = len(data if isinstance(data, list) else data["items"])
    assert set(counts.values()) == {1}, counts
