"""The formula: from what a posting wants and a record offers to points that add up to a score.

Whole numbers throughout, no clock and no statistics over others, so that the same pair gives the
same score at any time, in both directions and on every database (contract section 5).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

VERSION = "1"
"""Of weights, rules and words together; raised when the same pair would score otherwise."""

ROLE_WEIGHTS: Mapping[str, int] = {
    "specialty": 30,
    "skills": 20,
    "need": 15,
    "place": 15,
    "time": 10,
    "engagement": 10,
}
JOB_WEIGHTS: Mapping[str, int] = {
    "specialty": 25,
    "procedures": 20,
    "licences": 15,
    "place": 15,
    "experience": 10,
    "kind_of_work": 10,
    "mentoring": 5,
}
"""What each criterion counts for, of a hundred, where a posting states them all."""

WHOLE = 100
CAP = 40
"""The most that a pair scores where the record says that a must-have is not met."""

WHOLLY, PARTLY = 2, 1
"""How far a trait meets what is wanted, in halves."""

ANYBODY = "anybody"
"""The trait that every record has: what is wanted may be met by whoever it is."""

Outcome = Literal["met", "partly", "not_met", "not_stated"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that is wanted: what it is called, and which traits meet it how far."""

    label: str
    met_by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a posting states under one head. `enough` of the wanted things earn all its points."""

    name: str
    weight: int
    wanted: Sequence[Wanted]
    enough: int
    is_must: bool = False


@dataclass(frozen=True, slots=True)
class Wants:
    """What a posting wants; no criteria if it states nothing."""

    criteria: Sequence[Criterion]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a record offers: its traits, and the criteria on which it is not silent."""

    traits: frozenset[str]
    told: frozenset[str]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the reckoning. `found` are the labels that were met, at least in part."""

    name: str
    weight: int
    points: int
    outcome: Outcome
    found: Sequence[str]
    missing: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A score and the lines whose points add up to it; None where a posting states nothing."""

    score: int | None
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Stated:
    """What a posting states under one head, before weights are given out."""

    wanted: Sequence[Wanted]
    enough: int | None = None
    """All of them unless said."""
    is_must: bool = False


def wants(weights: Mapping[str, int], stated: Mapping[str, Stated]) -> Wants:
    """Give the stated criteria their weights: in the table's proportions, together a hundred."""
    heads = {name: one for name in weights if (one := stated.get(name)) and one.wanted}
    shares = _shares({name: weights[name] for name in heads})
    return Wants(
        [
            Criterion(name, shares[name], one.wanted, one.enough or len(one.wanted), one.is_must)
            for name, one in heads.items()
        ]
    )


def _shares(weights: Mapping[str, int]) -> Mapping[str, int]:
    """Whole numbers in these proportions that add up to a hundred (largest remainder)."""
    total = sum(weights.values())
    shares = {name: weight * WHOLE // total for name, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda name: -(weights[name] * WHOLE % total))
    for name in by_remainder[: WHOLE - sum(shares.values())]:
        shares[name] += 1
    return shares


def reckon(wants: Wants, offer: Offer) -> Reckoning:
    """How well the two fit, line by line."""
    lines = [_line(criterion, offer) for criterion in wants.criteria]
    if not lines:
        return Reckoning(None, [])
    score = sum(line.points for line in lines)
    failed = [
        line
        for criterion, line in zip(wants.criteria, lines, strict=True)
        if criterion.is_must and line.outcome == "not_met"
    ]
    if failed and score > CAP:
        missing = [label for line in failed for label in line.missing]
        lines.append(Line("must_have", 0, CAP - score, "not_met", (), missing))
        score = CAP
    return Reckoning(score, lines)


def points(criterion: Criterion, halves: int) -> int:
    """What so many halves of wanted things earn, rounded down."""
    whole = criterion.enough * WHOLLY
    return criterion.weight * min(halves, whole) // whole


def _halves(wanted: Sequence[Wanted], traits: frozenset[str]) -> Iterator[int]:
    """How far each wanted thing is met: by the best of the traits that meet it."""
    for one in wanted:
        best = 0
        for trait, halves in one.met_by.items():
            if halves > best and (trait in traits or trait == ANYBODY):
                best = halves
        yield best


def _line(criterion: Criterion, offer: Offer) -> Line:
    met = list(_halves(criterion.wanted, offer.traits))
    labelled = list(zip(criterion.wanted, met, strict=True))
    return Line(
        name=criterion.name,
        weight=criterion.weight,
        points=points(criterion, sum(met)),
        outcome=_outcome(criterion, sum(met), offer),
        found=[one.label for one, halves in labelled if halves],
        missing=[one.label for one, halves in labelled if not halves],
    )


def _outcome(criterion: Criterion, halves: int, offer: Offer) -> Outcome:
    if halves >= criterion.enough * WHOLLY:
        return "met"
    if halves:
        return "partly"
    return "not_met" if criterion.name in offer.told else "not_stated"
