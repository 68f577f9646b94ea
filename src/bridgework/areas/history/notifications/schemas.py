"""The requests and responses of notifications."""

from bridgework.areas.history.notifications.fields import (
    NotificationKind,
    NotificationSubjectKind,
)
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.validation import (
    QueryFlag,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    Uuid,
    UuidText,
)


class NotificationSubject(ResponseModel):
    """What a notification is about."""

    kind: NotificationSubjectKind
    """The kind of the record."""
    id: Uuid
    """The ID of the record."""
    title: str
    """The title of the record, or of the posting of an application, when it happened."""
    start_at: UtcDatetime | None
    """When an event or a consultation takes place, as it was when this happened. Null if the
    subject has no time."""


class NotificationActor(ResponseModel):
    """Who did it."""

    name: str
    avatar_url: str | None
    """Null without a picture, and for an introduction or invitation to apply: the members have not
    agreed to it yet."""


class Notification(ResponseModel):
    """Something that happened to a record of the caller."""

    id: Uuid
    kind: NotificationKind
    """The kind of the subject, and what happened to it."""
    at: UtcDatetime
    """When it happened."""
    read_at: UtcDatetime | None
    """When it was marked as read; null while it is unread."""
    subject: NotificationSubject
    actor: NotificationActor | None
    """The member who did it. Null if it was the platform or its staff, if the member has stated no
    name, or if the account is disabled or its erasure was requested."""
    text: str
    """What happened, as a sentence."""
    path: str
    """The page of the member site that shows the subject."""


class NotificationCounts(ResponseModel):
    """How many notifications the caller has."""

    unread: int
    """How many are unread; 1,000 stands for 1,000 or more."""


class ListNotificationsQuery(CursorQuery):
    """Parameters of the list of notifications."""

    unread: QueryFlag = False
    """Only unread notifications."""


class NotificationPage(CursorPage[Notification]):
    """A page of notifications, newest first."""

    counts: NotificationCounts
    """The counts of all notifications, not only of this page."""


class UpdateNotificationRequest(RequestBody):
    """Whether a notification is read."""

    read: bool
    """True marks it as read, false as unread."""


class ReadAllNotificationsRequest(RequestBody):
    """Up to which notification all are read."""

    up_to: UuidText
    """The ID of the newest notification that was shown."""
