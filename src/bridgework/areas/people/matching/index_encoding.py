"""The stored form of wants and offers, and their tokens in the index."""

import functools
import hashlib
from collections.abc import Iterator

from pydantic_core import from_json, to_json

from bridgework.areas.people.matching.formula import (
    ANY_RECORD,
    GATE_CAP,
    MAX_SCORE,
    Criterion,
    Offer,
    Requirement,
    Wants,
)

THOUSAND = 1000
_GATE = (MAX_SCORE - GATE_CAP) * THOUSAND
_TOKEN_BYTES = 6


@functools.lru_cache(maxsize=16_384)
def token(kind: str, trait: str) -> str:
    """Return the token of a trait in the index, a short hash.

    A collision of two traits is harmless, since the index only limits how many subjects are scored.
    If this function changes, the index must be rebuilt.
    """
    return hashlib.blake2b(f"{kind} {trait}".encode(), digest_size=_TOKEN_BYTES).hexdigest()


def tokens_of_offer(kind: str, offer: Offer) -> set[str]:
    """Return the tokens of a record: of its traits, and of the criteria that it states."""
    traits = {*offer.traits, *(stated_trait(name) for name in offer.stated)}
    return {token(kind, trait) for trait in traits}


def stated_trait(criterion: str) -> str:
    """Return the trait of records that state anything on a criterion."""
    return f"stated:{criterion}"


def tokens_of_wants(kind: str, wants: Wants) -> dict[str, int]:
    """Return how much each token can add to the score, in thousandths of a point."""
    maximum: dict[str, int] = {}
    for trait, thousandths in _values(wants):
        if trait != ANY_RECORD:
            key = token(kind, trait)
            maximum[key] = maximum.get(key, 0) + thousandths
    return maximum


def base_value(wants: Wants) -> int:
    """Return the score that every record reaches, in thousandths of a point.

    It is lower by `_GATE` for each gate, so the sum of a record without a trait of the gate is not
    above the cap. `to_maximum` makes up for it where the sum is below the cap.
    """
    gates = sum(criterion.rule == "gate" for criterion in wants.criteria)
    values = (thousandths for trait, thousandths in _values(wants) if trait == ANY_RECORD)
    return sum(values) - gates * _GATE


def to_maximum(sum_of_values: int) -> int:
    """Return the maximum score of a posting with this sum of its base and the record's tokens."""
    return min(MAX_SCORE, max(GATE_CAP, sum_of_values // THOUSAND))


def _values(wants: Wants) -> Iterator[tuple[str, int]]:
    for criterion in wants.criteria:
        half = -(-criterion.weight * THOUSAND // (criterion.enough * 2))
        passed = _GATE if criterion.rule == "gate" else 0
        for requirement in criterion.requirements:
            for trait, halves in requirement.met_by.items():
                yield trait, half * halves + passed


def from_offer(offer: Offer) -> bytes:
    return to_json([sorted(offer.traits), sorted(offer.stated)])


def to_offer(stored: bytes) -> Offer:
    traits, criteria = from_json(stored)
    return Offer(frozenset(traits), frozenset(criteria))


def from_wants(wants: Wants) -> bytes:
    criteria = [
        [
            criterion.name,
            criterion.weight,
            criterion.enough,
            criterion.rule,
            [
                [requirement.label, dict(requirement.met_by)]
                for requirement in criterion.requirements
            ],
            criterion.bars,
        ]
        for criterion in wants.criteria
    ]
    return to_json(criteria)


def to_wants(stored: bytes) -> Wants:
    return Wants(
        [
            Criterion(name, weight, [Requirement(*values) for values in rows], enough, rule, *bars)
            for name, weight, enough, rule, rows, *bars in from_json(stored)
        ]
    )
