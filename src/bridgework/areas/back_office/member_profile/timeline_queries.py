"""The statement of the timeline: the newest records of an account in each table, merged.

Each table is read by the index of its account and only as far as a page needs.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import sqlalchemy as sa

from bridgework.areas.back_office.member_profile.records import TimelineRecord
from bridgework.areas.back_office.member_profile.schemas import TimelineEntry
from bridgework.areas.back_office.staff_notes.tables import staff_notes
from bridgework.areas.community.moderation.tables import reports
from bridgework.areas.history.audit.tables import entries
from bridgework.areas.work.consultations.tables import consultations
from bridgework.areas.work.jobs import tables as jobs
from bridgework.areas.work.roles import tables as roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn
from bridgework.kit.data.pagination import PageRequest, PageSlice, Position
from bridgework.kit.delivery.outbox.tables import outbox_emails

Content = tuple[str, sa.Table, str]
"""A kind of content, its table, and the name of the column with the account of its owner."""

_BEGINNING: Final = 200
"""Characters of a text that are its title."""
_account = sa.bindparam("this_account", type_=IdColumn)
_most = sa.bindparam("most", type_=sa.Integer)
_last = sa.tuple_(
    sa.bindparam("last_at", type_=UtcDateTimeColumn()), sa.bindparam("last_id", type_=IdColumn)
)


def list_entries(
    tx: Tx, contents: Sequence[Content], account_id: Id, request: PageRequest
) -> PageSlice[TimelineEntry]:
    """Return a page of the records of an account, newest first."""
    params: dict[str, object] = {"this_account": account_id, "most": request.limit + 1}
    if request.after is not None:
        params |= {"last_at": request.after.key, "last_id": request.after.id}
    statement = _statement(tuple(contents), is_first=request.after is None)
    found = tx.records(TimelineRecord, statement, params)
    page = [TimelineEntry.from_row(record) for record in found[: request.limit]]
    is_last = len(found) <= request.limit
    return PageSlice(page, None if is_last else Position(page[-1].at, page[-1].id))


@lru_cache(maxsize=4)
def _statement(contents: Sequence[Content], *, is_first: bool) -> sa.Select[Any]:
    parts = []
    for part in _parts(contents):
        columns = part.selected_columns
        at, row_id = columns["at"], columns["id"]
        ordered = part.order_by(at.desc(), row_id.desc()).limit(_most)
        if not is_first:
            ordered = ordered.where(sa.tuple_(at.element, row_id.element) < _last)
        parts.append(sa.select(ordered.subquery()))
    merged = sa.union_all(*parts).subquery()
    return sa.select(merged).order_by(merged.c.at.desc(), merged.c.id.desc()).limit(_most)


def _parts(contents: Sequence[Content]) -> Iterator[sa.Select[Any]]:
    for kind, table in (("job", jobs.jobs), ("role", roles.roles)):
        title = table.c.fields["role_needed"].as_string()
        yield _of(kind, table, title, table.c.status).where(table.c.user_id == _account)
    for kind, table in (
        ("job_application", jobs.applications),
        ("role_application", roles.applications),
    ):
        title = table.c.applied_to["title"].as_string()
        yield _of(kind, table, title, table.c.status).where(table.c.applicant_id == _account)
    asked = _of("consultation", consultations, consultations.c.role_title, consultations.c.status)
    yield asked.where(consultations.c.user_id == _account)
    sent = _of("email", outbox_emails, outbox_emails.c.name, outbox_emails.c.state)
    yield sent.where(outbox_emails.c.recipient_id == _account)
    decided = _of("decision", entries, entries.c.action, entries.c.outcome, entries.c.actor)
    by_others = entries.c.actor != _account
    yield decided.where(entries.c.target == sa.cast(_account, sa.Text), by_others)
    yield _report("report_by").where(reports.c.reporter_id == _account)
    owned = sa.union_all(
        *(
            # An expression for the kind, as in the reports of a profile.
            sa.select(reports.c.id)
            .join_from(table, reports, reports.c.target_id == table.c.id)
            .where(reports.c.kind.concat("") == kind, table.c[owner] == _account)
            for kind, table, owner in contents
        )
    )
    found = owned.subquery()
    yield _report("report_on").join(found, found.c.id == reports.c.id)
    text = sa.func.substr(staff_notes.c.text, 1, _BEGINNING)
    noted = _of("note", staff_notes, text, sa.null(), staff_notes.c.author_id)
    yield noted.where(staff_notes.c.account_id == _account)


def _report(kind: str) -> sa.Select[Any]:
    reason = sa.func.substr(reports.c.reason, 1, _BEGINNING)
    return _of(kind, reports, reason, reports.c.status, reports.c.reporter_id)


def _of(
    kind: str,
    table: sa.Table,
    title: sa.ColumnElement[Any],
    status: sa.ColumnElement[Any],
    by: sa.ColumnElement[Any] | None = None,
) -> sa.Select[Any]:
    at = table.c.at if table is entries else table.c.created_at
    return sa.select(
        sa.literal(kind, sa.Text).label("kind"),
        table.c.id.label("id"),
        at.label("at"),
        sa.cast(title, sa.Text).label("title"),
        sa.cast(status, sa.Text).label("status"),
        sa.cast(sa.null() if by is None else by, IdColumn).label("by"),
    )
