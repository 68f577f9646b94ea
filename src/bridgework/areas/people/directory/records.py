"""What the statements on the directory return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.people.profiles.records import NO_FIELDS, Fields, ProfileAccount
from bridgework.kit.core import Id


class PersonState(NamedTuple):
    """What an entry is rendered from, besides the account."""

    updated_at: datetime
    """The last change of the account or of the profile."""
    fields: Fields | None
    change_in_review_since: datetime | None
    """None unless a change of the person's identity waits."""


class Person(NamedTuple):
    """An account with its profile."""

    account: ProfileAccount
    state: PersonState

    @property
    def profile(self) -> Fields:
        """The fields of the profile, empty without one."""
        return self.state.fields or NO_FIELDS


class Indexed(NamedTuple):
    """The number of an expert, with the tokens and the record as JSON."""

    number: int
    found_by: str
    record: bytes


class SortKeys(NamedTuple):
    """The sort keys of the lists, and the edition of the terminology. Each has an index."""

    listed_at: datetime
    name_key: str
    years: float
    active_on: str
    edition: str


class ListedExpert(NamedTuple):
    """An expert as the directory stores it."""

    indexed: Indexed
    keys: SortKeys


class Card(NamedTuple):
    """The card of an expert as JSON."""

    id: Id
    card: bytes


class NumberedCard(NamedTuple):
    """The card of an expert as JSON, by its number."""

    number: int
    card: bytes


class FullRecord(NamedTuple):
    """The record of an expert as JSON."""

    record: bytes


class StatedProfile(NamedTuple):
    """What the profile of an account states."""

    account_id: Id
    fields: Fields


class FoundDocument(NamedTuple):
    """The search document of an expert."""

    id: Id
    number: int
    listed_at: datetime
    found_by: str
