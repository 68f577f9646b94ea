"""What a demo person says: the sentences of a biography, and the outcomes they claim."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from bridgework.demo import disciplines, figures, sheets
from bridgework.demo.careers import Career
from bridgework.demo.disciplines import Discipline, Outcome
from bridgework.demo.draws import Draws
from bridgework.demo.places import Place

# The order of a biography; the shapes differ so that no two neighbours read alike.
_SHAPES: tuple[tuple[str, ...], ...] = (
    ("opening", "work", "view", "advising", "seeking"),
    ("opening", "work", "work", "teaching", "seeking", "personal"),
    ("view", "opening", "work", "advising", "teaching", "seeking"),
    ("opening", "view", "work", "teaching", "advising", "personal"),
    ("opening", "work", "view", "work", "advising", "seeking"),
    ("opening", "personal", "work", "view", "teaching", "seeking"),
    ("view", "opening", "work", "work", "teaching", "advising"),
    ("opening", "work", "teaching", "view", "view", "personal"),
    ("opening", "advising", "work", "view", "seeking", "personal"),
    ("opening", "work", "work", "view", "personal"),
)


@dataclass(frozen=True, slots=True)
class _Voice:
    """The pools that a person of one field speaks from, shared sentences included."""

    opening: tuple[str, ...]
    view: tuple[str, ...]
    slots: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Shared:
    """The sentences that suit every field."""

    advising: tuple[str, ...]
    teaching: tuple[str, ...]
    personal: tuple[str, ...]
    seeking: dict[str, tuple[str, ...]]
    outcomes: tuple[Outcome, ...]


def biography(
    draws: Draws,
    discipline: Discipline,
    career: Career,
    place: Place,
    years: int,
    *,
    engagement: str,
    advises: bool,
) -> str:
    """Return four to seven sentences in the first person that agree with everything given."""
    voice, shared = _voice(discipline), _shared()
    views = draws.some(voice.view, 2)
    works = draws.some(discipline.work, 2)
    slots = {
        **voice.slots,
        "years": years,
        "city": place.city,
        "state": place.state,
        "school": career.school,
        "faculty_school": career.faculty_school,
    }
    sentences: list[str] = []
    for part in draws.pick(_SHAPES):
        if part == "opening":
            sentences.append(draws.pick(voice.opening).format_map(slots))
        elif part == "work":
            sentences.append(works.pop())
        elif part == "view":
            sentences.append(views.pop())
        elif part == "personal":
            sentences.append(draws.pick(shared.personal))
        elif part == "seeking":
            sentences.append(draws.pick(shared.seeking[engagement]))
        elif part == "advising" and advises:
            sentences.append(draws.pick(shared.advising))
        elif part == "teaching" and career.faculty_school:
            sentences.append(draws.pick(shared.teaching).format_map(slots))
    return " ".join(sentences)


def claims(draws: Draws, discipline: Discipline) -> list[dict[str, object]]:
    """Return two or three outcomes, the first two of the field itself, with believable figures."""
    chosen = draws.some(discipline.outcomes, 2)
    if draws.happens(60):
        chosen.append(draws.pick(_shared().outcomes))
    return [_claim(draws, outcome) for outcome in chosen]


def spoken(discipline: Discipline) -> dict[str, str]:
    """Return the words of the field that a sentence may hold: who, what field, with what."""
    article = "an" if discipline.practitioner[0] in "aeiou" else "a"
    return {
        "practitioner": discipline.practitioner,
        "a_practitioner": f"{article} {discipline.practitioner}",
        "field": discipline.field,
        "tools": discipline.tools,
    }


def _claim(draws: Draws, outcome: Outcome) -> dict[str, object]:
    metric, description = figures.filled(draws, outcome.metric, outcome.description)
    return {"title": outcome.title, "metric": metric, "description": description}


@functools.cache
def _voice(discipline: Discipline) -> _Voice:
    shared = sheets.sheet("biographies")
    return _Voice(
        opening=2 * discipline.openings + shared.lines("Openings"),
        view=discipline.views + shared.lines("Views"),
        slots=spoken(discipline),
    )


@functools.cache
def _shared() -> _Shared:
    sheet = sheets.sheet("biographies")
    return _Shared(
        advising=sheet.lines("Advising"),
        teaching=sheet.lines("Teaching"),
        personal=sheet.lines("Personal"),
        outcomes=disciplines.outcomes(sheet),
        seeking={
            engagement: sheet.lines(f"Seeking {engagement}")
            for engagement in ("full-time", "part-time", "consulting", "fractional", "advisory")
        },
    )
