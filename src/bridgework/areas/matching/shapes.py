"""What is told of a match: contract section 5."""

from typing import Generic, TypeVar

from bridgework.areas.matching.formula import Outcome
from bridgework.kit.shapes import OF_ANY_KIND, Record

Card = TypeVar("Card", bound=Record)


class MatchCriterion(Record):
    name: str
    weight: int
    points: int
    outcome: Outcome
    evidence: str


class MatchWith(Record, Generic[Card]):
    """A match with somebody or something; the points of its criteria add up to its score."""

    model_config = OF_ANY_KIND

    subject: Card
    match_score: int | None
    match_insights: str
    criteria: list[MatchCriterion]
    formula_version: str
