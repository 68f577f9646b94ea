"""Statements on all tables with personal data, derived from their ownership declarations."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import ACCOUNTS, accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import DataOwnership, Tx, cache_versions, metadata, ownership_of

_BATCH_SIZE = 2
"""Accounts per transaction: erasing one takes about 20 ms, during which other writers wait."""


def list_rows_by_table(tx: Tx, account_id: Id) -> dict[str, list[dict[str, object]]]:
    """The rows of an account by table, without columns that contain secrets."""
    return {
        table.name: [dict(row._mapping) for row in tx.rows(_rows(table, ownership, account_id))]
        for table, ownership in _owned_tables(metadata.sorted_tables)
        if ownership.export
    }


def list_owned(tx: Tx, account_id: Id) -> Sequence[tuple[str, DataOwnership, int]]:
    """Each table with its declaration, and how many rows of an account it contains."""
    counts = [
        (
            table,
            ownership,
            sa.select(sa.func.count()).where(_is_owned(table, ownership, account_id)),
        )
        for table, ownership in _owned_tables(metadata.sorted_tables)
    ]
    return [(table.name, ownership, tx.value(count)) for table, ownership, count in counts]


def delete_rows(tx: Tx, account_id: Id) -> None:
    """Delete or blank the rows of an account, referencing tables first."""
    for table, ownership in _owned_tables(reversed(metadata.sorted_tables)):
        is_owned = _is_owned(table, ownership, account_id)
        if ownership.erase == "delete":
            tx.execute(table.delete().where(is_owned))
        elif ownership.erase == "blank":
            blank = {name: _blank(value, account_id) for name, value in ownership.blank.items()}
            tx.execute(table.update().where(is_owned).values(**blank))
    cache_versions.bump_at_commit(tx, ACCOUNTS)


def list_due_accounts(tx: Tx, now: datetime) -> Sequence[Id]:
    """A batch of the accounts whose grace period has ended."""
    statement = sa.select(accounts.c.id).where(accounts.c.erases_at <= now).limit(_BATCH_SIZE)
    # Locked, so that a concurrent sign-in either cancels the erasure or fails.
    statement = statement.with_for_update()
    return tx.execute(statement).scalars().all()


def _owned_tables(tables: Iterable[sa.Table]) -> Iterator[tuple[sa.Table, DataOwnership]]:
    for table in tables:
        ownership = ownership_of(table)
        if ownership is not None and ownership.by is not None:
            yield table, ownership


def _rows(table: sa.Table, ownership: DataOwnership, account_id: Id) -> sa.Select[Any]:
    columns = [column for column in table.columns if column.name not in ownership.secret]
    return sa.select(*columns).where(_is_owned(table, ownership, account_id))


def _is_owned(table: sa.Table, ownership: DataOwnership, account_id: Id) -> sa.ColumnElement[bool]:
    """The condition for the rows of an account, by a join with another table if necessary."""
    column = table.c[ownership.by or ""]
    if ownership.through is None:
        return column == account_id
    other = metadata.tables[ownership.through]
    other_ownership = ownership_of(other)
    if other_ownership is None:
        raise LookupError(f"{table.name} refers to {other.name}, which declares no ownership")
    references = [fk.column for fk in column.foreign_keys if fk.column.table is other]
    referring = [fk.parent for fk in other.foreign_keys if fk.column is column]
    (key,) = references or referring
    return column.in_(sa.select(key).where(_is_owned(other, other_ownership, account_id)))


def _blank(value: object, account_id: Id) -> object:
    """Replaces `{id}` by the account's ID, for columns whose values must be unique."""
    return value.replace("{id}", account_id) if isinstance(value, str) else value
