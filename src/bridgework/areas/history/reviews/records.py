"""What the statements on changes that wait return."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.history.reviews.schemas import ChangeKindName
from bridgework.kit.core import Id


class ChangeInReview(NamedTuple):
    """A change that waits for an administrator (table `changes_in_review`)."""

    id: Id
    kind: ChangeKindName
    account_id: Id
    since: datetime
    before: Mapping[str, object]
    """The changed members as an administrator last accepted them, by Python names."""
    after: Mapping[str, object]
    version: int
    is_hidden: bool


class Owner(NamedTuple):
    """The account that owns a record, as far as reviews depend on it."""

    is_verified: bool
    """Whether it is verified on any platform."""
    is_hidden: bool
    """Whether it is disabled or about to be erased."""
