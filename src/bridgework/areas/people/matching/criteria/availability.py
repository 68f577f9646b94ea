"""Extract working hours, start and kind of work from free text.

Independent of the current date: any date counts as a known start, and nothing more.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from bridgework.areas.people.matching.formula import PARTLY, WHOLLY, Requirement
from bridgework.kit.text import normalize, tokenize

_Time = Literal["availability", "availability_date"]

_FULL_HOURS, _PART_HOURS = 32, 12
"""Hours per week from which work is full-time, and part-time. Fewer are "a few hours"."""
_FULL_DAYS, _PART_DAYS = 4, 2

_DATE = re.compile(r"\b20\d{2}(?:-\d{2}){0,2}\b")
"""A date, month or year."""
_PACE = re.compile(r"(?<!in )\b(?:a|an|per|each|every) (?:week|month|quarter)\b")
"""How often, which says nothing about the start."""
_NUMBER = re.compile(r"\d+")

_VOLUMES: Mapping[str, Sequence[str]] = {
    "full": ("full time", "fulltime"),
    "part": ("part time", "parttime", "half time"),
    "few": ("few hours", "weekends", "evenings", "per diem", "locum", "as needed", "occasional"),
    "flexible": ("flexible", "negotiable", "any", "open"),
}
_STARTS: Mapping[str, Sequence[str]] = {
    "now": (
        "immediately",
        "immediate",
        "asap",
        "as soon as possible",
        "now",
        "right away",
        "urgent",
        "urgently",
        "straight away",
        "today",
    ),
    "soon": ("week", "weeks", "month", "months", "days", "soon", "quarter", "notice"),
    "flexible": ("flexible", "no rush", "open", "whenever"),
}
_ACCEPTED_VOLUMES: Mapping[str, Mapping[str, int]] = {
    "full": {"full": WHOLLY, "flexible": WHOLLY, "part": PARTLY},
    "part": {"part": WHOLLY, "flexible": WHOLLY, "few": PARTLY, "full": PARTLY},
    "few": {"few": WHOLLY, "flexible": WHOLLY, "part": WHOLLY, "full": PARTLY},
}
_ACCEPTED_STARTS: Mapping[str, Mapping[str, int]] = {
    "now": {"now": WHOLLY, "flexible": WHOLLY, "soon": PARTLY},
    "soon": {"now": WHOLLY, "soon": WHOLLY, "flexible": WHOLLY, "dated": PARTLY},
}
_LABELS = {
    "full": "full-time hours",
    "part": "part-time hours",
    "few": "a few hours",
    "now": "an immediate start",
    "soon": "a start within months",
}

_KINDS_OF_WORK: Mapping[str, Sequence[str]] = {
    "full-time": ("full time", "fulltime", "permanent", "employee", "w2"),
    "part-time": ("part time", "parttime"),
    "per-diem": ("per diem", "locum", "temp", "temporary", "as needed"),
    "fractional": ("fractional",),
    "contract": ("contract", "contractor", "1099", "freelance", "project", "project based"),
    "consulting": ("consulting", "consultant", "consultancy"),
    "advisory": ("advisory", "advisor", "adviser", "board"),
    "interim": ("interim",),
    "remote": ("remote", "remotely", "virtual"),
    "on-site": ("on site", "onsite", "in person", "in office"),
    "hybrid": ("hybrid",),
}
_VOLUME_KINDS = frozenset({"full-time", "part-time", "per-diem"})
_SIMILAR: Mapping[str, Sequence[str]] = {
    "full-time": ("part-time",),
    "part-time": ("full-time", "fractional", "per-diem"),
    "per-diem": ("part-time", "contract"),
    "fractional": ("part-time", "consulting", "contract", "interim"),
    "contract": ("consulting", "fractional", "interim", "per-diem"),
    "consulting": ("advisory", "contract", "fractional"),
    "advisory": ("consulting", "fractional"),
    "interim": ("contract", "fractional"),
    "remote": ("hybrid",),
    "on-site": ("hybrid",),
    "hybrid": ("on-site", "remote"),
}


COMMON_AVAILABILITIES: Sequence[str] = (
    "immediately",
    "within 1 month",
    "within 3 months",
    "part-time",
    "evenings and weekends",
)
COMMON_KINDS_OF_WORK: Sequence[str] = (
    "full-time",
    "part-time",
    "per-diem",
    "interim",
    "contract",
    "fractional",
    "consulting",
    "advisory",
)
"""The values that forms offer for `availability` and `engagementType`. Profiles take any text."""


def requirements(hours: str, timeline: str, kinds: frozenset[str]) -> list[Requirement]:
    """Return the volume of work and the start that a posting requires.

    The volume does not count again if a kind of work that the posting requires states it.
    """
    volume = _volume(hours) if _VOLUME_KINDS.isdisjoint(kinds) else None
    stated = (
        ("volume", volume, _ACCEPTED_VOLUMES),
        ("start", _start(timeline), _ACCEPTED_STARTS),
    )
    return [
        Requirement(
            _LABELS[name],
            {f"{prefix}:{value}": halves for value, halves in accepted[name].items()},
        )
        for prefix, name, accepted in stated
        if name is not None and name in accepted
    ]


def traits(availability: str, date: str) -> Iterator[tuple[str, _Time]]:
    """Yield the traits of a record's availability, each with the member that states it."""
    volume = _volume(availability)
    start = None if _DATE.search(availability) else _start(availability)
    if volume:
        yield f"volume:{volume}", "availability"
    if start:
        yield f"start:{start}", "availability"
    elif start := _start(date):
        yield f"start:{start}", "availability_date"
    if _DATE.search(date):
        yield "start:dated", "availability_date"
    elif _DATE.search(availability):
        yield "start:dated", "availability"


def kinds_of_work(text: str) -> frozenset[str]:
    """Return the kinds of work that a text names."""
    words = f" {' '.join(tokenize(text))} "
    return frozenset(
        kind
        for kind, phrases in _KINDS_OF_WORK.items()
        if any(f" {phrase} " in words for phrase in phrases)
    )


def kind_requirements(kinds: frozenset[str]) -> list[Requirement]:
    """Require any one of these kinds of work. A similar kind meets the requirement partly."""
    met_by = {f"work:{similar}": PARTLY for kind in sorted(kinds) for similar in _SIMILAR[kind]}
    met_by |= {f"work:{kind}": WHOLLY for kind in sorted(kinds)}
    return [Requirement(" or ".join(sorted(kinds)), met_by)] if kinds else []


def kind_traits(text: str) -> Iterator[str]:
    """Yield the traits of the kinds of work that a text of a record offers."""
    return (f"work:{kind}" for kind in kinds_of_work(text))


def _volume(text: str) -> str | None:
    normalized = normalize(text)
    named = _first_match(normalized, _VOLUMES)
    if named:
        return named
    has_unit = "hour" in normalized or "day" in normalized
    numbers = [int(digits) for digits in _NUMBER.findall(_DATE.sub("", normalized))]
    if not numbers or (not has_unit and not normalized[0].isdigit()):
        return None
    highest = max(numbers)
    full, part = (_FULL_DAYS, _PART_DAYS) if "day" in normalized else (_FULL_HOURS, _PART_HOURS)
    return "full" if highest >= full else "part" if highest >= part else "few"


def _start(text: str) -> str | None:
    return _first_match(_PACE.sub("", normalize(text)), _STARTS)


def _first_match(text: str, phrases: Mapping[str, Sequence[str]]) -> str | None:
    words = f" {' '.join(tokenize(text))} "
    return next(
        (name for name, forms in phrases.items() if any(f" {form} " in words for form in forms)),
        None,
    )
