"""Every statement on reports."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.moderation.schemas import AdminListReportsQuery, KindName, Report
from bridgework.areas.moderation.tables import reports
from bridgework.kit.db.tables import insert
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset

_shown = [reports.c[name] for name in Report.model_fields]
_one = sa.select(*_shown).where(reports.c.id == sa.bindparam("report_id"))
_of_target = (
    sa.select(reports.c.id, reports.c.status, reports.c.decision)
    .where(reports.c.kind == sa.bindparam("kind"), reports.c.target_id == sa.bindparam("target_id"))
    .order_by(reports.c.id)
    .with_for_update()
)


def add(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add a report; False if its reporter has one of the same thing that is still open."""
    add_one = insert(tx.dialect, reports).on_conflict_do_nothing().returning(reports.c.id)
    return tx.value(add_one, values) is not None


def report(tx: Tx, report_id: Id) -> Report | None:
    """One report, without who made it."""
    row = tx.row(_one, {"report_id": report_id})
    return None if row is None else _report(row)


def locked(tx: Tx, kind: KindName, target_id: Id) -> Sequence[sa.Row[Any]]:
    """The reports of one thing as they stand; whoever else decides on one waits until we end."""
    return tx.rows(_of_target, {"kind": kind, "target_id": target_id})


def decide(tx: Tx, report_ids: Sequence[Id], values: Mapping[str, object]) -> None:
    """Write a decision to some reports."""
    decided = reports.update().where(reports.c.id.in_(report_ids))
    tx.execute(decided.values(status="decided", **values))


def page(tx: Tx, query: AdminListReportsQuery) -> tuple[Sequence[Report], int]:
    """One page of the reports that fit, the newest first, and how many there are on all pages."""
    listed = sa.select(*_shown).where(*_conditions(query))
    rows, total = offset.read(tx, query, listed, [reports.c.id.desc()])
    return [_report(row) for row in rows], total


def _conditions(query: AdminListReportsQuery) -> Iterator[sa.ColumnElement[bool]]:
    if query.status is not None:
        yield reports.c.status == query.status
    if query.kind is not None:
        yield reports.c.kind == query.kind


def _report(row: sa.Row[Any]) -> Report:
    return Report.model_validate(row._asdict(), by_name=True, by_alias=False, strict=False)
