"""Adds job postings, roles, vendors and changes in bulk to a database with the demo data.

Run as a program:

    python -m bench.fill COUNT

Each new row takes every member from a random existing row of its kind. COUNT experts become vendors
or ambassadors. Each also gets a role on the jobs platform, so that every filter of the list of
users selects a part of the accounts.
"""

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework import app
from bridgework.areas.history.changes import actions as changes
from bridgework.areas.identity.accounts.schemas import VendorsRole
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.people.vendors import queries as vendor_writes
from bridgework.areas.people.vendors.records import Fields
from bridgework.areas.people.vendors.tables import profiles as vendor_profiles
from bridgework.areas.work.jobs import policies as job_policies
from bridgework.areas.work.jobs.queries import posting_writes as job_writes
from bridgework.areas.work.jobs.records import Job
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.queries import posting_writes as role_writes
from bridgework.areas.work.roles.records import Role
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Database, from_json, from_values
from bridgework.settings_loader import load

BATCH = 500
Row = Mapping[str, Any]


class Mixer:
    """Combines the members of existing rows into new rows."""

    def __init__(self, draw: random.Random, rows: Sequence[Row], names: Sequence[str]) -> None:
        self._draw, self._rows, self._names = draw, rows, names

    def make(self) -> dict[str, Any]:
        """Return a row with the members of a random row, each value from another random row."""
        row = {}
        for name in self._draw.choice(self._rows):
            row[name] = self._draw.choice([row[name] for row in self._rows if name in row])
        if row.get("company_name"):
            row["company_name"] = f"{self._draw.choice(self._names)} {row['company_name']}"
        return row


def main() -> None:
    count, draw, now = int(sys.argv[1]), random.Random(1), datetime.now(UTC)  # noqa: S311
    database = app.database(load())
    try:
        with database.reading() as tx:
            experts = tx.rows(
                sa.select(accounts.c.id, accounts.c.last_name)
                .where(accounts.c.role == "expert", accounts.c.vendors_role.is_(None))
                .order_by(accounts.c.id)
                .limit(count)
            )
            job_fields = [row.fields for row in tx.rows(sa.select(jobs.c.fields))]
            role_fields = [row.fields for row in tx.rows(sa.select(roles.c.fields))]
            vendor_rows = tx.rows(sa.select(vendor_profiles.c.kind, vendor_profiles.c.fields))
        ids = [row.id for row in experts]
        names = [row.last_name for row in experts]
        mixers = {
            kind: Mixer(draw, [row.fields for row in vendor_rows if row.kind == kind], names)
            for kind in ("vendor", "ambassador")
        }
        _add_jobs(database, Mixer(draw, job_fields, names), _postings(draw, ids, now, count))
        _add_roles(database, Mixer(draw, role_fields, names), _postings(draw, ids, now, count))
        _add_vendors(database, mixers, ids, now)
        _add_changes(database, ids, now, count)
    finally:
        database.close()


def _postings(
    draw: random.Random, owners: Sequence[str], now: datetime, count: int
) -> Iterator[list[dict[str, Any]]]:
    """Return the common columns of postings in batches; 90 % are open."""
    for start in range(0, count, BATCH):
        batch = []
        for _ in range(min(BATCH, count - start)):
            at = now - timedelta(seconds=draw.randrange(50 * 86_400))
            stamps = {"version": 1, "created_at": at, "updated_at": at}
            batch.append({"id": new_id(), "user_id": draw.choice(owners), **stamps})
        yield batch


def _add_jobs(database: Database, mixer: Mixer, batches: Iterator[list[dict[str, Any]]]) -> None:
    for batch in batches:
        rows = []
        for number, posting in enumerate(batch):
            is_open = number % 10 != 0
            state = {
                "status": "approved" if is_open else "closed",
                "rejection_reason": None,
                "expires_at": posting["created_at"] + job_policies.VALIDITY if is_open else None,
            }
            rows.append(from_values(Job, {**posting, **state, "fields": mixer.make()}))
        with database.writing() as tx:
            job_writes.add(tx, *rows)


def _add_roles(database: Database, mixer: Mixer, batches: Iterator[list[dict[str, Any]]]) -> None:
    for batch in batches:
        statuses = ["active" if number % 10 != 0 else "closed" for number in range(len(batch))]
        rows = [
            from_values(Role, {**posting, "fields": mixer.make(), "status": status})
            for posting, status in zip(batch, statuses, strict=True)
        ]
        with database.writing() as tx:
            role_writes.add(tx, *rows)


def _add_changes(database: Database, ids: Sequence[Id], now: datetime, count: int) -> None:
    for start in range(0, count, BATCH):
        with database.writing() as tx:
            batch = range(start, min(start + BATCH, count))
            changed = [changes.Announcement("expert.changed", ids[n % len(ids)]) for n in batch]
            changes.announce_all(tx, changed)
        changes.number_pending(database, now)


def _add_vendors(
    database: Database, mixers: Mapping[str, Mixer], ids: Sequence[Id], now: datetime
) -> None:
    change = accounts.update().where(accounts.c.id == sa.bindparam("this_account"))
    for start in range(0, len(ids), BATCH):
        with database.writing() as tx:
            for number, account_id in enumerate(ids[start : start + BATCH], start):
                kind: VendorsRole = "ambassador" if number % 4 == 0 else "vendor"
                tier = "not-verified" if number % 10 == 0 else "verified"
                columns = {
                    "vendors_role": kind,
                    "vendors_verification_tier": tier,
                    "jobs_role": ("candidate", "recruiter", None)[number % 3],
                    "jobs_verification_tier": ("verified", "not-verified")[number % 2],
                }
                tx.execute(change.values(**columns), {"this_account": account_id})
                fields = from_json(Fields, mixers[kind].make())
                vendor_writes.put_profile(tx, account_id, kind, now, fields=fields)
                vendors.reindex(tx, account_id)


if __name__ == "__main__":
    main()
