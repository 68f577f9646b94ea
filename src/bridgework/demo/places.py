"""Where the demo people live: real cities of the United States, with the states around them."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from bridgework.demo import sheets


@dataclass(frozen=True, slots=True)
class Place:
    """A city, its state in full, its area code and the states that people there also look at."""

    city: str
    state: str
    area_code: str
    nearby_states: tuple[str, ...]

    @property
    def location(self) -> str:
        return f"{self.city}, {self.state}"


@functools.cache
def places() -> tuple[Place, ...]:
    return tuple(
        Place(city, state, area_code, tuple(nearby.split(", ")))
        for city, state, area_code, nearby in sheets.sheet("places").rows("Cities")
    )


@functools.cache
def initials() -> dict[str, str]:
    """Return the two letters of each state, by its name."""
    rows = sheets.sheet("places").rows("Initials of the states")
    return {row[0]: row[1] for row in rows}
