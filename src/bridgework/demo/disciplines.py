"""The fields of dentistry that the demo people work in, each read from a word sheet of its own."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from bridgework.demo import sheets

# How many of every 67 experts work in a field, by the name of its sheet.
SHARES = {
    "general-dentistry": 18,
    "orthodontics": 7,
    "endodontics": 6,
    "pediatric-dentistry": 6,
    "periodontics": 5,
    "prosthodontics": 5,
    "oral-surgery": 5,
    "dental-hygiene": 4,
    "oral-medicine": 2,
    "orofacial-pain": 2,
    "radiology": 2,
    "anesthesiology": 2,
    "public-health": 2,
    "pathology": 1,
}
_SCATTER = 41  # prime to the 67, and near its golden section: neighbours differ


@dataclass(frozen=True, slots=True)
class Degree:
    """A degree or certificate: how many years it takes, and the letters it puts after a name."""

    years: int
    degree: str
    subject: str
    letters: str


@dataclass(frozen=True, slots=True)
class Board:
    """The certification that crowns a field, and who in it holds one."""

    name: str
    issuer: str
    letters: str
    after_years: int
    percent: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result that someone of the field may claim; metric and description may hold `{slots}`."""

    title: str
    metric: str
    description: str


@dataclass(frozen=True, slots=True, eq=False)
class Discipline:
    """A field of dentistry in words: what its people are called, learn, do, think and achieve.

    There is one object for each field, so it is compared by identity and cheap as a key.
    """

    name: str
    practitioner: str
    field: str
    tools: str
    job_specialty: str | None
    board: Board
    first_degrees: tuple[Degree, ...]
    residencies: tuple[Degree | None, ...]
    titles: tuple[str, ...]
    practices: tuple[str, ...]
    early_roles: tuple[str, ...]
    later_roles: tuple[str, ...]
    leading_roles: tuple[str, ...]
    duties: tuple[str, ...]
    openings: tuple[str, ...]
    work: tuple[str, ...]
    views: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    skills: tuple[tuple[str, tuple[str, ...]], ...]
    systems: tuple[str, ...]
    tags: tuple[str, ...]
    secondary: tuple[str, ...]
    courses: tuple[str, ...]


@functools.cache
def discipline(name: str) -> Discipline:
    """Return the field whose sheet is `words/<name>.md`."""
    sheet = sheets.sheet(name)
    return Discipline(
        name=sheet.title,
        practitioner=sheet.fact("practitioner"),
        field=sheet.fact("field"),
        tools=sheet.fact("tools"),
        job_specialty=sheet.facts.get("job specialty"),
        board=_board(sheet),
        first_degrees=_first_degrees(sheet),
        residencies=tuple(_residency(cells) for cells in sheet.rows("Residencies")),
        titles=sheet.lines("Titles"),
        practices=sheet.lines("Practices"),
        early_roles=sheet.lines("Early roles"),
        later_roles=sheet.lines("Later roles"),
        leading_roles=sheet.lines("Leading roles"),
        duties=sheet.lines("Duties"),
        openings=sheet.lines("Openings"),
        work=sheet.lines("Work"),
        views=sheet.lines("Views"),
        outcomes=outcomes(sheet),
        skills=sheet.beginning("Skills"),
        systems=sheet.lines("Systems"),
        tags=sheet.lines("Tags"),
        secondary=sheet.lines("Secondary"),
        courses=sheet.lines("Courses"),
    )


def of_number(n: int) -> Discipline:
    """Return the field of person `n`: any 67 in a row hold every field by its share."""
    found = by_share()
    return found[n * _SCATTER % len(found)]


@functools.cache
def by_share() -> tuple[Discipline, ...]:
    """Return every field, as often as its share says."""
    return tuple(discipline(name) for name, share in SHARES.items() for _ in range(share))


def outcomes(sheet: sheets.Sheet) -> tuple[Outcome, ...]:
    return tuple(Outcome(*cells) for cells in sheet.rows("Outcomes"))


def _board(sheet: sheets.Sheet) -> Board:
    name, issuer = sheet.fact("board").split(" | ")
    return Board(
        name=name,
        issuer=issuer,
        letters=sheet.facts.get("board letters", ""),
        after_years=int(sheet.fact("board after years")),
        percent=int(sheet.fact("board percent")),
    )


def _first_degrees(sheet: sheets.Sheet) -> tuple[Degree, ...]:
    """Degrees that a sheet spells out; empty for dentists, whose school decides on DDS or DMD."""
    if "First degrees" not in sheet.sections:
        return ()
    return tuple(
        Degree(int(years), degree, subject, letters)
        for years, degree, subject, letters in sheet.rows("First degrees")
    )


def _residency(cells: tuple[str, ...]) -> Degree | None:
    if cells == ("none",):
        return None
    years, degree, subject = cells
    first_word = degree.split()[0]
    return Degree(int(years), degree, subject, "" if first_word == "Certificate" else first_word)
