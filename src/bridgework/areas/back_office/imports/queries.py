"""The statements on imports."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.back_office.imports import policies, schemas
from bridgework.areas.back_office.imports.records import ReportedLine, StoredImport
from bridgework.areas.back_office.imports.tables import imports, reported_lines, seen_keys
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.actions import allowed_actions
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, insert, to_values
from bridgework.kit.data.pagination import OffsetQuery, offset
from bridgework.kit.delivery import LeaseQueue
from bridgework.kit.security import Caller

_select = sa.select(imports)
_running = _select.where(imports.c.state == sa.literal_column("'running'"))
queue = LeaseQueue(
    imports,
    StoredImport,
    waiting=imports.c.state == sa.literal_column("'running'"),
    until=imports.c.held_until,
    due=imports.c.created_at,
    part=imports.c.id == sa.bindparam("of_import"),
)
_report = (
    sa.select(*(reported_lines.c[name] for name in ReportedLine._fields))
    .where(reported_lines.c.import_id == sa.bindparam("import_id"))
    .order_by(reported_lines.c.line)
)
_is_administrator = sa.select(
    sa.exists().where(
        accounts.c.id == sa.bindparam("account_id"),
        accounts.c.role == "admin",
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
    )
)


def add(tx: Tx, new: StoredImport) -> bool:
    """Add a running import; False if another one is running."""
    statement = insert(tx.dialect, imports).on_conflict_do_nothing().returning(imports.c.id)
    return tx.value(statement, to_values(new)) is not None


def find(tx: Tx, caller: Caller, import_id: Id) -> schemas.Import | None:
    """Return an import with its report."""
    found = tx.record(StoredImport, _select.where(imports.c.id == import_id))
    if found is None:
        return None
    lines = tx.records(ReportedLine, _report, {"import_id": import_id})
    report = [schemas.ImportedLine.from_row(line) for line in lines]
    actions = allowed_actions(policies.RULES, caller, found.state)
    return schemas.Import.from_row(found, report=report, allowed_actions=actions)


def list_page(
    tx: Tx, caller: Caller, query: OffsetQuery
) -> tuple[list[schemas.ImportSummary], int]:
    """Return a page of all imports, newest first, and their number."""
    order = [imports.c.created_at.desc(), imports.c.id.desc()]
    found, total = offset.read(tx, query, StoredImport, _select, order)
    items = [
        schemas.ImportSummary.from_row(
            each, allowed_actions=allowed_actions(policies.RULES, caller, each.state)
        )
        for each in found
    ]
    return items, total


def find_running(tx: Tx) -> StoredImport | None:
    """Return the running import; there is at most one."""
    return tx.record(StoredImport, _running)


def count_waiting(tx: Tx) -> tuple[int, datetime | None]:
    """Return the number of imports that are not finished, and the last progress of the oldest."""
    running = find_running(tx)
    return (0, None) if running is None else (1, running.updated_at)


def is_administrator(tx: Tx, account_id: Id) -> bool:
    """Whether an account is an active administrator."""
    return bool(tx.value(_is_administrator, {"account_id": account_id}))


def update_held(tx: Tx, held: StoredImport, values: Mapping[str, object]) -> bool:
    """Change an import that the worker holds; False if it does not hold it any more."""
    return queue.update(tx, held, **values)


def add_to_report(tx: Tx, import_id: Id, lines: Sequence[schemas.ImportedLine]) -> None:
    """Add lines to the report of an import."""
    if lines:
        rows = [{"import_id": import_id, **line.model_dump(by_alias=False)} for line in lines]
        tx.execute(reported_lines.insert(), rows)


def add_key(tx: Tx, import_id: Id, key: str) -> bool:
    """Record the key of a line of a dry run; False if an earlier line had it."""
    statement = insert(tx.dialect, seen_keys).on_conflict_do_nothing().returning(seen_keys.c.key)
    return tx.value(statement, {"import_id": import_id, "key": key}) is not None


def delete_keys(tx: Tx, import_id: Id) -> None:
    """Delete the keys of a dry run that has ended."""
    tx.execute(seen_keys.delete().where(seen_keys.c.import_id == import_id))


def mark_failed(tx: Tx, import_id: Id, message: str, now: datetime) -> bool:
    """End a running import; False if it has ended already."""
    is_running = sa.and_(imports.c.id == import_id, imports.c.state == "running")
    if not _fail(tx, is_running, message, now):
        return False
    delete_keys(tx, import_id)
    return True


def mark_stalled_failed(tx: Tx, before: datetime, now: datetime, message: str) -> int:
    """End the running import if no line was processed since `before`. Returns how many ended."""
    is_stalled = sa.and_(imports.c.state == "running", imports.c.updated_at < before)
    return _fail(tx, is_stalled, message, now)


def count_failed(tx: Tx, since: datetime) -> int:
    """Return the number of imports that failed or were cancelled since a time."""
    has_failed = sa.and_(imports.c.state == "failed", imports.c.finished_at >= since)
    return int(tx.value(sa.select(sa.func.count()).select_from(imports).where(has_failed)))


def delete_old(tx: Tx, before: datetime, limit: int) -> int:
    """Delete some imports that started before a time, with their reports. Returns how many."""
    old = sa.select(imports.c.id).where(imports.c.created_at < before).limit(limit)
    return tx.execute(imports.delete().where(imports.c.id.in_(old.scalar_subquery()))).rowcount


def delete_texts(tx: Tx, before: datetime) -> None:
    """Delete the texts of the lines of imports that started before a time."""
    old = sa.select(imports.c.id).where(imports.c.created_at < before)
    is_old = reported_lines.c.import_id.in_(old.scalar_subquery())
    _delete_texts(tx, sa.and_(reported_lines.c.text.is_not(None), is_old))


def delete_texts_with(tx: Tx, address_keys: Collection[str]) -> None:
    """Delete the texts of lines that contain these e-mail addresses, with any capitals."""
    text = sa.func.lower(reported_lines.c.text)
    _delete_texts(
        tx, sa.or_(sa.false(), *(text.contains(key, autoescape=True) for key in address_keys))
    )


def list_running_ids(tx: Tx) -> Collection[Id]:
    """Return the ids of the running imports."""
    return {running.id for running in tx.records(StoredImport, _running)}


def _delete_texts(tx: Tx, condition: sa.ColumnElement[bool]) -> None:
    tx.execute(reported_lines.update().where(condition).values(text=None))


def _fail(tx: Tx, condition: sa.ColumnElement[bool], message: str, now: datetime) -> int:
    ended = {"state": "failed", "message": message, "finished_at": now}
    return tx.execute(imports.update().where(condition).values(**ended)).rowcount
