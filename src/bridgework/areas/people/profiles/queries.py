"""The statements on profiles."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.profiles import policies
from bridgework.areas.people.profiles.tables import profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import CompiledStatement, IdColumn, Tx

_account_columns = [
    accounts.c[name]
    for name in (
        *("first_name", "last_name", "avatar_url", "role", "onboarding_step"),
        *("is_email_verified", "verification_tier", "disabled_at", "hidden_at", "erases_at"),
    )
]
_account_id = sa.bindparam("this_account", type_=IdColumn)
_profile_columns = [profiles.c.fields, profiles.c.version]

_profile = CompiledStatement(
    sa.select(
        *_account_columns,
        *_profile_columns,
        since(accounts.c.id).label("change_in_review_since"),
    )
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == _account_id)
)
_locked_account = (
    sa.select(*_account_columns, accounts.c.on_matchmaker)
    .where(accounts.c.id == _account_id)
    .with_for_update(key_share=True)
)
_profile_of_account = sa.select(*_profile_columns).where(profiles.c.account_id == _account_id)
_add = profiles.insert()
_change = profiles.update().where(profiles.c.account_id == _account_id)


class StoredProfile(NamedTuple):
    """A profile as stored. Version 0 means that no profile was stored."""

    account: sa.Row[Any]
    """The columns of the account that a profile contains, and those that decide on its listing."""
    fields: Mapping[str, Any]
    version: int


def get_profile(tx: Tx, account_id: Id) -> StoredProfile:
    """The profile of an account."""
    row = tx.one(_profile, {"this_account": account_id})
    return StoredProfile(row, row.fields or {}, row.version or 0)


def lock_profile(tx: Tx, account_id: Id) -> StoredProfile:
    """The profile of an account, with a lock on the account, since the profile may have no row.

    Two statements: on PostgreSQL a join would read the profile as it was before the lock.
    """
    account = tx.one(_locked_account, {"this_account": account_id})
    row = tx.row(_profile_of_account, {"this_account": account_id})
    if row is None:
        return StoredProfile(account, {}, 0)
    return StoredProfile(account, row.fields, row.version)


def put(tx: Tx, account_id: Id, fields: Mapping[str, Any], version: int, now: datetime) -> None:
    """Write a locked profile with its next version; version 1 inserts the row."""
    values = {"fields": fields, "version": version, "updated_at": now}
    if version == 1:
        tx.execute(_add, {"account_id": account_id, **values})
    else:
        tx.execute(_change, {"this_account": account_id, **values})
    terms.put(tx, account_id, terms.PROFILE, policies.terms_of(fields))


def add_many(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert profiles of accounts that have none."""
    tx.execute(_add, rows)
    found = ((Id(row["account_id"]), policies.terms_of(row["fields"])) for row in rows)
    terms.add_many(tx, terms.PROFILE, found)
