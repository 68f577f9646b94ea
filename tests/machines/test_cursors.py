"""Lists by cursor, as rows come and go between pages.

A row that was there the whole time is seen exactly once, no row twice, and the order holds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests import cast
from tests.areas.feed import circle
from tests.areas.jobs import board
from tests.machines.effort import AT_LENGTH, EFFORTS, run
from tests.world import Person, World


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, who reads it, and how its rows come and go."""

    path: str
    reader: Person
    add: Callable[[int], str]
    """Given a number to be different by; the id."""
    drop: Callable[[str], None]
    place: Callable[[Any], Any]
    """Where a row stands: each one's is below that of the one before."""


class Walking(RuleBasedStateMachine):
    """Somebody who walks along a list, again and again, while others write to it."""

    def __init__(self, world: World, listing: Listing) -> None:
        super().__init__()
        self.world, self.listing = world, listing
        self.there: list[str] = []
        for number in range(5):
            self.add(number)
        self.set_out()

    def set_out(self) -> None:
        self.cursor: str | None = ""
        self.seen: list[Any] = []
        self.stays = set(self.there)

    @rule(number=st.integers(0, 3))
    def add(self, number: int) -> None:
        self.there.append(self.listing.add(number))

    @precondition(lambda self: self.there)
    @rule(which=st.integers(0, 50))
    def drop(self, which: int) -> None:
        gone = self.there.pop(which % len(self.there))
        self.listing.drop(gone)
        self.stays.discard(gone)

    @rule(seconds=st.sampled_from([0.001, 0.1, 1]))
    def wait(self, seconds: float) -> None:
        """Else what comes next has the time of what came last. All waits fit into one session."""
        self.world.clock.advance(seconds=seconds)

    @rule(limit=st.integers(1, 4))
    def turn_the_page(self, limit: int) -> None:
        if self.cursor is None:
            self.set_out()
        joint = "&" if "?" in self.listing.path else "?"
        path = f"{self.listing.path}{joint}limit={limit}&cursor={self.cursor}"
        page = self.world.get(path, as_=self.listing.reader).must(200).data
        assert page["hasMore"] == (page["nextCursor"] is not None)
        assert len(page["items"]) == limit or not page["hasMore"]
        self.seen += page["items"]
        self.cursor = page["nextCursor"]
        self.look_back()

    def look_back(self) -> None:
        """What holds of the walk so far; at its end, whether anybody was passed over."""
        places = [self.listing.place(row) for row in self.seen]
        assert places == sorted(places, reverse=True)
        met = [row["id"] for row in self.seen]
        assert len(met) == len(set(met))
        if self.cursor is None:
            assert self.stays <= set(met)

    def teardown(self) -> None:
        while self.cursor is not None:
            self.turn_the_page(4)
        for row in self.there:
            self.listing.drop(row)


def newest(row: Any) -> tuple[str, str]:
    return row["createdAt"], row["id"]


def feed(world: World) -> Listing:
    """Posts of one member, as another reads them."""
    ada, ben = cast.ada(world), cast.ben(world)

    def drop(post: str) -> None:
        world.delete(f"/feed/posts/{post}", as_=ada).must(200)

    return Listing("/feed/posts", ben, lambda _: circle.post(world, ada), drop, newest)


def comments(world: World) -> Listing:
    """Comments on one post: the oldest first."""
    ada, ben = cast.ada(world), cast.ben(world)
    post = circle.post(world, ada)

    def place(row: Any) -> list[int]:
        return [-ord(letter) for letter in row["createdAt"] + row["id"]]

    def drop(comment: str) -> None:
        world.delete(f"/feed/comments/{comment}", as_=ben).must(200)

    path = f"/feed/posts/{post}/comments"
    return Listing(path, ada, lambda _: circle.comment(world, ben, post), drop, place)


def jobs(world: World, query: str, place: Callable[[Any], Any]) -> Listing:
    """Approved jobs of one clinic, as a candidate reads them."""
    people = board.cast_of(world)

    def add(number: int) -> str:
        paid = 160_000 + 20_000 * number
        return board.approved(world, people, annualCompMax=paid)

    def drop(job: str) -> None:
        world.post(f"/jobs/{job}/close", as_=people.carla).must(200)

    return Listing(f"/jobs{query}", people.cyrus, add, drop, place)


def newest_jobs(world: World) -> Listing:
    return jobs(world, "", newest)


def searched_jobs(world: World) -> Listing:
    return jobs(world, "?search=endodontist&specialty=endodontics", newest)


def best_paid_jobs(world: World) -> Listing:
    return jobs(world, "?sortBy=compensation", lambda row: (row["annualCompMax"], row["id"]))


@pytest.mark.timeout(AT_LENGTH)
@pytest.mark.parametrize("listing", [feed, comments, newest_jobs, searched_jobs, best_paid_jobs])
@pytest.mark.parametrize(("database_url", "effort"), EFFORTS, indirect=["database_url"])
def test_lasting_rows_are_listed_once_and_in_order(
    world: World, listing: Callable[[World], Listing], effort: hypothesis.settings
) -> None:
    listed = listing(world)
    run(lambda: Walking(world, listed), effort)
