"""How much time, from when, and in what kind of work, as far as free text tells.

Nothing here asks what day it is: a date counts as a beginning that is known, and no more.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from bridgework.areas.matching.formula import PARTLY, WHOLLY, Wanted
from bridgework.kit.text import normalize, tokenize

_FULL_HOURS, _PART_HOURS = 32, 12
"""Hours a week from which on work is full-time, and part-time; below that it is a few hours."""
_FULL_DAYS, _PART_DAYS = 4, 2

_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b")
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
_VOLUMES_THAT_MEET: Mapping[str, Mapping[str, int]] = {
    "full": {"full": WHOLLY, "flexible": WHOLLY, "part": PARTLY},
    "part": {"part": WHOLLY, "flexible": WHOLLY, "few": PARTLY, "full": PARTLY},
    "few": {"few": WHOLLY, "flexible": WHOLLY, "part": WHOLLY, "full": PARTLY},
}
_STARTS_THAT_MEET: Mapping[str, Mapping[str, int]] = {
    "now": {"now": WHOLLY, "flexible": WHOLLY, "soon": PARTLY},
    "soon": {"now": WHOLLY, "soon": WHOLLY, "flexible": WHOLLY, "dated": PARTLY},
}
_CALLED = {
    "full": "full-time hours",
    "part": "part-time hours",
    "few": "a few hours",
    "now": "an immediate start",
    "soon": "a start within months",
}

KINDS_OF_WORK: Mapping[str, Sequence[str]] = {
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
_NEAR_KINDS: Mapping[str, Sequence[str]] = {
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
    *(forms[0] for forms in _VOLUMES.values()),
    _STARTS["now"][0],
)
"""A phrase for each amount of time that matching distinguishes, and one for an immediate start."""


def wanted(hours: str, timeline: str) -> list[Wanted]:
    """What a posting wants of somebody's time: how much, and from when."""
    asked = (
        ("volume", _volume(hours), _VOLUMES_THAT_MEET),
        ("start", _start(timeline), _STARTS_THAT_MEET),
    )
    return [
        Wanted(_CALLED[name], {f"{head}:{one}": far for one, far in meeting[name].items()})
        for head, name, meeting in asked
        if name is not None and name in meeting
    ]


def traits(availability: str, date: str) -> Iterator[str]:
    """What a record offers of time."""
    volume, start = _volume(availability), _start(availability) or _start(date)
    if volume:
        yield f"volume:{volume}"
    if start:
        yield f"start:{start}"
    if _DATE.search(availability) or _DATE.search(date):
        yield "start:dated"


def kinds(text: str) -> frozenset[str]:
    """The kinds of work that a text names."""
    said = f" {' '.join(tokenize(text))} "
    return frozenset(
        kind
        for kind, spelled in KINDS_OF_WORK.items()
        if any(f" {one} " in said for one in spelled)
    )


def wanted_kinds(named: frozenset[str]) -> list[Wanted]:
    """What a posting wants that offers these kinds of work: any one of them; a near one in part."""
    met_by = {f"work:{near}": PARTLY for kind in sorted(named) for near in _NEAR_KINDS[kind]}
    met_by |= {f"work:{kind}": WHOLLY for kind in sorted(named)}
    return [Wanted(" or ".join(sorted(named)), met_by)] if named else []


def kind_traits(*texts: str) -> Iterator[str]:
    """The kinds of work that a record offers."""
    for text in texts:
        yield from (f"work:{kind}" for kind in kinds(text))


def _volume(text: str) -> str | None:
    said = normalize(text)
    named = _named(said, _VOLUMES)
    if named:
        return named
    numbers = [int(one) for one in _NUMBER.findall(_DATE.sub("", said))]
    if not numbers or ("hour" not in said and "day" not in said and not said[0].isdigit()):
        return None
    most = max(numbers)
    full, part = (_FULL_DAYS, _PART_DAYS) if "day" in said else (_FULL_HOURS, _PART_HOURS)
    return "full" if most >= full else "part" if most >= part else "few"


def _start(text: str) -> str | None:
    return _named(normalize(text), _STARTS)


def _named(said: str, spelled: Mapping[str, Sequence[str]]) -> str | None:
    among = f" {' '.join(tokenize(said))} "
    return next(
        (name for name, forms in spelled.items() if any(f" {one} " in among for one in forms)),
        None,
    )
