"""Finding the best without reckoning with everybody.

The index tells for each subject the most that it can score; subjects are reckoned with in the
order of that bound, so that a page is whole once no bound beyond it is better. The order is the
score, then the number under which the subject stands in the index.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.areas.matching import compiled, formula
from bridgework.areas.matching.formula import ANYBODY, CAP, Criterion, Reckoning, Wanted, Wants
from bridgework.kit.ids import Id
from bridgework.kit.paging.keyset import Place, Slice, Turn

_AT_ONCE = 64
"""How many subjects are read and reckoned with at a time."""

Holders = Mapping[str, Sequence[int]]
Reckoned = Mapping[int, tuple[Id, Reckoning]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A subject that fits, and how well."""

    subject_id: Id
    reckoning: Reckoning


def best(
    bounds: Mapping[int, int], reckon: Callable[[Sequence[int]], Reckoned], turn: Turn
) -> Slice[Ranked]:
    """The page of subjects whose turn it is, the best first.

    `bounds` has for each number the most that it can score; `reckon` tells what they do score.
    """
    found: list[tuple[int, int, Ranked]] = []
    for number, score, ranked in _in_order(bounds, reckon, turn.after):
        if len(found) == turn.limit:
            last_score, last_number, _ = found[-1]
            return Slice([one for *_, one in found], Place(last_score, str(last_number)))
        found.append((score, number, ranked))
    return Slice([one for *_, one in found], None)


def _in_order(
    bounds: Mapping[int, int],
    reckon: Callable[[Sequence[int]], Reckoned],
    after: Place | None,
) -> Iterator[tuple[int, int, Ranked]]:
    """Numbers, scores and reckonings beyond `after`, the best first and none left out."""
    most = max(bounds.values(), default=0)
    waiting: list[list[int]] = [[] for _ in range(most + 1)]
    for number, bound in bounds.items():
        waiting[bound].append(number)
    known: dict[int, Ranked] = {}
    for score in range(most, 0, -1):
        in_turn = sorted(waiting[score])
        for start in range(0, len(in_turn), _AT_ONCE):
            some = in_turn[start : start + _AT_ONCE]
            for number, (subject_id, reckoning) in reckon(
                [number for number in some if number not in known]
            ).items():
                known[number] = Ranked(subject_id, reckoning)
            for number in some:
                ranked = known.get(number)
                reached = 0 if ranked is None else ranked.reckoning.score or 0
                if ranked is None or reached < score:
                    waiting[reached].append(number)
                elif after is None or _comes_after(score, number, after):
                    yield number, score, ranked


def _comes_after(score: int, number: int, place: Place) -> bool:
    return score < int(str(place.key)) or (score == place.key and number > int(place.id))


def bounds_of_people(wants: Wants, holders: Holders) -> Mapping[int, int]:
    """What each person scores who meets anything, as far as the index can tell: never less.

    `holders` has for each trait the numbers of the people who have it.
    """
    base = 0
    added: dict[int, int] = {}
    capped: set[int] = set()
    for criterion in wants.criteria:
        for_anybody = sum(one.met_by.get(ANYBODY, 0) for one in criterion.wanted)
        earned = formula.points(criterion, for_anybody)
        base += earned
        halves = _halves(criterion, holders)
        worth = [
            formula.points(criterion, for_anybody + some) - earned
            for some in range(max(halves.values(), default=0) + 1)
        ]
        for number, some in halves.items():
            added[number] = added.get(number, 0) + worth[some]
        if criterion.is_must and not for_anybody:
            capped.update(set(holders.get(compiled.told(criterion.name), ())) - halves.keys())
    return {
        number: min(CAP, base + more) if number in capped else base + more
        for number, more in added.items()
    }


def traits_wanted(wants: Wants) -> Iterator[str]:
    """The traits whose holders must be known for the bounds."""
    for criterion in wants.criteria:
        for one in criterion.wanted:
            yield from one.met_by
        if criterion.is_must:
            yield compiled.told(criterion.name)


def _halves(criterion: Criterion, holders: Holders) -> Mapping[int, int]:
    """How many halves of a criterion each person meets, by traits of their own."""
    total: dict[int, int] = {}
    for one in criterion.wanted:
        for number, halves in _met(one, holders).items():
            total[number] = total.get(number, 0) + halves
    return total


def _met(one: Wanted, holders: Holders) -> Mapping[int, int]:
    """How far each person meets one thing: by the best of their traits."""
    met: dict[int, int] = {}
    for trait, halves in sorted(one.met_by.items(), key=lambda item: item[1]):
        met.update(dict.fromkeys(holders.get(trait, ()), halves))
    return met
