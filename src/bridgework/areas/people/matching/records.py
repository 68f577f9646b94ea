"""What the statements on the index of matching return."""

from typing import NamedTuple

from bridgework.kit.core import Id


class IndexedPerson(NamedTuple):
    """A person, with the encoded offer and the version of the formula that computed it."""

    number: int
    offer: bytes
    formula: str


class IndexedPosting(NamedTuple):
    """A posting, with what it wants, encoded."""

    number: int
    wants: bytes


class NumberedOffer(NamedTuple):
    """The encoded offer of an account."""

    number: int
    account_id: Id
    offer: bytes


class NumberedWants(NamedTuple):
    """What a posting wants, encoded."""

    number: int
    posting_id: Id
    wants: bytes


class Bound(NamedTuple):
    """The maximum score of a posting, in thousandths of a point."""

    number: int
    most: int
