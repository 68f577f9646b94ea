"""Find the best matches without scoring all subjects.

The index gives an upper bound for each subject. Subjects are scored in the order of their bounds,
so a page is complete when no remaining bound is better. Bounds and results are ordered as
`formula.order` says, then by the subject's number in the index. Equal subjects begin at a number
that depends on what is matched with them, so that the oldest account is not first in every list.
"""

import heapq
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from bridgework.areas.people.matching import formula, index_encoding
from bridgework.areas.people.matching.formula import (
    ANY_RECORD,
    CAP,
    GATE_CAP,
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

_LEAST = formula.order(1, 0)
"""The order of the lowest score that is ranked."""
_BATCH = 32
"""Subjects that are read and scored together: a page, and some whose score is below their bound."""

Bounds = Mapping[int, Numbers]
"""The subjects with each upper bound of their order."""
Holders = Mapping[str, Numbers]
Scored = Mapping[int, tuple[Id, ScoreBreakdown]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A matching subject, and its score."""

    subject_id: Id
    breakdown: ScoreBreakdown


def best(
    bounds: Bounds,
    score: Callable[[Sequence[int]], Scored],
    page_request: PageRequest,
    matched_with: Id,
    among: Numbers | None = None,
) -> PageSlice[Ranked]:
    """Return a page of subjects, best first. `score` computes the scores of subjects.

    `matched_with` is the posting or the person that has the matches. With `among`, only these
    subjects are returned, in the order of the whole list.
    """
    after = _After.of(page_request.after)
    first = first_number(bounds, matched_with) if after is None else after.first
    if among is not None:
        bounds = {order: subjects & among for order, subjects in bounds.items()}
    page: list[Ranked] = []
    last: Position | None = None
    for number, order, ranked in _in_order(bounds, score, first, after):
        if len(page) == page_request.limit:
            return PageSlice(page, last)
        page.append(ranked)
        last = Position(order, f"{number}.{first}")
    return PageSlice(page, None)


def first_number(bounds: Bounds, matched_with: Id) -> int:
    """Return the number at which equal subjects begin, for these matches."""
    largest = max(map(bitmaps.largest, bounds.values()), default=0)
    return zlib.crc32(matched_with.encode()) * (largest + 1) >> 32


class _After(NamedTuple):
    """The position after which a page begins."""

    order: int
    number: int
    first: int
    """The number at which equal subjects begin, as on the first page."""

    @classmethod
    def of(cls, position: Position | None) -> Self | None:
        if position is None:
            return None
        number, _, first = position.id.partition(".")
        return cls(int(str(position.key)), int(number), int(first or 0))

    def is_before(self, order: int, number: int) -> bool:
        """Whether a subject comes after this position."""
        place, own = (number < self.first, number), (self.number < self.first, self.number)
        return order < self.order or (order == self.order and place > own)


def _in_order(
    bounds: Bounds,
    score: Callable[[Sequence[int]], Scored],
    first: int,
    after: _After | None,
) -> Iterator[tuple[int, int, Ranked]]:
    """Yield numbers, orders and subjects after a position, best first and without gaps."""
    scored: dict[int, Ranked] = {}
    postponed: dict[int, list[int]] = {bound: [] for bound in bounds}
    waiting = [-bound for bound in bounds]
    heapq.heapify(waiting)
    while waiting and (bound := -heapq.heappop(waiting)) >= _LEAST:
        candidates = bounds.get(bound, Numbers()) | bitmaps.from_ids(postponed[bound])
        for batch in bitmaps.batches(candidates, _BATCH, first):
            for number, (subject_id, breakdown) in score(
                [number for number in batch if number not in scored]
            ).items():
                scored[number] = Ranked(subject_id, breakdown)
            for number in batch:
                ranked = scored.get(number)
                order = 0 if ranked is None else ranked.breakdown.order
                if ranked is None or order < bound:
                    if order not in postponed:
                        heapq.heappush(waiting, -order)
                    postponed.setdefault(order, []).append(number)
                elif after is None or after.is_before(order, number):
                    yield number, order, ranked


def bounds(maxima: Mapping[int, int]) -> Bounds:
    """Group subjects by their maximum score."""
    by_order: dict[int, list[int]] = defaultdict(list)
    for number, maximum in maxima.items():
        by_order[formula.order(maximum)].append(number)
    return {order: bitmaps.from_ids(numbers) for order, numbers in by_order.items()}


def bounds_of_people(wants: Wants, holders: Holders) -> Bounds:
    """Compute an upper bound of the score of each person who meets any requirement.

    `holders` has the numbers of the people with each trait. The computation uses sets of people
    instead of single ones: points are binary numbers with a set of people for each digit.
    """
    base, points = 0, list[Numbers]()
    matching, lacking, passing = Numbers(), Numbers(), list[Numbers]()
    for criterion in wants.criteria:
        base_halves = sum(
            requirement.met_by.get(ANY_RECORD, 0) for requirement in criterion.requirements
        )
        base += formula.points(criterion, base_halves)
        halves = _halves(criterion, holders)
        meeting = Numbers().union(*halves)
        bitmaps.add(points, _points(criterion, base_halves, meeting, halves))
        matching |= meeting
        if criterion.rule == "must" and not base_halves:
            stated = holders.get(index_encoding.stated_trait(criterion.name), Numbers())
            lacking |= stated - meeting
        elif criterion.rule == "gate" and not base_halves:
            passing.append(meeting)
    barred = (holders.get(criterion.bars, Numbers()) for criterion in wants.criteria)
    matching -= Numbers().union(*barred)
    outside = Numbers().union(*(matching - meeting for meeting in passing))
    by_points = ((base + more, people) for more, people in bitmaps.descending(matching, points))
    return _by_order(by_points, outside, lacking - outside)


def _by_order(
    by_points: Iterable[tuple[int, Numbers]], outside: Numbers, lacking: Numbers
) -> Bounds:
    """Group people by their order. `outside` do not pass a gate, `lacking` lack a must-have."""
    by_order: dict[int, Numbers] = defaultdict(Numbers)
    for points, people in by_points:
        for group, cap in ((outside, GATE_CAP), (lacking, CAP)):
            by_order[formula.order(min(points, cap), points)] |= people & group
        by_order[formula.order(points)] |= people - outside - lacking
    return by_order


def indexed_traits(wants: Wants) -> Iterator[str]:
    """Yield the traits whose holders the bounds depend on."""
    for criterion in wants.criteria:
        for requirement in criterion.requirements:
            yield from requirement.met_by
        if criterion.rule == "must":
            yield index_encoding.stated_trait(criterion.name)
        if criterion.bars:
            yield criterion.bars


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
