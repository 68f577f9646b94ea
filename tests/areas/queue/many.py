"""Many items in the queue, of four kinds."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.moderation.tables import reports
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import new_id
from bridgework.kit.data.db import Database
from tests import make
from tests.areas.jobs import board

EACH = 25_000
_BATCH = 5_000


def fill(database: Database, owner: str, now: datetime) -> None:
    """Add EACH items of four kinds, a hundred thousand in all. `owner` posts the roles and jobs."""
    tables: Mapping[sa.Table, list[Mapping[str, Any]]] = {
        accounts: [_account(at) for at in _times(now)],
        roles: [_posting(owner, at) for at in _times(now)],
        jobs: [_posting(owner, at) for at in _times(now)],
        reports: [_report(at) for at in _times(now)],
    }
    for table, rows in tables.items():
        for start in range(0, EACH, _BATCH):
            with database.writing() as tx:
                tx.execute(table.insert(), rows[start : start + _BATCH])


def _times(now: datetime) -> Iterator[datetime]:
    """Times in no order, within the last hundred hours."""
    return (now - timedelta(hours=number * 37 % 100) for number in range(EACH))


def _posting(owner: str, at: datetime) -> Mapping[str, Any]:
    fields = {"role_needed": "Endodontist", "company_name": "Orchard Gate", **board.REQUIRED}
    row = {"id": new_id(), "user_id": owner, "fields": fields, "status": "pending"}
    return {**row, "version": 1, "created_at": at, "updated_at": at}


def _account(at: datetime) -> Mapping[str, Any]:
    account_id = new_id()
    email = f"{account_id}@example.com"
    row = {**make.FIRST_VALUES, "id": account_id, "email": email, "email_key": email}
    return {**row, "verification_tier": "not-verified", "created_at": at, "updated_at": at}


def _report(at: datetime) -> Mapping[str, Any]:
    row = {"id": new_id(), "kind": "post", "target_id": new_id(), "reason": "Spam."}
    return {**row, "status": "open", "created_at": at}
