"""The version of an account as administrators read it to decide: with its profiles."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import Id, content_version
from bridgework.kit.data.db import IdColumn, Tx

_ACCOUNT_MEMBERS = (
    *("email", "first_name", "last_name", "avatar_url", "is_email_verified"),
    *("role", "jobs_role", "vendors_role", "consultation_request_cap"),
    *("verification_tier", "jobs_verification_tier", "vendors_verification_tier"),
    *("disabled_at", "disabled_reason", "erases_at", "hidden_at"),
)


class Profiles(NamedTuple):
    """A table with profiles of accounts. Whoever writes one locks the account first."""

    table: sa.Table
    columns: Sequence[str]
    """What administrators read of a profile."""


PROFILES: list[Profiles] = []
"""The profiles of all areas, set in `event_handlers.py`."""

_ids = sa.bindparam("ids", type_=IdColumn, expanding=True)
_accounts = sa.select(accounts.c.id, *(accounts.c[name] for name in _ACCOUNT_MEMBERS)).where(
    accounts.c.id.in_(_ids)
)
_lock = (
    sa.select(accounts.c.id)
    .where(accounts.c.id == sa.bindparam("account_id", type_=IdColumn))
    .with_for_update(key_share=True)
)


def versions(tx: Tx, account_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of accounts, without those that do not exist."""
    if not account_ids:
        return {}
    parameters = {"ids": list(account_ids)}
    found = {row.id: [list(row)] for row in tx.rows(_accounts, parameters)}
    for table, columns in PROFILES:
        of_accounts = sa.select(table.c.account_id, *(table.c[name] for name in columns))
        statement = of_accounts.where(table.c.account_id.in_(_ids))
        for row in tx.rows(statement.order_by(*table.primary_key), parameters):
            values: list[object] = list(row[1:])
            is_stated = any(value is not None for value in values)
            if is_stated and row.account_id in found:
                found[row.account_id].append([table.name, *values])
    return {account_id: content_version(rows) for account_id, rows in found.items()}


def version(tx: Tx, account_id: Id) -> int:
    """Return the version of an account that exists."""
    return versions(tx, [account_id])[account_id]


def lock_and_check(tx: Tx, account_id: Id, check_version: CheckVersion) -> None:
    """Lock an account until the transaction ends, and check its version."""
    tx.execute(_lock, {"account_id": account_id})
    check_version(version(tx, account_id))
