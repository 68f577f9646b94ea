"""The statements on what waits, one for each kind.

An index of each kind has the order of the queue, so a page reads at most its limit of each kind.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.queue import schemas
from bridgework.areas.back_office.queue.fields import QueueKind
from bridgework.areas.back_office.queue.records import WaitingCount, WaitingItem
from bridgework.areas.back_office.queue.tables import queue_assignments
from bridgework.areas.community.calendar.tables import REQUEST_IS_PENDING
from bridgework.areas.community.calendar.tables import requests as event_requests
from bridgework.areas.community.moderation.schemas import ReportedKind
from bridgework.areas.community.moderation.tables import REPORT_WAITS, REPORTERS, reports
from bridgework.areas.history.reviews.tables import changes
from bridgework.areas.history.reviews.visibility import waits
from bridgework.areas.identity.accounts.tables import NAME_OR_EMAIL, UNVERIFIED, accounts
from bridgework.areas.work.consultations.tables import CONSULTATION_IS_REQUESTED, consultations
from bridgework.areas.work.jobs.tables import JOB_IS_PENDING, jobs
from bridgework.areas.work.roles.tables import ROLE_IS_PENDING, roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice, Position
from bridgework.kit.delivery.outbox.tables import IS_DEAD, outbox_emails

Condition = sa.ColumnElement[bool] | sa.TextClause

_LOWEST_ID = "00000000-0000-0000-0000-000000000000"
_HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"
_this_item = sa.bindparam("this_item", type_=IdColumn)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_assigned = sa.select(queue_assignments.c.item_id).where(
    queue_assignments.c.kind == sa.bindparam("this_kind"),
    queue_assignments.c.account_id == sa.bindparam("assigned_to", type_=IdColumn),
)


class _Waiting:
    """The statements of one kind: a page of its items, and their number."""

    def __init__(
        self,
        table: sa.Table,
        since: str,
        *conditions: Condition,
        title: sa.ColumnElement[str],
        subtitle: sa.ColumnElement[str | None],
        subject: tuple[sa.ColumnElement[str], sa.ColumnElement[Any]],
        version: sa.ColumnElement[Any] | None = None,
        reporters: sa.ColumnElement[int] | None = None,
    ) -> None:
        subject_kind, subject_id = subject
        self._since = table.c[since]
        self._conditions = conditions
        listed = sa.select(
            table.c.id,
            self._since.label("since"),
            title.label("title"),
            subtitle.label("subtitle"),
            subject_kind.label("subject_kind"),
            subject_id.label("subject_id"),
            (sa.null() if version is None else version).label("version"),
            (sa.null() if reporters is None else reporters).label("reporters"),
        ).where(*conditions)
        self.row: sa.Select[Any] = listed.where(table.c.id == _this_item)
        self._id = table.c.id
        order = Keyset(self._since, table.c.id, descending=False)
        self.pages = order.pages(listed, WaitingItem)
        self.assigned_pages = order.pages(listed.where(table.c.id.in_(_assigned)), WaitingItem)

    def count(self, kind: str) -> sa.Select[Any, Any, Any]:
        """Return the statement of the number of items, and of the time of the oldest."""
        oldest = sa.func.min(self._since, type_=self._since.type).label("oldest")
        count = sa.select(sa.literal(kind).label("kind"), sa.func.count().label("waiting"), oldest)
        return count.where(*self._conditions)

    def delete_assignments(self, kind: str) -> sa.Delete:
        """Return the statement that deletes the assignments of items that no longer wait."""
        waits = sa.exists().where(self._id == queue_assignments.c.item_id, *self._conditions)
        return queue_assignments.delete().where(queue_assignments.c.kind == kind, ~waits)


def _unverified(kind: str) -> _Waiting:
    return _Waiting(
        accounts,
        "created_at",
        UNVERIFIED[kind],
        title=NAME_OR_EMAIL,
        subtitle=accounts.c.email,
        subject=(sa.literal("account"), accounts.c.id),
    )


def _posting(table: sa.Table, kind: str, since: str, condition: Condition) -> _Waiting:
    return _Waiting(
        table,
        since,
        condition,
        title=table.c.fields["role_needed"].as_string(),
        subtitle=table.c.fields["company_name"].as_string(),
        subject=(sa.literal(kind), table.c.id),
        version=table.c.version,
    )


def _change(
    kind: str, table: sa.Table, title: sa.ColumnElement[str], subtitle: sa.ColumnElement[str]
) -> _Waiting:
    """Return the statements of changes of records of a table."""
    subject_kind = "account" if table is accounts else table.name.removesuffix("s")

    def of_record(column: sa.ColumnElement[str]) -> sa.ScalarSelect[Any]:
        return sa.select(column).where(table.c.id == changes.c.id).scalar_subquery()

    return _Waiting(
        changes,
        "since",
        waits(kind),
        title=of_record(title),
        subtitle=of_record(subtitle),
        subject=(sa.literal(subject_kind), changes.c.id),
        version=changes.c.version,
    )


_REPORTED: Mapping[ReportedKind, str] = {
    "post": "Post in the feed",
    "comment": "Comment in the feed",
    "job": "Job posting",
    "profile": "Profile",
    "event": "Event",
}
_what_is_reported = sa.case({**_REPORTED}, value=reports.c.kind)
_is_not_expired = sa.or_(outbox_emails.c.expires_at.is_(None), outbox_emails.c.expires_at > _now)

_WAITING: Mapping[QueueKind, _Waiting] = {
    "expert": _unverified("expert"),
    "candidate": _unverified("candidate"),
    "vendor": _unverified("vendor"),
    "role": _posting(roles, "role", "created_at", ROLE_IS_PENDING),
    "job": _posting(jobs, "job", "updated_at", JOB_IS_PENDING),
    "role_changed": _change(
        "role_changed",
        roles,
        roles.c.fields["role_needed"].as_string(),
        roles.c.fields["company_name"].as_string(),
    ),
    "identity_changed": _change("identity_changed", accounts, NAME_OR_EMAIL, accounts.c.email),
    "consultation": _Waiting(
        consultations,
        "created_at",
        CONSULTATION_IS_REQUESTED,
        title=consultations.c.role_title,
        subtitle=consultations.c.organization_name,
        subject=(sa.literal("consultation"), consultations.c.id),
    ),
    "event_request": _Waiting(
        event_requests,
        "created_at",
        REQUEST_IS_PENDING,
        title=event_requests.c.name,
        subtitle=event_requests.c.location,
        subject=(sa.literal("event_request"), event_requests.c.id),
    ),
    "report": _Waiting(
        reports,
        "created_at",
        REPORT_WAITS,
        title=_what_is_reported,
        subtitle=reports.c.reason,
        subject=(reports.c.kind, reports.c.target_id),
        reporters=REPORTERS,
    ),
    "email": _Waiting(
        outbox_emails,
        "created_at",
        IS_DEAD,
        _is_not_expired,
        title=outbox_emails.c.recipient,
        subtitle=outbox_emails.c.fault,
        subject=(sa.literal("account"), outbox_emails.c.recipient_id),
    ),
}
KINDS: Sequence[QueueKind] = tuple(_WAITING)
"""All kinds, in the order of items that wait since the same time."""
_RANKS: Mapping[str, int] = {kind: rank for rank, kind in enumerate(KINDS)}
_ended_assignments = [waiting.delete_assignments(kind) for kind, waiting in _WAITING.items()]
_counts = sa.union_all(*(waiting.count(kind) for kind, waiting in _WAITING.items()))


def list_waiting(
    tx: Tx,
    kinds: Sequence[QueueKind],
    request: PageRequest,
    now: datetime,
    assigned_to: Id | None,
) -> PageSlice[schemas.QueueItem]:
    """Return a page of the items of some kinds, oldest first, or those assigned to an account."""
    slices = [
        _read(tx, kind, PageRequest(_after(kind, request.after), request.limit), now, assigned_to)
        for kind in kinds
    ]
    found = sorted((item for each in slices for item in each.items), key=_order)
    items = found[: request.limit]
    has_more = len(found) > len(items) or any(each.last is not None for each in slices)
    return PageSlice(items, _position(items[-1]) if has_more else None)


def find(tx: Tx, kind: QueueKind, item_id: Id, now: datetime) -> WaitingItem | None:
    """Return an item that is in the queue, None if it is not."""
    return tx.record(WaitingItem, _WAITING[kind].row, {"this_item": item_id, "now": now})


def is_waiting(tx: Tx, kind: QueueKind, item_id: Id, now: datetime) -> bool:
    """Return whether an item is in the queue."""
    return find(tx, kind, item_id, now) is not None


def count_waiting(tx: Tx, now: datetime) -> Mapping[str, schemas.QueueCount]:
    """Return how many items of each kind wait, and since when the oldest."""
    return {
        each.kind: schemas.QueueCount(count=each.waiting, oldest=each.oldest)
        for each in tx.records(WaitingCount, _counts, {"now": now})
    }


def delete_ended_assignments(tx: Tx, now: datetime) -> int:
    """Delete the assignments of items that no longer wait. A periodic task."""
    return sum(tx.execute(statement, {"now": now}).rowcount for statement in _ended_assignments)


def _read(
    tx: Tx, kind: QueueKind, request: PageRequest, now: datetime, assigned_to: Id | None
) -> PageSlice[schemas.QueueItem]:
    waiting, to_item = _WAITING[kind], partial(_to_item, kind)
    if assigned_to is None:
        return waiting.pages.read(tx, request, to_item, {"now": now})
    values = {"now": now, "this_kind": kind, "assigned_to": assigned_to}
    return waiting.assigned_pages.read(tx, request, to_item, values)


def _to_item(kind: QueueKind, waiting: WaitingItem) -> schemas.QueueItem:
    subject = None
    if waiting.subject_id is not None:
        subject = schemas.QueueSubject(kind=waiting.subject_kind, id=waiting.subject_id)
    return schemas.QueueItem.from_row(
        waiting, kind=kind, subject=subject, claimed_by=None, assigned_to=None
    )


def _order(item: schemas.QueueItem) -> tuple[datetime, int, str]:
    return item.since, _RANKS[item.kind], item.id


def _position(item: schemas.QueueItem) -> Position:
    """Return the position of an item in the list of all kinds."""
    return Position(item.since, f"{item.kind} {item.id}")


def _after(kind: QueueKind, position: Position | None) -> Position | None:
    """Return the position in the list of one kind after which the items follow `position`."""
    if position is None:
        return None
    last_kind, _, last_id = position.id.partition(" ")
    if kind != last_kind:
        last_id = _HIGHEST_ID if _RANKS[kind] < _RANKS[last_kind] else _LOWEST_ID
    return Position(position.key, last_id)
