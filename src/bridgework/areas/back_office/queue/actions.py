"""Read what waits for administrators, claim items, and assign them."""

from datetime import timedelta
from typing import Literal

from bridgework.areas.back_office.queue import errors, queries, schemas, versions, waiting_queries
from bridgework.areas.back_office.queue.fields import QueueKind
from bridgework.areas.back_office.queue.records import Claim
from bridgework.areas.history.changes import actions as change_feed
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import PageSlice

CLAIM_TIME = timedelta(minutes=10)
_LIST = "queue"

delete_expired_claims = queries.delete_expired
delete_ended_assignments = waiting_queries.delete_ended_assignments


def list_waiting(context: Context, query: schemas.AdminQueueQuery) -> schemas.QueuePage:
    """Return a page of what waits, and the numbers of all kinds."""
    request = cursors.page_request(context, query, _LIST)
    kinds = [kind for kind in waiting_queries.KINDS if not query.kind or kind in query.kind]
    with context.read_transaction() as tx:
        assigned_to = Id(query.assigned_to) if query.assigned_to else None
        asked = waiting_queries.Asked(kinds, query.waits_for, assigned_to)
        found = waiting_queries.list_waiting(tx, asked, request, context.now)
        ids = [item.id for item in found.items]
        claims = {
            (each.kind, each.item_id): _to_claim(each)
            for each in queries.list_for(tx, ids, context.now)
        }
        assignees = {
            (each.kind, each.item_id): schemas.QueueAssignee(id=each.id, name=each.name)
            for each in queries.list_assignments(tx, ids)
        }
        counts = waiting_queries.count_waiting(tx, context.now)
        with_versions = versions.with_versions(tx, found.items)
    items = [
        item.model_copy(
            update={
                "claimed_by": claims.get((item.kind, item.id)),
                "assigned_to": assignees.get((item.kind, item.id)),
            }
        )
        for item in with_versions
    ]
    page_slice = PageSlice(items, found.last)
    return cursors.to_page(context, query, schemas.QueuePage, page_slice, _LIST, counts=counts)


def claim(context: Context, kind: QueueKind, item_id: Id) -> schemas.QueueClaim:
    """Claim an item for the caller, or renew the claim. Raises QueueItemClaimed."""
    tx, account_id, now = context.tx, context.caller.account(), context.now
    until = now + CLAIM_TIME
    must_wait(context, kind, item_id)
    if not queries.mark_renewed(tx, kind, item_id, account_id, now, until):
        while not queries.take(tx, kind, item_id, account_id, now, until):
            must_not_be_claimed(context, kind, item_id)
        _announce(tx, "queue.claimed", kind, item_id, account_id)
    claimed = queries.find(tx, kind, item_id, now)
    if claimed is None:
        raise LookupError("the claim that was just made is gone")
    return _to_claim(claimed)


def release(context: Context, kind: QueueKind, item_id: Id) -> None:
    """End the caller's claim, if there is one. Raises QueueItemClaimed for that of another."""
    account_id = context.caller.account()
    if queries.delete(context.tx, kind, item_id, account_id, context.now):
        _announce(context.tx, "queue.released", kind, item_id, account_id)
    else:
        must_not_be_claimed(context, kind, item_id)


def assign(context: Context, kind: QueueKind, item_id: Id, account_id: Id | None) -> None:
    """Assign an item to an administrator; None removes the assignment.

    Raises AssigneeNotAdministrator.
    """
    must_wait(context, kind, item_id)
    if account_id is None:
        queries.delete_assignment(context.tx, kind, item_id)
    elif queries.is_administrator(context.tx, account_id):
        queries.put_assignment(context.tx, kind, item_id, account_id)
    else:
        raise errors.AssigneeNotAdministrator
    _announce(context.tx, "queue.assigned", kind, item_id, account_id)


def must_wait(context: Context, kind: QueueKind, item_id: Id) -> None:
    """Raise QueueItemNotFound unless the item waits."""
    if not waiting_queries.is_waiting(context.tx, kind, item_id, context.now):
        raise errors.QueueItemNotFound


def must_not_be_claimed(context: Context, kind: QueueKind, item_id: Id) -> None:
    """Raise QueueItemClaimed if another administrator has claimed the item."""
    claimed = queries.find(context.tx, kind, item_id, context.now)
    if claimed is not None and claimed.id != context.caller.account_id:
        raise errors.QueueItemClaimed(_to_claim(claimed))


def _announce(
    tx: Tx,
    change_type: Literal["queue.claimed", "queue.released", "queue.assigned"],
    kind: QueueKind,
    item_id: Id,
    account_id: Id | None,
) -> None:
    data = {"accountId": account_id} if account_id else {}
    change = change_feed.Announcement(change_type, item_id, data, subject_kind=kind)
    change_feed.announce_all(tx, [change])


def _to_claim(claimed: Claim) -> schemas.QueueClaim:
    return schemas.QueueClaim(id=claimed.id, name=claimed.name, until=claimed.expires_at)
