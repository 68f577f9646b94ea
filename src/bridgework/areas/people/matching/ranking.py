"""Find the best matches without scoring all subjects.

The index gives an upper bound of the score for each subject. Subjects are scored in the order of
their bounds, so a page is complete when no remaining bound is better. Results are ordered by score,
then by the subject's number in the index.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.areas.people.matching import formula, index_encoding
from bridgework.areas.people.matching.formula import (
    ANY_RECORD,
    CAP,
    MAX_SCORE,
    WHOLLY,
    Criterion,
    Requirement,
    ScoreBreakdown,
    Wants,
)
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import PageRequest, PageSlice, Position
from bridgework.kit.data.search import Numbers, bitmaps

_BATCH = 32
"""Subjects that are read and scored together: a page, and some whose score is below their bound."""

Bounds = Sequence[Numbers]
"""For each score up to the maximum, the subjects with this upper bound."""
Holders = Mapping[str, Numbers]
Scored = Mapping[int, tuple[Id, ScoreBreakdown]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A matching subject, and its score."""

    subject_id: Id
    breakdown: ScoreBreakdown


def best(
    bounds: Bounds, score: Callable[[Sequence[int]], Scored], page_request: PageRequest
) -> PageSlice[Ranked]:
    """Return a page of subjects, best first. `score` computes the scores of subjects."""
    page: list[Ranked] = []
    last: Position | None = None
    for number, points, ranked in _in_order(bounds, score, page_request.after):
        if len(page) == page_request.limit:
            return PageSlice(page, last)
        page.append(ranked)
        last = Position(points, str(number))
    return PageSlice(page, None)


def _in_order(
    bounds: Bounds,
    score: Callable[[Sequence[int]], Scored],
    after: Position | None,
) -> Iterator[tuple[int, int, Ranked]]:
    """Yield numbers, scores and subjects after a position, in order and without gaps."""
    scored: dict[int, Ranked] = {}
    postponed: list[list[int]] = [[] for _ in bounds]
    for bound in range(len(bounds) - 1, 0, -1):
        candidates = bounds[bound] | bitmaps.from_ids(postponed[bound])
        for batch in bitmaps.batches(candidates, _BATCH):
            for number, (subject_id, breakdown) in score(
                [number for number in batch if number not in scored]
            ).items():
                scored[number] = Ranked(subject_id, breakdown)
            for number in batch:
                ranked = scored.get(number)
                points = 0 if ranked is None else ranked.breakdown.score or 0
                if ranked is None or points < bound:
                    postponed[points].append(number)
                elif after is None or _comes_after(points, number, after):
                    yield number, points, ranked


def _comes_after(points: int, number: int, position: Position) -> bool:
    return points < int(str(position.key)) or (points == position.key and number > int(position.id))


def bounds(maxima: Mapping[int, int]) -> Bounds:
    """Group subjects by their maximum score."""
    by_score: list[list[int]] = [[] for _ in range(MAX_SCORE + 1)]
    for number, maximum in maxima.items():
        by_score[maximum].append(number)
    return [bitmaps.from_ids(numbers) for numbers in by_score]


def bounds_of_people(wants: Wants, holders: Holders) -> Bounds:
    """Compute an upper bound of the score of each person who meets any requirement.

    `holders` has the numbers of the people with each trait. The computation uses sets of people
    instead of single ones: points are binary numbers with a set of people for each digit.
    """
    base, points = 0, list[Numbers]()
    matching, capped = Numbers(), Numbers()
    for criterion in wants.criteria:
        base_halves = sum(
            requirement.met_by.get(ANY_RECORD, 0) for requirement in criterion.requirements
        )
        base += formula.points(criterion, base_halves)
        halves = _halves(criterion, holders)
        meeting = Numbers().union(*halves)
        bitmaps.add(points, _points(criterion, base_halves, meeting, halves))
        matching |= meeting
        if criterion.is_must and not base_halves:
            stated = holders.get(index_encoding.stated_trait(criterion.name), Numbers())
            capped |= stated - meeting
    by_score = [Numbers() for _ in range(MAX_SCORE + 1)]
    for more, people in bitmaps.descending(matching, points):
        by_score[min(CAP, base + more)] |= people & capped
        by_score[base + more] |= people - capped
    return by_score


def indexed_traits(wants: Wants) -> Iterator[str]:
    """Yield the traits whose holders the bounds depend on."""
    for criterion in wants.criteria:
        for requirement in criterion.requirements:
            yield from requirement.met_by
        if criterion.is_must:
            yield index_encoding.stated_trait(criterion.name)


def _points(
    criterion: Criterion, base_halves: int, meeting: Numbers, halves: Sequence[Numbers]
) -> Sequence[Numbers]:
    """Return the digits of the points that each person earns beyond those of every record."""
    base = formula.points(criterion, base_halves)
    digits = [Numbers() for _ in range(MAX_SCORE.bit_length())]
    for more, people in bitmaps.descending(meeting, halves):
        points = formula.points(criterion, base_halves + more) - base
        for place, digit in enumerate(digits):
            if points >> place & 1:
                digit.update(people)
    return digits


def _halves(criterion: Criterion, holders: Holders) -> Sequence[Numbers]:
    """Return the digits of the halves of a criterion that each person meets by their traits."""
    total: list[Numbers] = []
    for requirement in criterion.requirements:
        bitmaps.add(total, _met(requirement, holders))
    return total


def _met(requirement: Requirement, holders: Holders) -> list[Numbers]:
    """Return the digits of how far each person meets a requirement, by the best of their traits."""
    partly, wholly = Numbers(), Numbers()
    for trait, halves in requirement.met_by.items():
        met = wholly if halves == WHOLLY else partly
        met.update(holders.get(trait, Numbers()))
    return [partly - wholly, wholly]
