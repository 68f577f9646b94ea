"""Finding the best without reckoning with everybody.

The index tells for each subject the most that it can score; subjects are reckoned with in the
order of that bound, so that a page is whole once no bound beyond it is better. The order is the
score, then the number under which the subject stands in the index.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.areas.matching import formula, index_encoding
from bridgework.areas.matching.formula import (
    ANYBODY,
    CAP,
    WHOLE,
    WHOLLY,
    Criterion,
    Reckoning,
    Wanted,
    Wants,
)
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import PageRequest, PageSlice, Position
from bridgework.kit.search import bitmaps
from bridgework.kit.search.bitmaps import Numbers

_AT_ONCE = 32
"""How many subjects are read and reckoned with at a time: a page, and some who score less."""

Bounds = Sequence[Numbers]
"""For each score up to the whole the subjects that can reach it, and no more."""
Holders = Mapping[str, Numbers]
Reckoned = Mapping[int, tuple[Id, Reckoning]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A subject that fits, and how well."""

    subject_id: Id
    reckoning: Reckoning


def best(
    bounds: Bounds, reckon: Callable[[Sequence[int]], Reckoned], page_request: PageRequest
) -> PageSlice[Ranked]:
    """The page of subjects of the request, the best first; `reckon` tells what they do score."""
    found: list[tuple[int, int, Ranked]] = []
    for number, score, ranked in _in_order(bounds, reckon, page_request.after):
        if len(found) == page_request.limit:
            last_score, last_number, _ = found[-1]
            return PageSlice([one for *_, one in found], Position(last_score, str(last_number)))
        found.append((score, number, ranked))
    return PageSlice([one for *_, one in found], None)


def _in_order(
    bounds: Bounds,
    reckon: Callable[[Sequence[int]], Reckoned],
    after: Position | None,
) -> Iterator[tuple[int, int, Ranked]]:
    """Numbers, scores and reckonings beyond `after`, the best first and none left out."""
    known: dict[int, Ranked] = {}
    fallen: list[list[int]] = [[] for _ in bounds]
    for score in range(len(bounds) - 1, 0, -1):
        in_turn = bounds[score] | bitmaps.from_ids(fallen[score])
        for some in bitmaps.batches(in_turn, _AT_ONCE):
            for number, (subject_id, reckoning) in reckon(
                [number for number in some if number not in known]
            ).items():
                known[number] = Ranked(subject_id, reckoning)
            for number in some:
                ranked = known.get(number)
                reached = 0 if ranked is None else ranked.reckoning.score or 0
                if ranked is None or reached < score:
                    fallen[reached].append(number)
                elif after is None or _comes_after(score, number, after):
                    yield number, score, ranked


def _comes_after(score: int, number: int, place: Position) -> bool:
    return score < int(str(place.key)) or (score == place.key and number > int(place.id))


def bounds(most: Mapping[int, int]) -> Bounds:
    """The bounds of subjects of whom each one's is known."""
    by_score: list[list[int]] = [[] for _ in range(WHOLE + 1)]
    for number, bound in most.items():
        by_score[bound].append(number)
    return [bitmaps.from_ids(some) for some in by_score]


def bounds_of_people(wants: Wants, holders: Holders) -> Bounds:
    """What each person scores who meets anything, as far as the index can tell: never less.

    `holders` has for each trait the numbers of the people who have it. Nobody is looked at by
    themselves: points are whole sets of people, a set for each binary digit.
    """
    base, points = 0, list[Numbers]()
    anybody, capped = Numbers(), Numbers()
    for criterion in wants.criteria:
        for_anybody = sum(one.met_by.get(ANYBODY, 0) for one in criterion.wanted)
        base += formula.points(criterion, for_anybody)
        halves = _halves(criterion, holders)
        meeting = Numbers().union(*halves)
        bitmaps.add(points, _points(criterion, for_anybody, meeting, halves))
        anybody |= meeting
        if criterion.is_must and not for_anybody:
            capped |= holders.get(index_encoding.told(criterion.name), Numbers()) - meeting
    found = [Numbers() for _ in range(WHOLE + 1)]
    for more, some in bitmaps.descending(anybody, points):
        found[min(CAP, base + more)] |= some & capped
        found[base + more] |= some - capped
    return found


def traits_wanted(wants: Wants) -> Iterator[str]:
    """The traits whose holders must be known for the bounds."""
    for criterion in wants.criteria:
        for one in criterion.wanted:
            yield from one.met_by
        if criterion.is_must:
            yield index_encoding.told(criterion.name)


def _points(
    criterion: Criterion, for_anybody: int, meeting: Numbers, halves: Sequence[Numbers]
) -> Sequence[Numbers]:
    """The digits of what each person earns by a criterion beyond what anybody does."""
    earned = formula.points(criterion, for_anybody)
    digits = [Numbers() for _ in range(WHOLE.bit_length())]
    for more, some in bitmaps.descending(meeting, halves):
        worth = formula.points(criterion, for_anybody + more) - earned
        for place, digit in enumerate(digits):
            if worth >> place & 1:
                digit.update(some)
    return digits


def _halves(criterion: Criterion, holders: Holders) -> Sequence[Numbers]:
    """The digits of how many halves of a criterion each person meets, by traits of their own."""
    total: list[Numbers] = []
    for one in criterion.wanted:
        bitmaps.add(total, _met(one, holders))
    return total


def _met(one: Wanted, holders: Holders) -> list[Numbers]:
    """The digits of how far each person meets one thing, by the best of their traits."""
    partly, wholly = Numbers(), Numbers()
    for trait, halves in one.met_by.items():
        met = wholly if halves == WHOLLY else partly
        met.update(holders.get(trait, Numbers()))
    return [partly - wholly, wholly]
