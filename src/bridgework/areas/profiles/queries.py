"""Every statement on profiles."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.profiles.tables import profiles
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_shown = [
    accounts.c[name]
    for name in ("first_name", "last_name", "avatar_url", "role", "onboarding_step")
]
_whose = sa.bindparam("whose", type_=IdColumn)
_kept = [profiles.c.fields, profiles.c.version]

_profile = CompiledStatement(
    sa.select(*_shown, *_kept)
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == _whose)
)
_locked_account = (
    sa.select(*_shown, accounts.c.on_matchmaker, accounts.c.verification_tier)
    .where(accounts.c.id == _whose)
    .with_for_update(key_share=True)
)
_kept_of = sa.select(*_kept).where(profiles.c.account_id == _whose)
_add = profiles.insert()
_change = profiles.update().where(profiles.c.account_id == _whose)


class Kept(NamedTuple):
    """What is stored of a profile; version 0 is that of nothing."""

    account: sa.Row[Any]
    """Those members of the account that a profile shows."""
    fields: Mapping[str, Any]
    version: int


def profile(tx: Tx, account_id: Id) -> Kept:
    """An account's profile."""
    row = tx.one(_profile, {"whose": account_id})
    return Kept(row, row.fields or {}, row.version or 0)


def locked_profile(tx: Tx, account_id: Id) -> Kept:
    """The same, locked by its account, since there may be no row yet.

    In two statements: on PostgreSQL a join would still see the profile as it was before the lock.
    """
    account = tx.one(_locked_account, {"whose": account_id})
    row = tx.row(_kept_of, {"whose": account_id})
    return Kept(account, {}, 0) if row is None else Kept(account, row.fields, row.version)


def put(tx: Tx, account_id: Id, fields: Mapping[str, Any], version: int, now: datetime) -> None:
    """Write a locked profile under its next version; the first one makes the row."""
    values = {"fields": fields, "version": version, "updated_at": now}
    if version == 1:
        tx.execute(_add, {"account_id": account_id, **values})
    else:
        tx.execute(_change, {"whose": account_id, **values})


def add_many(tx: Tx, rows: Sequence[Mapping[str, object]]) -> None:
    """Add profiles of accounts that have none."""
    tx.execute(_add, rows)
