"""The fields of dentistry that the demo people work in, each read from a file in `words/`."""

import functools
from dataclasses import dataclass

from bridgework.demo.data import Record, read

_NAMES = (
    "general-dentistry",
    "orthodontics",
    "endodontics",
    "pediatric-dentistry",
    "periodontics",
    "prosthodontics",
    "oral-surgery",
    "dental-hygiene",
    "oral-medicine",
    "orofacial-pain",
    "radiology",
    "anesthesiology",
    "public-health",
    "pathology",
)
_SCATTER = 41  # prime to the sum of the shares, 67, and near its golden section: neighbors differ


@dataclass(frozen=True, slots=True, eq=False)
class Discipline:
    """A field of dentistry in words; `share` is how many of every 67 experts work in it.

    There is one object for each field, so it is compared by identity and cheap as a key.
    """

    name: str
    share: int
    practitioner: str
    field: str
    tools: str
    board: Record
    first_degrees: list[Record]
    residencies: list[Record]
    titles: list[str]
    practices: list[str]
    early_roles: list[str]
    later_roles: list[str]
    leading_roles: list[str]
    duties: list[str]
    openings: list[str]
    work: list[str]
    views: list[str]
    outcomes: list[Record]
    skills: list[Record]
    systems: list[str]
    tags: list[str]
    secondary: list[str]
    courses: list[str]


@functools.cache
def by_share() -> tuple[Discipline, ...]:
    """Return every field, as often as its share says."""
    found = [Discipline(**read(f"words/{name}")) for name in _NAMES]
    return tuple(field for field in found for _ in range(field.share))


def of_number(n: int) -> Discipline:
    """Return the field of person `n`: any 67 in a row hold every field by its share."""
    fields = by_share()
    return fields[n * _SCATTER % len(fields)]
