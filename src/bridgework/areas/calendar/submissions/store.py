"""Every statement on proposals."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.calendar.submissions.shapes import AdminListEventRequestsQuery
from bridgework.areas.calendar.tables import events, requests
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice

Row = sa.Row[Any]

_PARSED = ("ticket_drafts", "invitee_emails")
"""Members that no database compares alike."""

_request_id = sa.bindparam("this_request", type_=IdColumn)
_submitter = sa.bindparam("submitter", type_=IdColumn)

_shown = sa.select(
    requests,
    events.c.luma_event_id,
    events.c.luma_url,
    accounts.c.email,
    accounts.c.first_name,
    accounts.c.last_name,
).select_from(
    requests.join(accounts, accounts.c.id == requests.c.submitter_id).outerjoin(
        events, events.c.id == requests.c.event_id
    )
)
_one = _shown.where(requests.c.id == _request_id)
_mine = Keyset(requests.c.created_at, requests.c.id).pages(
    _shown.where(requests.c.submitter_id == _submitter)
)
_add = requests.insert()
_decide = (
    requests.update()
    .where(requests.c.id == _request_id, requests.c.status == "pending")
    .returning(requests)
)
_delete_pending = requests.delete().where(
    requests.c.id == _request_id,
    requests.c.submitter_id == _submitter,
    requests.c.status == "pending",
)


def request(tx: Tx, request_id: Id) -> Row | None:
    """One proposal."""
    return tx.row(_one, {"this_request": request_id})


def mine(tx: Tx, account_id: Id, page_request: PageRequest) -> PageSlice[Row]:
    """A page of somebody's own proposals, the newest first."""
    return _mine.read(tx, page_request, lambda row: row, {"submitter": account_id})


def page(tx: Tx, query: AdminListEventRequestsQuery) -> tuple[Sequence[Row], int]:
    """One page of everybody's, the newest first, and how many there are on all pages."""
    listed = _shown if query.status is None else _shown.where(requests.c.status == query.status)
    return offset.read(tx, query, listed, [requests.c.created_at.desc(), requests.c.id.desc()])


def made_before(tx: Tx, values: Mapping[str, Any], since: datetime) -> Id | None:
    """The id of what the same person proposed in the same words since then, if they did."""
    compared = {name: value for name, value in values.items() if name not in _PARSED}
    same = [requests.c[name].is_not_distinct_from(value) for name, value in compared.items()]
    rows = tx.rows(sa.select(requests).where(requests.c.created_at > since, *same))
    twins = [row.id for row in rows if all(getattr(row, name) == values[name] for name in _PARSED)]
    return twins[0] if twins else None


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a proposal."""
    tx.execute(_add, values)


def decide(tx: Tx, request_id: Id, values: Mapping[str, object]) -> Row | None:
    """Decide a proposal that waits, and return it; None if another was faster, or there is none."""
    return tx.row(_decide.values(**values), {"this_request": request_id})


def delete_pending(tx: Tx, submitter_id: Id, request_id: Id) -> bool:
    """Delete a pending proposal of the submitter's; False if there is none."""
    given = {"this_request": request_id, "submitter": submitter_id}
    return tx.execute(_delete_pending, given).rowcount == 1


def note_event(tx: Tx, request_id: Id, event_id: Id) -> None:
    """Note which event came of a proposal; whom it was to invite need not be kept any more."""
    this = requests.c.id == request_id
    tx.execute(requests.update().where(this).values(event_id=event_id, invitee_emails=[]))
