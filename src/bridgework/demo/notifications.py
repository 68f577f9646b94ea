"""The notifications of the last days of the demo data, derived from the rows of other sections."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.areas.community.calendar.tables import events, guests, requests
from bridgework.areas.history.notifications.kinds import KINDS
from bridgework.areas.history.notifications.tables import notifications
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.consultations.tables import consultations
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.areas.work.roles.tables import roles
from bridgework.demo import people, rows
from bridgework.demo.data import Record
from bridgework.demo.rows import RowFactory, id_of
from bridgework.kit.data.db import Tx

_DAYS = timedelta(days=14)
_READ_AFTER = timedelta(days=2)
"""Older notifications were read an hour after they were left."""
_READ_WITHIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Applications:
    noun: str
    table: sa.Table
    postings: sa.Table
    posting_id: sa.Column[str]


_APPLICATIONS = (
    _Applications("job_application", job_applications, jobs, job_applications.c.job_id),
    _Applications("role_application", role_applications, roles, role_applications.c.role_id),
)


def load_notifications(tx: Tx, factory: RowFactory) -> None:
    """Leave notifications of the last days. The older ones are read."""
    since = factory.now - _DAYS
    found = [*_applications(tx), *_postings(tx), *_consultations(tx), *_events(tx)]
    found += _sign_ins(tx, factory.now)
    # States without a notification, such as an expired job, have no kind.
    found = [row for row in found if row["kind"] in KINDS and since <= row["at"] <= factory.now]
    found.sort(key=lambda row: (row["at"], row["kind"], row["subject_id"], row["account_id"]))
    for number, row in enumerate(found, rows.NOTIFICATIONS):
        is_old = row["at"] < factory.now - _READ_AFTER
        row["id"] = id_of(number)
        row["read_at"] = row["at"] + _READ_WITHIN if is_old else None
    tx.execute(notifications.insert(), found)


def _applications(tx: Tx) -> Iterator[Record]:
    for each in _APPLICATIONS:
        columns = (each.table, each.postings.c.user_id.label("owner_id"), each.postings.c.fields)
        joined = each.table.join(each.postings, each.postings.c.id == each.posting_id)
        for row in tx.rows(sa.select(*columns).select_from(joined)):
            title, kind = row.fields["role_needed"], f"{each.noun}.{row.status}"
            first = f"{each.noun}.submitted"
            yield _left(first, row.created_at, row.owner_id, row.id, title, row.applicant_id)
            if row.status == "withdrawn":
                yield _left(kind, row.updated_at, row.owner_id, row.id, title, row.applicant_id)
            elif row.status != "submitted":
                yield _left(kind, row.updated_at, row.applicant_id, row.id, title, row.owner_id)


def _postings(tx: Tx) -> Iterator[Record]:
    for noun, table in (("job", jobs), ("role", roles)):
        for row in tx.rows(sa.select(table).where(table.c.status != "pending")):
            title = row.fields["role_needed"]
            yield _left(f"{noun}.{row.status}", row.updated_at, row.user_id, row.id, title)


def _consultations(tx: Tx) -> Iterator[Record]:
    decided = sa.select(consultations).where(consultations.c.status != "requested")
    for row in tx.rows(decided):
        left = _left(
            f"consultation.{row.status}", row.updated_at, row.user_id, row.id, row.role_title
        )
        yield left | {"start_at": row.start_at if row.status == "scheduled" else None}


def _events(tx: Tx) -> Iterator[Record]:
    for row in tx.rows(sa.select(requests)):
        kind = f"event_request.{row.status}"
        yield _left(kind, row.updated_at, row.submitter_id, row.id, row.name)
    event = (events.c.id, events.c.name, events.c.start_at)
    columns = (guests.c.account_id, guests.c.invited_at, *event)
    invited = sa.select(*columns).join(events, events.c.id == guests.c.event_id)
    is_invited = (guests.c.account_id.is_not(None), guests.c.invited_at.is_not(None))
    for row in tx.rows(invited.where(*is_invited)):
        left = _left("event.invited", row.invited_at, row.account_id, row.id, row.name)
        yield left | {"start_at": row.start_at}


def _sign_ins(tx: Tx, now: datetime) -> Iterator[Record]:
    """Yield a sign-in of each named account, so that each has a notification."""
    signed_in = sa.select(accounts.c.id).where(accounts.c.email.in_(people.NAMED))
    for row in tx.rows(signed_in):
        yield _left("account.new_device", now - timedelta(days=1), row.id, row.id, "")


def _left(
    kind: str, at: datetime, account_id: str, subject_id: str, title: str, actor: str | None = None
) -> Record:
    return {
        "kind": kind,
        "at": at,
        "account_id": account_id,
        "subject_id": subject_id,
        "title": title,
        "actor_id": actor,
        "start_at": None,
    }
