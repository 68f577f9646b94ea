"""What a demo person says: the sentences of a biography, and the outcomes they claim."""

import functools
from collections.abc import Mapping

from bridgework.demo.careers import Career
from bridgework.demo.data import Record, read
from bridgework.demo.disciplines import Discipline
from bridgework.demo.draws import Draws, fill_figures

# The order of a biography; the shapes differ so that no two neighbors read alike.
_SHAPES = (
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


def biography(
    draws: Draws,
    discipline: Discipline,
    facts: Mapping[str, object],
    career: Career,
    *,
    engagement: str,
    advises: bool,
) -> str:
    """Return four to seven sentences in the first person that agree with everything given."""
    shared = read("words/biographies")
    openings, all_views = _voice(discipline)
    views = draws.some(all_views, 2)
    works = draws.some(discipline.work, 2)
    slots = {**facts, **_slots(discipline, career)}
    sentences: list[str] = []
    for part in draws.pick(_SHAPES):
        if part == "opening":
            sentences.append(draws.pick(openings).format_map(slots))
        elif part == "work":
            sentences.append(works.pop())
        elif part == "view":
            sentences.append(views.pop())
        elif part == "personal":
            sentences.append(draws.pick(shared["personal"]))
        elif part == "seeking":
            sentences.append(draws.pick(shared["seeking"][engagement]))
        elif part == "advising" and advises:
            sentences.append(draws.pick(shared["advising"]))
        elif part == "teaching" and career.is_teacher:
            sentences.append(draws.pick(shared["teaching"]).format_map(slots))
    return " ".join(sentences)


def _slots(discipline: Discipline, career: Career) -> Record:
    article = "an" if discipline.practitioner[0] in "aeiou" else "a"
    return {
        "practitioner": discipline.practitioner,
        "a_practitioner": f"{article} {discipline.practitioner}",
        "field": discipline.field,
        "tools": discipline.tools,
        "school": career.school,
        "faculty_school": career.school,
    }


def claims(draws: Draws, discipline: Discipline) -> list[Record]:
    """Return two or three outcomes, the first two of the field itself, with believable figures."""
    chosen = draws.some(discipline.outcomes, 2)
    if draws.happens(60):
        chosen.append(draws.pick(read("words/biographies")["outcomes"]))
    return [_claim(draws, outcome) for outcome in chosen]


def _claim(draws: Draws, outcome: Record) -> Record:
    metric, description = fill_figures(draws, outcome["metric"], outcome["description"])
    return {"title": outcome["title"], "metric": metric, "description": description}


@functools.cache
def _voice(discipline: Discipline) -> tuple[list[str], list[str]]:
    """Return the openings and the views that a person of a field chooses from."""
    shared = read("words/biographies")
    return (2 * discipline.openings + shared["openings"], discipline.views + shared["views"])
