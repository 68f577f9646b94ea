"""What the statements on notifications return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.history.notifications.fields import NotificationKindName
from bridgework.kit.core import Id


class NotificationRow(NamedTuple):
    """A notification, with the names of the account that caused it."""

    id: Id
    account_id: Id
    kind: NotificationKindName
    at: datetime
    read_at: datetime | None
    subject_id: Id
    title: str
    title_by: Id | None
    start_at: datetime | None
    actor_id: Id | None
    sequence: int | None
    actor_first_name: str | None
    actor_last_name: str | None
    actor_avatar_url: str | None


class Numbered(NamedTuple):
    """A notification that was numbered for the streams."""

    notification: NotificationRow
    number: int


class Unread(NamedTuple):
    """How many notifications of an account are unread."""

    account_id: Id
    unread: int
