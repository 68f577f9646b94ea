"""Walking every table by what it says of the people in it."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import ACCOUNTS, accounts
from bridgework.kit.db import cache_versions
from bridgework.kit.db.data_ownership import DataOwnership, ownership_of
from bridgework.kit.db.tables import metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_AT_ONCE = 2
"""Accounts a transaction: to erase one takes some twenty milliseconds, and all who write wait."""


def everything(tx: Tx, account_id: Id) -> dict[str, list[dict[str, Any]]]:
    """The rows of one account, table by table; columns that hold secrets are left out."""
    return {
        table.name: [dict(row._mapping) for row in tx.rows(_rows(table, said, account_id))]
        for table, said in _peoples(metadata.sorted_tables)
        if said.export
    }


def erase(tx: Tx, account_id: Id) -> None:
    """Delete or blank the rows of one account, those that refer to others first."""
    for table, said in _peoples(reversed(metadata.sorted_tables)):
        theirs = _theirs(table, said, account_id)
        if said.erase == "delete":
            tx.execute(table.delete().where(theirs))
        elif said.erase == "blank":
            blank = {name: _blank(value, account_id) for name, value in said.blank.items()}
            tx.execute(table.update().where(theirs).values(**blank))
    cache_versions.bump_at_commit(tx, ACCOUNTS)


def due(tx: Tx, now: datetime) -> Sequence[Id]:
    """Some of the accounts whose grace is over."""
    statement = sa.select(accounts.c.id).where(accounts.c.erases_at <= now).limit(_AT_ONCE)
    # Locked, so that who signs in at this moment either keeps the account or comes too late.
    statement = statement.with_for_update()
    return tx.execute(statement).scalars().all()


def _peoples(tables: Any) -> Iterator[tuple[sa.Table, DataOwnership]]:
    for table in tables:
        said = ownership_of(table)
        if said is not None and said.by is not None:
            yield table, said


def _rows(table: sa.Table, said: DataOwnership, account_id: Id) -> sa.Select[Any]:
    shown = [column for column in table.columns if column.name not in said.secret]
    return sa.select(*shown).where(_theirs(table, said, account_id))


def _theirs(table: sa.Table, said: DataOwnership, account_id: Id) -> sa.ColumnElement[bool]:
    """The condition for one account's rows, by way of another table where need be."""
    column = table.c[said.by or ""]
    if said.through is None:
        return column == account_id
    other = metadata.tables[said.through]
    theirs = ownership_of(other)
    if theirs is None:
        raise LookupError(f"{table.name} leads to {other.name}, which says nothing")
    (key,) = (fk.column for fk in column.foreign_keys if fk.column.table is other)
    return column.in_(sa.select(key).where(_theirs(other, theirs, account_id)))


def _blank(value: Any, account_id: Id) -> Any:
    """A blank that must differ from row to row is made of the account's id."""
    return value.replace("{id}", account_id) if isinstance(value, str) else value
