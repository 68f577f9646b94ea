"""Wants and offers as they are stored, and the tokens under which the index finds them."""

import functools
import hashlib
from collections.abc import Iterator

from pydantic_core import from_json, to_json

from bridgework.areas.matching.formula import ANYBODY, Criterion, Offer, Wanted, Wants

THOUSAND = 1000
_TOKEN_BYTES = 6


@functools.lru_cache(maxsize=16_384)
def token(kind: str, trait: str) -> str:
    """What a trait stands under in the index: short, whatever the trait.

    Two traits of one token would do no harm: the index says who is looked at, and no more. The
    way from trait to token never changes without the index being made anew.
    """
    return hashlib.blake2b(f"{kind} {trait}".encode(), digest_size=_TOKEN_BYTES).hexdigest()


def tokens_of_offer(kind: str, offer: Offer) -> set[str]:
    """The tokens of a record: its traits, and what it is not silent on."""
    traits = {*offer.traits, *(told(name) for name in offer.told)}
    return {token(kind, trait) for trait in traits}


def told(criterion: str) -> str:
    """The trait of whoever is not silent on a criterion."""
    return f"told:{criterion}"


def tokens_of_wants(kind: str, wants: Wants) -> dict[str, int]:
    """What each trait that is wanted can add to the score, in thousandths of a point."""
    most: dict[str, int] = {}
    for trait, thousandths in _worth(wants):
        if trait != ANYBODY:
            one = token(kind, trait)
            most[one] = most.get(one, 0) + thousandths
    return most


def for_anybody(wants: Wants) -> int:
    """What anybody gets, in thousandths of a point."""
    return sum(thousandths for trait, thousandths in _worth(wants) if trait == ANYBODY)


def _worth(wants: Wants) -> Iterator[tuple[str, int]]:
    for criterion in wants.criteria:
        half = -(-criterion.weight * THOUSAND // (criterion.enough * 2))
        for one in criterion.wanted:
            yield from ((trait, half * halves) for trait, halves in one.met_by.items())


def from_offer(offer: Offer) -> bytes:
    """An offer as it is stored."""
    return to_json([sorted(offer.traits), sorted(offer.told)])


def to_offer(stored: bytes) -> Offer:
    """The offer that was stored."""
    traits, told_of = from_json(stored)
    return Offer(frozenset(traits), frozenset(told_of))


def from_wants(wants: Wants) -> bytes:
    """Wants as they are stored."""
    plain = [
        [
            one.name,
            one.weight,
            one.enough,
            one.is_must,
            [[each.label, dict(each.met_by)] for each in one.wanted],
        ]
        for one in wants.criteria
    ]
    return to_json(plain)


def to_wants(stored: bytes) -> Wants:
    """The wants that were stored."""
    return Wants(
        [
            Criterion(name, weight, [Wanted(*each) for each in listed], enough, is_must)
            for name, weight, enough, is_must, listed in from_json(stored)
        ]
    )
