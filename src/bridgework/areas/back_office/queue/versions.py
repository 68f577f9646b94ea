"""The versions of what waits, as decisions compare them."""

from collections.abc import Callable, Mapping, Sequence

from bridgework.areas.back_office.queue import schemas
from bridgework.areas.back_office.queue.fields import QueueKind
from bridgework.areas.community.calendar.review import event_requests
from bridgework.areas.community.moderation import actions as moderation
from bridgework.areas.identity.accounts.lifecycle import review
from bridgework.areas.identity.email_preferences import actions as emails
from bridgework.areas.work.consultations import actions as consultations
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx

_VERSIONS: Mapping[QueueKind, Callable[[Tx, Sequence[Id]], Mapping[Id, int]]] = {
    "expert": review.versions,
    "candidate": review.versions,
    "vendor": review.versions,
    "consultation": consultations.list_versions,
    "event_request": event_requests.list_versions,
    "report": moderation.list_versions,
    "email": emails.list_versions,
}
"""The kinds whose version is computed from their content."""


def with_versions(tx: Tx, items: Sequence[schemas.QueueItem]) -> list[schemas.QueueItem]:
    """Return items, each with its version."""
    ids: dict[QueueKind, list[Id]] = {}
    for item in items:
        ids.setdefault(item.kind, []).append(Id(item.id))
    found = {kind: find_all(tx, ids[kind]) for kind, find_all in _VERSIONS.items() if kind in ids}
    return [
        item
        if item.kind not in found
        else item.model_copy(update={"version": found[item.kind].get(Id(item.id))})
        for item in items
    ]
