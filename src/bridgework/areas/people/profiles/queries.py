"""The statements on profiles."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.profiles import policies
from bridgework.areas.people.profiles.records import (
    NO_FIELDS,
    Fields,
    Profile,
    ProfileAccount,
    ProfileState,
    StoredProfile,
)
from bridgework.areas.people.profiles.tables import profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    CompiledStatement,
    IdColumn,
    Tx,
    reader_of,
    side_by_side,
    to_json,
    to_values,
)

_account_id = sa.bindparam("this_account", type_=IdColumn)

_profile = CompiledStatement(
    sa.select(
        *(accounts.c[name] for name in ProfileAccount._fields),
        profiles.c.fields,
        profiles.c.version,
        since(accounts.c.id).label("change_in_review_since"),
    )
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == _account_id)
)
_lock_account = (
    sa.select(accounts.c.id).where(accounts.c.id == _account_id).with_for_update(key_share=True)
)
_add = profiles.insert()
_change = profiles.update().where(profiles.c.account_id == _account_id)


def _to_profile(account: ProfileAccount, state: ProfileState) -> StoredProfile:
    fields, version, waits_since = state
    return StoredProfile(account, fields or NO_FIELDS, version or 0, waits_since)


_reader = side_by_side(_to_profile, reader_of(ProfileAccount), reader_of(ProfileState))


def get_profile(tx: Tx, account_id: Id) -> StoredProfile:
    """The profile of an account."""
    (profile,) = tx.records(_reader, _profile, {"this_account": account_id})
    return profile


def lock_profile(tx: Tx, account_id: Id) -> StoredProfile:
    """The profile of an account, with a lock on the account, since the profile may have no row.

    Two statements: on PostgreSQL a join would read the profile as it was before the lock.
    """
    tx.execute(_lock_account, {"this_account": account_id})
    return get_profile(tx, account_id)


def put(tx: Tx, account_id: Id, fields: Fields, version: int, now: datetime) -> None:
    """Write a locked profile with its next version; version 1 inserts the row."""
    values = {"fields": to_json(fields), "version": version, "updated_at": now}
    if version == 1:
        tx.execute(_add, {"account_id": account_id, **values})
    else:
        tx.execute(_change, {"this_account": account_id, **values})
    terms.put(tx, account_id, terms.PROFILE, policies.terms_of(fields))


def add_many(tx: Tx, added: Sequence[Profile]) -> None:
    """Insert profiles of accounts that have none."""
    tx.execute(_add, [to_values(profile) for profile in added])
    found = ((profile.account_id, policies.terms_of(profile.fields)) for profile in added)
    terms.add_many(tx, terms.PROFILE, found)
