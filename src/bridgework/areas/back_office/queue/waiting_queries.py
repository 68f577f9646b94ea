"""The statements on what waits, one for each kind.

An index of each kind has the order of the queue, so a page reads at most its limit of each kind.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa

from bridgework.areas.back_office.queue import schemas
from bridgework.areas.back_office.queue.fields import QueueKind, WaitsFor
from bridgework.areas.back_office.queue.records import WaitingCount, WaitingItem
from bridgework.areas.back_office.queue.tables import queue_assignments
from bridgework.areas.community.calendar.tables import REQUEST_IS_PENDING
from bridgework.areas.community.calendar.tables import requests as event_requests
from bridgework.areas.community.moderation.schemas import ReportedKind
from bridgework.areas.community.moderation.tables import REPORT_WAITS, REPORTERS, reports
from bridgework.areas.history.reviews.tables import changes
from bridgework.areas.history.reviews.visibility import waits
from bridgework.areas.identity.accounts.change_requests.tables import (
    WAITING_FOR_MEMBER,
    change_requests,
)
from bridgework.areas.identity.accounts.tables import NAME_OR_EMAIL, UNVERIFIED, accounts
from bridgework.areas.work.consultations.tables import CONSULTATION_IS_REQUESTED, consultations
from bridgework.areas.work.jobs.tables import JOB_IS_PENDING, jobs
from bridgework.areas.work.roles.tables import ROLE_IS_PENDING, roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice, Position
from bridgework.kit.delivery.outbox.tables import IS_DEAD, outbox_emails

Condition = sa.ColumnElement[bool] | sa.TextClause

_WAITS_FOR: Sequence[WaitsFor] = ("administrator", "member")
_LOWEST_ID = "00000000-0000-0000-0000-000000000000"
_HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"
_this_item = sa.bindparam("this_item", type_=IdColumn)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_assigned = sa.select(queue_assignments.c.item_id).where(
    queue_assignments.c.kind == sa.bindparam("this_kind"),
    queue_assignments.c.account_id == sa.bindparam("assigned_to", type_=IdColumn),
)


class Asked(NamedTuple):
    """What a page of the queue contains."""

    kinds: Sequence[QueueKind]
    waits_for: WaitsFor
    assigned_to: Id | None
    """Only items that are assigned to this account, unless it is None."""


class _Waiting:
    """The statements of one kind: a page of its items, and their number.

    The items in `for_member` wait for their owners. They are in no page for administrators, who can
    decide them all the same.
    """

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
        for_member: sa.Select[Any] | None = None,
    ) -> None:
        subject_kind, subject_id = subject
        self._since = table.c[since]
        self._conditions = conditions
        self._for_member = for_member
        asked_at, answered_at = _changes_of(table, for_member)
        listed = sa.select(
            table.c.id,
            self._since.label("since"),
            title.label("title"),
            subtitle.label("subtitle"),
            subject_kind.label("subject_kind"),
            subject_id.label("subject_id"),
            (sa.null() if version is None else version).label("version"),
            (sa.null() if reporters is None else reporters).label("reporters"),
            asked_at.label("changes_asked_at"),
            answered_at.label("changes_answered_at"),
        ).where(*conditions)
        self.row: sa.Select[Any] = listed.where(table.c.id == _this_item)
        self._id = table.c.id
        order = Keyset(self._since, table.c.id, descending=False)
        self.pages = {
            (waits_for, is_assigned): order.pages(
                listed.where(self._are_for(waits_for), *assigned), WaitingItem
            )
            for waits_for in _WAITS_FOR
            for is_assigned, assigned in ((False, ()), (True, (table.c.id.in_(_assigned),)))
        }

    def count(self, kind: str) -> sa.Select[Any, Any, Any, Any]:
        """Return the statement of the number of items, and of the time of the oldest."""
        oldest = sa.func.min(self._since, type_=self._since.type).label("oldest")
        count = sa.select(
            sa.literal(kind).label("kind"),
            sa.func.count().label("waiting"),
            oldest,
            self._count_for_member().label("waiting_for_member"),
        )
        return count.select_from(self._id.table).where(
            *self._conditions, self._are_for("administrator")
        )

    def _count_for_member(self) -> sa.ColumnElement[Any]:
        """Return the number of items that wait for their owners: few, which are looked up."""
        if self._for_member is None:
            return sa.literal_column("0", sa.Integer)
        asked = self._for_member.subquery()
        [asked_id] = asked.c
        waits = sa.exists().where(self._id == asked_id, *self._conditions).correlate(asked)
        return sa.select(sa.func.count()).select_from(asked).where(waits).scalar_subquery()

    def _are_for(self, waits_for: WaitsFor) -> sa.ColumnElement[bool]:
        """Return the condition of the items that wait for administrators, or for their owners."""
        if self._for_member is None:
            return sa.true() if waits_for == "administrator" else sa.false()
        is_asked = self._id.in_(self._for_member)
        return is_asked if waits_for == "member" else ~is_asked

    def delete_assignments(self, kind: str) -> sa.Delete:
        """Return the statement that deletes the assignments of items that no longer wait."""
        waits = sa.exists().where(self._id == queue_assignments.c.item_id, *self._conditions)
        return queue_assignments.delete().where(queue_assignments.c.kind == kind, ~waits)


def _changes_of(
    table: sa.Table, for_member: sa.Select[Any] | None
) -> tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]]:
    """Return when the owner of an account was asked for changes, and when one was made."""
    if for_member is None:
        return sa.null(), sa.null()
    asked_at, answered_at = (
        sa.select(column).where(change_requests.c.account_id == table.c.id).scalar_subquery()
        for column in (change_requests.c.asked_at, change_requests.c.answered_at)
    )
    return asked_at, answered_at


def _unverified(kind: str) -> _Waiting:
    return _Waiting(
        accounts,
        "created_at",
        UNVERIFIED[kind],
        title=NAME_OR_EMAIL,
        subtitle=accounts.c.email,
        subject=(sa.literal("account"), accounts.c.id),
        for_member=WAITING_FOR_MEMBER,
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
    tx: Tx, asked: Asked, request: PageRequest, now: datetime
) -> PageSlice[schemas.QueueItem]:
    """Return a page of the items that are asked for, oldest first."""
    slices = [
        _read(tx, kind, asked, PageRequest(_after(kind, request.after), request.limit), now)
        for kind in asked.kinds
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
        each.kind: schemas.QueueCount(
            count=each.waiting,
            oldest=each.oldest,
            waiting_for_member=each.waiting_for_member,
        )
        for each in tx.records(WaitingCount, _counts, {"now": now})
    }


def delete_ended_assignments(tx: Tx, now: datetime) -> int:
    """Delete the assignments of items that no longer wait. A periodic task."""
    return sum(tx.execute(statement, {"now": now}).rowcount for statement in _ended_assignments)


def _read(
    tx: Tx, kind: QueueKind, asked: Asked, request: PageRequest, now: datetime
) -> PageSlice[schemas.QueueItem]:
    assigned_to = asked.assigned_to
    pages = _WAITING[kind].pages[asked.waits_for, assigned_to is not None]
    values: dict[str, object] = {"now": now}
    if assigned_to is not None:
        values |= {"this_kind": kind, "assigned_to": assigned_to}
    return pages.read(tx, request, partial(_to_item, kind), values)


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
