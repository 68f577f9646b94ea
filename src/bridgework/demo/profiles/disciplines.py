"""The fields of dentistry of the demo experts, each read from a file in `words/`."""

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
_SCATTER = 41  # coprime to the sum of the shares, 67; near its golden section


@dataclass(frozen=True, slots=True, eq=False)
class Discipline:
    """A field of dentistry; `share` of every 67 experts work in it.

    There is one instance per field, so instances are compared by identity and are cheap keys.
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
    """Return every field, repeated according to its share."""
    disciplines = [Discipline(**read(f"words/{name}")) for name in _NAMES]
    return tuple(field for field in disciplines for _ in range(field.share))


def of_number(n: int) -> Discipline:
    """Return the field of person `n`; any 67 consecutive numbers follow the shares."""
    fields = by_share()
    return fields[n * _SCATTER % len(fields)]
