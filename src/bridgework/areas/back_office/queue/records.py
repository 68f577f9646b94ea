"""What the statements on the queue return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.queue.fields import QueueKind
from bridgework.areas.history.changes.schemas import SubjectKind
from bridgework.kit.core import Id


class Claim(NamedTuple):
    """A valid claim on an item, with the ID and name of the administrator."""

    kind: QueueKind
    item_id: Id
    expires_at: datetime
    id: Id
    name: str


class Assignment(NamedTuple):
    """The assignment of an item, with the ID and name of the administrator."""

    kind: QueueKind
    item_id: Id
    id: Id
    name: str


class WaitingItem(NamedTuple):
    """An item of the queue, of any kind. The subject of an e-mail may have no ID."""

    id: Id
    since: datetime
    title: str
    subtitle: str | None
    subject_kind: SubjectKind
    subject_id: Id | None
    version: int | None
    reporters: int | None
    changes_asked_at: datetime | None
    changes_answered_at: datetime | None


class WaitingCount(NamedTuple):
    """How many items of a kind wait, and since when the oldest."""

    kind: QueueKind
    waiting: int
    oldest: datetime | None
    waiting_for_member: int
