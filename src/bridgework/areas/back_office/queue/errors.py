"""The errors of the queue."""

from collections.abc import Mapping
from datetime import UTC, datetime

from bridgework.areas.back_office.queue.schemas import QueueClaim
from bridgework.kit.core import Conflict, Id, NotFound

_EXAMPLE = QueueClaim(
    id=Id("01941f38-c228-73e2-bb1f-5a1c5a6b7d3e"),
    name="Root Admin",
    until=datetime(2026, 11, 25, 2, 10, tzinfo=UTC),
)


class QueueItemNotFound(NotFound):
    """There is no such item in the queue. It may have been decided."""


class AssigneeNotAdministrator(Conflict):
    """Only an administrator whose account is active can be assigned."""


class QueueItemClaimed(Conflict):
    """Another administrator has claimed this item; the response says who, and until when."""

    component = "QueueItemClaimedError"

    def __init__(self, claim: QueueClaim = _EXAMPLE) -> None:
        """`claim` is the valid claim."""
        super().__init__()
        self._claim = claim

    def body(self) -> Mapping[str, object]:
        return {**super().body(), "claimedBy": self._claim.model_dump(mode="json", by_alias=True)}
