"""The statements on reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import sqlalchemy as sa

from bridgework.areas.community.moderation import schemas
from bridgework.areas.community.moderation.records import Beside, FoundReport, StoredReport
from bridgework.areas.community.moderation.tables import (
    IS_OF_SAME_CONTENT,
    OTHER_REPORTS,
    REPORTERS,
    reports,
)
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, insert, reader_of, side_by_side, to_values
from bridgework.kit.data.pagination import offset

Content = tuple[schemas.ReportedKind, sa.Table, str]
"""A kind of content: its table, and the column with the ID of the owner."""

_reports_before = (
    sa.select(sa.func.count())
    .where(IS_OF_SAME_CONTENT, OTHER_REPORTS.c.id < reports.c.id)
    .scalar_subquery()
)
_select = sa.select(
    reports,
    accounts.c.first_name,
    accounts.c.last_name,
    _reports_before.label("reports_before"),
    REPORTERS.label("reporters"),
).select_from(reports.outerjoin(accounts, accounts.c.id == reports.c.reporter_id))
_reader = side_by_side(FoundReport, reader_of(StoredReport), reader_of(Beside))
_by_id = _select.where(reports.c.id == sa.bindparam("report_id"))
_for_target = (
    sa.select(reports)
    .where(reports.c.kind == sa.bindparam("kind"), reports.c.target_id == sa.bindparam("target_id"))
    .order_by(reports.c.id)
    .with_for_update()
)

_hide_reason = (
    sa.select(reports.c.decision_reason)
    .where(reports.c.target_id == sa.bindparam("target_id"), reports.c.decision == "hide")
    .order_by(reports.c.decided_at.desc(), reports.c.id.desc())
    .limit(1)
)


def add(tx: Tx, report: StoredReport) -> bool:
    """Add a report; False if its reporter has an open one of the same content."""
    add_one = insert(tx.dialect, reports).on_conflict_do_nothing().returning(reports.c.id)
    return tx.value(add_one, to_values(report)) is not None


def find(tx: Tx, report_id: Id) -> FoundReport | None:
    """Return a report with its reporter and the number of earlier ones of the content."""
    return tx.record(_reader, _by_id, {"report_id": report_id})


def list_by_ids(tx: Tx, report_ids: Sequence[Id]) -> Sequence[StoredReport]:
    """Return reports with these IDs."""
    return tx.records(StoredReport, sa.select(reports).where(reports.c.id.in_(report_ids)))


def lock_for_target(tx: Tx, kind: schemas.ReportedKind, target_id: Id) -> Sequence[StoredReport]:
    """Return the reports of a target, and lock them until the transaction ends."""
    return tx.records(StoredReport, _for_target, {"kind": kind, "target_id": target_id})


def update(tx: Tx, report_ids: Sequence[Id], values: Mapping[str, object]) -> None:
    """Write a decision to reports."""
    statement = reports.update().where(reports.c.id.in_(report_ids))
    tx.execute(statement.values(status="decided", **values))


def find_hide_reason(tx: Tx, target_id: Id) -> str | None:
    """Return the reason of the last decision that hid a target; None if it was erased."""
    reason: str | None = tx.value(_hide_reason, {"target_id": target_id})
    return reason


def list_reports(tx: Tx, query: schemas.AdminListReportsQuery) -> tuple[Sequence[FoundReport], int]:
    """Return a page of the matching reports, newest first, and their total number."""
    statement = _select.where(*_conditions(query))
    return offset.read(tx, query, _reader, statement, [reports.c.id.desc()])


def list_by_reporter(tx: Tx, account_id: Id, limit: int) -> tuple[Sequence[FoundReport], int]:
    """Return the newest reports that an account sent, and their total number."""
    sent = sa.select(reports.c.id).where(reports.c.reporter_id == account_id)
    return _newest_of(tx, sent, limit)


def list_on_content(
    tx: Tx, contents: Iterable[Content], account_id: Id, limit: int
) -> tuple[Sequence[FoundReport], int]:
    """Return the newest reports of the contents of an account, and their total number."""
    # The owner's rows, then their reports; the kind as in `tables.py`.
    of_kinds = [
        sa.select(reports.c.id)
        .join_from(table, reports, reports.c.target_id == table.c.id)
        .where(reports.c.kind.concat("") == kind, table.c[owner] == account_id)
        for kind, table, owner in contents
    ]
    return _newest_of(tx, sa.union_all(*of_kinds), limit)


def delete_reasons(tx: Tx, contents: Iterable[Content], account_id: Id) -> None:
    """Erase what was written about an account in the reports of its contents, and the decisions."""
    for kind, table, owner in contents:
        owned = sa.select(table.c.id).where(table.c[owner] == account_id)
        about = reports.update().where(reports.c.kind == kind, reports.c.target_id.in_(owned))
        tx.execute(about.values(reason="", decision_reason=None))


def _newest_of(tx: Tx, ids: sa.SelectBase, limit: int) -> tuple[Sequence[FoundReport], int]:
    found = ids.subquery()
    newest = _select.join(found, found.c.id == reports.c.id)
    found_reports = tx.records(_reader, newest.order_by(reports.c.id.desc()).limit(limit))
    return found_reports, int(tx.value(sa.select(sa.func.count()).select_from(found)))


def _conditions(query: schemas.AdminListReportsQuery) -> Iterator[sa.ColumnElement[bool]]:
    if query.status is not None:
        yield reports.c.status == query.status
    if query.kind is not None:
        yield reports.c.kind == query.kind
    if query.target_id is not None:
        yield reports.c.target_id == query.target_id
    if query.once_per_target:
        matches = (
            sa.true() if query.status is None else OTHER_REPORTS.c.status.concat("") == query.status
        )
        yield ~sa.exists().where(IS_OF_SAME_CONTENT, OTHER_REPORTS.c.id > reports.c.id, matches)
