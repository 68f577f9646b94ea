"""The formula: score how well what a record offers meets what a posting wants.

It uses integers only, no clock and no statistics over other records, so the same pair has the same
score at any time, in both directions and on every database.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from typing_extensions import TypeAliasType

VERSION = "3"
"""The version of weights, rules and vocabulary; increased when a pair may get another score."""

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
"""The weight of each criterion of a posting that states all of them. They add up to 100."""

MAX_SCORE = 100
CAP = 40
"""The maximum score if the record says that a must-have is not met."""
GATE_CAP = 10
"""The maximum score of a record that does not pass a gate. It is less than half of the weight of
the specialty, so every record with the named specialty, even as a second one, is above it."""

WHOLLY, PARTLY = 2, 1
"""How far a trait meets a requirement, in halves."""

ANY_RECORD = "any record"
"""A trait that every record has, for a requirement that every record meets."""

CriterionOutcome = TypeAliasType(
    "CriterionOutcome", Literal["met", "partly", "not_met", "not_stated"]
)
Rule = Literal["share", "must", "gate"]
"""What a criterion does besides adding its share of points. A `must` limits the score if the record
says that it is not met; a `gate` limits it unless it is met at least partly."""

_CAPS: Mapping[Rule, int] = {"share": MAX_SCORE, "must": CAP, "gate": GATE_CAP}
_COMPLETE = 255
"""The last part of the order of a record that lacks nothing. More than any number of points."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement: its label, and how far each trait meets it."""

    label: str
    met_by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A weighted criterion of a posting. Meeting `enough` requirements earns all its points."""

    name: str
    weight: int
    requirements: Sequence[Requirement]
    enough: int
    rule: Rule = "share"


@dataclass(frozen=True, slots=True)
class Wants:
    """What a posting wants. It has no criteria if the posting states none."""

    criteria: Sequence[Criterion]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a record offers: its traits, and the criteria on which it states anything."""

    traits: frozenset[str]
    stated: frozenset[str]


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one criterion. `found` has the labels that are met at least partly."""

    name: str
    weight: int
    points: int
    outcome: CriterionOutcome
    found: Sequence[str]
    missing: Sequence[str]


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """A score, and the lines whose points add up to it. None if the posting states nothing."""

    score: int | None
    lines: Sequence[Line]
    lacking: Sequence[str] = ()
    """The must-haves and gates that are not met."""
    cap: int = MAX_SCORE
    """The maximum score of a record that lacks them."""

    @property
    def order(self) -> int:
        """The position in a ranking: the highest is the best."""
        points = sum(line.points for line in self.lines if line.weight)
        return order(self.score or 0, points if self.lacking else None)


@dataclass(frozen=True, slots=True)
class Stated:
    """A criterion of a posting before it has a weight."""

    requirements: Sequence[Requirement]
    enough: int | None = None
    """None means all of them."""
    rule: Rule = "share"


def wants(weights: Mapping[str, int], stated: Mapping[str, Stated]) -> Wants:
    """Scale the weights of the stated criteria to a sum of 100."""
    criteria = {
        name: criterion
        for name in weights
        if (criterion := stated.get(name)) and criterion.requirements
    }
    shares = _shares({name: weights[name] for name in criteria})
    return Wants(
        [
            Criterion(
                name=name,
                weight=shares[name],
                requirements=criterion.requirements,
                enough=criterion.enough or len(criterion.requirements),
                rule=criterion.rule,
            )
            for name, criterion in criteria.items()
        ]
    )


def _shares(weights: Mapping[str, int]) -> Mapping[str, int]:
    """Return integers in these proportions with a sum of 100 (largest remainder method)."""
    total = sum(weights.values())
    shares = {name: weight * MAX_SCORE // total for name, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda name: -(weights[name] * MAX_SCORE % total))
    for name in by_remainder[: MAX_SCORE - sum(shares.values())]:
        shares[name] += 1
    return shares


def score(wants: Wants, offer: Offer) -> ScoreBreakdown:
    """Score a pair, line by line."""
    lines = [_line(criterion, offer) for criterion in wants.criteria]
    if not lines:
        return ScoreBreakdown(None, [])
    total = sum(line.points for line in lines)
    failed = [
        (criterion, line)
        for criterion, line in zip(wants.criteria, lines, strict=True)
        if _fails(criterion, line)
    ]
    lacking = [label for _, line in failed for label in line.missing]
    cap = min((_CAPS[criterion.rule] for criterion, _ in failed), default=MAX_SCORE)
    if total > cap:
        lines.append(Line("must_have", 0, cap - total, "not_met", (), lacking))
    return ScoreBreakdown(min(total, cap), lines, lacking, cap)


def _fails(criterion: Criterion, line: Line) -> bool:
    if criterion.rule == "must":
        return line.outcome == "not_met"
    return criterion.rule == "gate" and line.outcome in {"not_met", "not_stated"}


def order(score: int, points: int | None = None) -> int:
    """Return the position in a ranking, as a number: the highest is the best.

    `points` are those before the cap, of a record that lacks a must-have. Among equal scores,
    records that lack nothing are first, then those with more points.
    """
    return score * (_COMPLETE + 1) + (_COMPLETE if points is None else points)


def points(criterion: Criterion, halves: int) -> int:
    """Return the points for this many met halves of requirements, rounded down."""
    enough = criterion.enough * WHOLLY
    return criterion.weight * min(halves, enough) // enough


def _halves(requirements: Sequence[Requirement], traits: frozenset[str]) -> Iterator[int]:
    """Yield how far each requirement is met, by the best of the traits."""
    for requirement in requirements:
        best = 0
        for trait, halves in requirement.met_by.items():
            if halves > best and (trait in traits or trait == ANY_RECORD):
                best = halves
        yield best


def _line(criterion: Criterion, offer: Offer) -> Line:
    met = list(_halves(criterion.requirements, offer.traits))
    pairs = list(zip(criterion.requirements, met, strict=True))
    return Line(
        name=criterion.name,
        weight=criterion.weight,
        points=points(criterion, sum(met)),
        outcome=_outcome(criterion, sum(met), offer),
        found=[requirement.label for requirement, halves in pairs if halves],
        missing=[requirement.label for requirement, halves in pairs if not halves],
    )


def _outcome(criterion: Criterion, halves: int, offer: Offer) -> CriterionOutcome:
    if halves >= criterion.enough * WHOLLY:
        return "met"
    if halves:
        return "partly"
    return "not_met" if criterion.name in offer.stated else "not_stated"
