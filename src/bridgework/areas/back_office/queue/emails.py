"""The e-mails about decisions of the queue that belong to no other area."""

from bridgework.areas.history.reviews.schemas import ChangeKindName
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email


def change_decided(
    to: str,
    owner_id: Id,
    kind: ChangeKindName,
    decision: str,
    title: str,
    members: str,
    reason: str,
) -> Email:
    """Tell the owner of a record whether a change was confirmed or reversed."""
    facts = {
        "kind": kind,
        "decision": decision,
        "title": title,
        "members": members,
        "reason": reason,
    }
    return Email("queue/change_decided", to, owner_id, facts)
