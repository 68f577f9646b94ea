"""Lists with cursors while rows are added and deleted between pages.

A row that exists throughout is listed exactly once, no row is listed twice, and the order holds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.machines.effort import EFFORTS, LONG_TIMEOUT, run
from tests.world import Person, World


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, its reader, and how its rows are added and deleted."""

    path: str
    reader: Person
    add: Callable[[int], str]
    """Takes a number that makes the row unique; returns the id."""
    drop: Callable[[str], None]
    sort_key: Callable[[Any], Any]
    """The sort key of a row; it decreases from row to row."""


class Paging(RuleBasedStateMachine):
    """A client that pages through a list repeatedly while others write to it."""

    def __init__(self, world: World, listing: Listing) -> None:
        super().__init__()
        self.world, self.listing = world, listing
        self.there: list[str] = []
        for number in range(5):
            self.add(number)
        self.start()

    def start(self) -> None:
        self.cursor: str | None = ""
        self.seen: list[Any] = []
        self.stays = set(self.there)

    @rule(number=st.integers(0, 3))
    def add(self, number: int) -> None:
        self.there.append(self.listing.add(number))

    @precondition(lambda self: self.there)
    @rule(which=st.integers(0, 50))
    def drop(self, which: int) -> None:
        deleted = self.there.pop(which % len(self.there))
        self.listing.drop(deleted)
        self.stays.discard(deleted)

    @rule(seconds=st.sampled_from([0.001, 0.1, 1]))
    def wait(self, seconds: float) -> None:
        """Otherwise the next row has the same time as the last. All waits fit into one session."""
        self.world.clock.advance(seconds=seconds)

    @rule(limit=st.integers(1, 4))
    def next_page(self, limit: int) -> None:
        if self.cursor is None:
            self.start()
        unchanged = "&" if "?" in self.listing.path else "?"
        path = f"{self.listing.path}{unchanged}limit={limit}&cursor={self.cursor}"
        page = self.world.get(path, as_=self.listing.reader).must(200).data
        assert page["hasMore"] == (page["nextCursor"] is not None)
        assert len(page["items"]) == limit or not page["hasMore"]
        self.seen += page["items"]
        self.cursor = page["nextCursor"]
        self.check_pages()

    def check_pages(self) -> None:
        """Check the pages so far; after the last one, also that no lasting row is missing."""
        places = [self.listing.sort_key(row) for row in self.seen]
        assert places == sorted(places, reverse=True)
        listed_ids = [row["id"] for row in self.seen]
        assert len(listed_ids) == len(set(listed_ids))
        if self.cursor is None:
            assert self.stays <= set(listed_ids)

    def teardown(self) -> None:
        while self.cursor is not None:
            self.next_page(4)
        for row in self.there:
            self.listing.drop(row)


def newest(row: Any) -> tuple[str, str]:
    return row["createdAt"], row["id"]


def feed(world: World) -> Listing:
    """Posts of one member, read by another."""
    ada, ben = cast.ada(world), cast.ben(world)

    def drop(post: str) -> None:
        world.delete(f"/feed/posts/{post}", as_=ada).must(200)

    return Listing("/feed/posts", ben, lambda _: feed_requests.post(world, ada), drop, newest)


def comments(world: World) -> Listing:
    """Comments on one post, oldest first."""
    ada, ben = cast.ada(world), cast.ben(world)
    post = feed_requests.post(world, ada)

    def sort_key(row: Any) -> list[int]:
        return [-ord(email) for email in row["createdAt"] + row["id"]]

    def drop(comment: str) -> None:
        world.delete(f"/feed/comments/{comment}", as_=ben).must(200)

    path = f"/feed/posts/{post}/comments"
    return Listing(path, ada, lambda _: feed_requests.comment(world, ben, post), drop, sort_key)


def jobs(world: World, query: str, sort_key: Callable[[Any], Any]) -> Listing:
    """Approved jobs of one clinic, read by a candidate."""
    people = board.sign_up_all(world)

    def add(number: int) -> str:
        paid = 160_000 + 20_000 * number
        return board.post_approved(world, people, annualCompMax=paid)

    def drop(job: str) -> None:
        world.post(f"/jobs/{job}/close", as_=people.carla).must(200)

    return Listing(f"/jobs{query}", people.cyrus, add, drop, sort_key)


def newest_jobs(world: World) -> Listing:
    return jobs(world, "", newest)


def searched_jobs(world: World) -> Listing:
    return jobs(world, "?search=endodontist&specialty=endodontics", newest)


def best_paid_jobs(world: World) -> Listing:
    return jobs(world, "?sortBy=compensation", lambda row: (row["annualCompMax"], row["id"]))


@pytest.mark.timeout(LONG_TIMEOUT)
@pytest.mark.parametrize("listing", [feed, comments, newest_jobs, searched_jobs, best_paid_jobs])
@pytest.mark.parametrize(("database_url", "effort"), EFFORTS, indirect=["database_url"])
def test_lasting_rows_are_listed_once_and_in_order(
    world: World, listing: Callable[[World], Listing], effort: hypothesis.settings
) -> None:
    listed = listing(world)
    run(lambda: Paging(world, listed), effort)
