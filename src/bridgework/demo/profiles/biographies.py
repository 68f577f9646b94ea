"""Generates the biography and the outcomes of a demo expert."""

import functools
from collections.abc import Mapping

from bridgework.demo.data import Record, read
from bridgework.demo.draws import Draws, fill_figures
from bridgework.demo.profiles.careers import Career
from bridgework.demo.profiles.disciplines import Discipline

# The order of the parts of a biography. The orders vary, so that neighboring experts differ.
_PART_ORDERS = (
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
    """Return four to seven sentences in the first person, consistent with the other arguments."""
    shared = read("words/biographies")
    openings, all_views = _voice(discipline)
    views = draws.some(all_views, 2)
    works = draws.some(discipline.work, 2)
    slots = {**facts, **_slots(discipline, career)}
    sentences: list[str] = []
    for part in draws.pick(_PART_ORDERS):
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


def outcomes(draws: Draws, discipline: Discipline) -> list[Record]:
    """Return two or three outcomes with plausible figures; the first two belong to the field."""
    templates = draws.some(discipline.outcomes, 2)
    if draws.happens(60):
        templates.append(draws.pick(read("words/biographies")["outcomes"]))
    return [_outcome(draws, template) for template in templates]


def _outcome(draws: Draws, template: Record) -> Record:
    metric, description = fill_figures(draws, template["metric"], template["description"])
    return {"title": template["title"], "metric": metric, "description": description}


@functools.cache
def _voice(discipline: Discipline) -> tuple[list[str], list[str]]:
    """Return the openings and the views for a field."""
    shared = read("words/biographies")
    return (2 * discipline.openings + shared["openings"], discipline.views + shared["views"])
