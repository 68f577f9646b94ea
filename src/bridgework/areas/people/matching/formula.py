"""The formula: score how well what a record offers meets what a posting wants.

It uses integers only, no clock and no statistics over other records, so the same pair has the same
score at any time, in both directions and on every database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from typing_extensions import TypeAliasType

VERSION = "7"
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
    "profession": 25,
    "procedures": 20,
    "licences": 15,
    "place": 15,
    "experience": 10,
    "kind_of_work": 10,
    "mentoring": 5,
}
"""The weight of each criterion of a posting that states all of them. They add up to 100; of jobs,
with the profession or the specialty."""

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
BARRED_CAP = 0
"""The score of a record that a criterion bars. A score of 0 is never ranked."""

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
    bars: str = ""
    """The trait of records that are never ranked. Empty if there is none."""


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
class Reason:
    """The reason for one share of points: a trait, and the requirements that it meets."""

    trait: str
    labels: Sequence[str]
    is_whole: bool
    """Whether the trait meets them wholly, as opposed to partly."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one criterion. `found` has the labels that are met at least partly."""

    name: str
    weight: int
    points: int
    outcome: CriterionOutcome
    found: Sequence[str]
    missing: Sequence[str]
    rule: Rule = "share"
    reasons: Sequence[Reason] = ()

    @property
    def unmet(self) -> Sequence[str]:
        """What is missing; all that is found if only a part of each is."""
        return self.missing or self.found


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """A score, and the lines whose points add up to it. None if the posting states nothing."""

    score: int | None
    lines: Sequence[Line]
    lacking: Sequence[Line] = ()
    """The lines of the must-haves and gates that are not met."""
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
    bars: str = ""


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
                bars=criterion.bars,
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
        if criterion.bars in offer.traits or _fails(criterion, line)
    ]
    caps = [
        BARRED_CAP if criterion.bars in offer.traits else _CAPS[criterion.rule]
        for criterion, _ in failed
    ]
    lacking = [line for _, line in failed]
    cap = min(caps, default=MAX_SCORE)
    if total > cap:
        missing = [label for line in lacking for label in line.unmet]
        lines.append(Line("must_have", 0, cap - total, "not_met", (), missing))
    return ScoreBreakdown(min(total, cap), lines, lacking, cap)


def gain(wants: Wants, offer: Offer, halves: Mapping[str, int]) -> int:
    """Return the points that a record would gain at most by stating more on criteria.

    `halves` says how far the statement can meet the requirements of each criterion.
    """
    added = {
        trait
        for criterion in wants.criteria
        for requirement in criterion.requirements
        for trait, how_far in requirement.met_by.items()
        if how_far <= halves.get(criterion.name, 0)
    }
    barring = {one.bars for one in wants.criteria if halves.get(one.name) == WHOLLY}
    more = Offer((offer.traits | added) - barring, offer.stated | halves.keys())
    return (score(wants, more).score or 0) - (score(wants, offer).score or 0)


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


def _line(criterion: Criterion, offer: Offer) -> Line:
    found: list[str] = []
    missing: list[str] = []
    by_trait: dict[tuple[str, int], list[str]] = {}
    total = 0
    for requirement in criterion.requirements:
        trait, halves = _best_trait(requirement, offer.traits)
        total += halves
        (found if halves else missing).append(requirement.label)
        if halves:
            by_trait.setdefault((trait, halves), []).append(requirement.label)
    return Line(
        name=criterion.name,
        weight=criterion.weight,
        points=points(criterion, total),
        outcome=_outcome(criterion, total, offer),
        found=found,
        missing=missing,
        rule=criterion.rule,
        reasons=[
            Reason(trait, labels, is_whole=halves == WHOLLY)
            for (trait, halves), labels in by_trait.items()
        ],
    )


def _best_trait(requirement: Requirement, traits: frozenset[str]) -> tuple[str, int]:
    """Return the trait that meets a requirement best, and how far. Zero if none does."""
    best, most = "", 0
    for trait, halves in requirement.met_by.items():
        if halves > most and (trait in traits or trait == ANY_RECORD):
            best, most = trait, halves
    return best, most


def _outcome(criterion: Criterion, halves: int, offer: Offer) -> CriterionOutcome:
    if halves >= criterion.enough * WHOLLY:
        return "met"
    if halves:
        return "partly"
    return "not_met" if criterion.name in offer.stated else "not_stated"
