"""Notifications as responses."""

from bridgework.areas.history.notifications import kinds, schemas
from bridgework.areas.history.notifications.records import NotificationRow
from bridgework.kit.text import full_name


def to_schema(row: NotificationRow) -> schemas.Notification:
    """Build the response from a row with the names of the actor."""
    name = full_name(row.actor_first_name, row.actor_last_name)
    picture = None if row.kind in kinds.WITHOUT_PICTURE else row.actor_avatar_url
    actor = schemas.NotificationActor(name=name, avatar_url=picture) if name else None
    kind = kinds.KINDS[row.kind]
    return schemas.Notification(
        id=row.id,
        kind=row.kind,
        at=row.at,
        read_at=row.read_at,
        subject=schemas.NotificationSubject(
            kind=kinds.subject_of(row.kind),
            id=row.subject_id,
            title=row.title,
            start_at=row.start_at,
        ),
        actor=actor,
        text=kind.text.format(
            actor=name or kinds.UNNAMED_ACTOR, title=row.title or kinds.ERASED_TITLE
        ),
        path=kinds.path_of(row.kind, row.subject_id),
    )
