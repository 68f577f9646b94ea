"""The statements of decisions on records: the last one, and the account as it is read for one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.audit.tables import entries
from bridgework.areas.identity.accounts.records import LastDecision
from bridgework.areas.identity.accounts.tables import NAME_OR_EMAIL, accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx

_ACTIONS: tuple[AuditAction, ...] = (
    *("account.change", "account.assign_role", "account.disable", "account.enable", "vendor.set"),
    "account.ask_for_changes",
    *("role.approve", "role.reject", "role.reopen", "role.close", "role.delete"),
    *("job.approve", "job.reject", "job.reopen", "job.close", "job.change"),
    *("job_application.decide", "account.schedule_erasure", "account.cancel_erasure"),
    *("report.keep", "report.hide", "report.restore"),
    *("event_request.approve", "event_request.reject"),
    *("role.confirm_change", "role.reverse_change"),
    *("account.confirm_change", "account.reverse_change"),
    *("consultation.decide", "email.retry"),
)
"""The decisions. Owners write some of these entries about their own account.

That about an application may be of the posting's owner. A change of a role counts if it was made by
an administrator.
"""
_last = (
    sa.select(entries.c.at, entries.c.action, accounts.c.id, NAME_OR_EMAIL.label("name"))
    .join_from(entries, accounts, accounts.c.id == entries.c.actor)
    .where(
        entries.c.target == sa.bindparam("target", type_=sa.Text),
        sa.or_(
            entries.c.action.in_(_ACTIONS),
            sa.and_(entries.c.action == "role.change", accounts.c.role == "admin"),
        ),
        entries.c.actor != sa.bindparam("owner", type_=IdColumn),
    )
    .order_by(entries.c.at.desc(), entries.c.id.desc())
    .limit(1)
)
_ACCOUNT_MEMBERS = (
    *("email", "first_name", "last_name", "avatar_url", "is_email_verified"),
    *("role", "jobs_role", "vendors_role", "consultation_request_cap"),
    *("verification_tier", "jobs_verification_tier", "vendors_verification_tier"),
    *("disabled_at", "disabled_reason", "erases_at", "hidden_at"),
)


class Profiles(NamedTuple):
    """A table with profiles of accounts. Each write of a profile locks the account first."""

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


def find_last(tx: Tx, target: Id) -> LastDecision | None:
    return tx.record(LastDecision, _last, {"target": target, "owner": target})


def lock(tx: Tx, account_id: Id) -> None:
    """Lock an account until the transaction ends."""
    tx.execute(_lock, {"account_id": account_id})


def list_content(tx: Tx, account_ids: Sequence[Id]) -> Mapping[Id, Sequence[object]]:
    """Return what administrators read of accounts and their profiles."""
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
    return found
