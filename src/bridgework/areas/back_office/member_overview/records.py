"""What the statements of the overview return."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.history.reviews.schemas import ChangeKindName
from bridgework.kit.core import Id


class WaitingChange(NamedTuple):
    """A change that waits for an administrator, with the title of the role as it is now."""

    kind: ChangeKindName
    id: Id
    since: datetime
    after: Mapping[str, object]
    title: str | None


class StatusCount(NamedTuple):
    """How many rows of a kind have a status."""

    kind: str
    status: str
    number: int
