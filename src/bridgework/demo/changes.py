"""The change feed of the last days of the demo data, derived from the rows of other sections."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.areas.community.blogs.tables import posts as blog
from bridgework.areas.community.calendar.tables import events, requests
from bridgework.areas.community.moderation.tables import reports
from bridgework.areas.history.changes import policies
from bridgework.areas.history.changes.tables import changes, head
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.consultations.tables import consultations
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.areas.work.roles.tables import roles
from bridgework.demo.data import Record
from bridgework.demo.rows import RowFactory
from bridgework.kit.data.db import Tx

_DAYS = timedelta(days=14)
_CREATED: Mapping[str, sa.Column[datetime]] = {
    "account.registered": accounts.c.created_at,
    "event.created": events.c.created_at,
    "blog.published": blog.c.published_at,
}
_STATES: Mapping[str, tuple[sa.Table, str]] = {
    "role": (roles, "pending"),
    "role_application": (role_applications, "submitted"),
    "job": (jobs, "pending"),
    "job_application": (job_applications, "submitted"),
    "consultation": (consultations, "requested"),
    "event_request": (requests, "pending"),
}
"""Records with states, and their first state."""
_POSTINGS = {"role_application": ("role_id", "roleId"), "job_application": ("job_id", "jobId")}
"""The column of the posting of an application, and its name in the data of a change."""


class ChangesSection:
    """The changes of the last days. Load it last."""

    def is_loaded(self, tx: Tx) -> bool:
        return int(tx.value(sa.select(head.c.sequence))) > 0

    def load(self, tx: Tx, factory: RowFactory) -> None:
        since = factory.now - _DAYS
        found = [*_created(tx, since), *_states(tx, since), *_reported(tx, since)]
        found = [row for row in found if since <= row["at"] <= factory.now]
        found.sort(key=lambda row: (row["at"], row["type"], row["subject_id"]))
        for sequence, row in enumerate(found, 1):
            row["sequence"] = sequence
        # The other sections announced entries of the directories, as if they were listed just now.
        tx.execute(changes.delete())
        tx.execute(changes.insert(), found)
        tx.execute(head.update().values(sequence=len(found)))


def _created(tx: Tx, since: datetime) -> Iterator[Record]:
    for change_type, at in _CREATED.items():
        for row in tx.rows(sa.select(at.table.c.id, at.label("at")).where(at >= since)):
            yield _change(change_type, row.id, row.at)


def _states(tx: Tx, since: datetime) -> Iterator[Record]:
    for noun, (table, first) in _STATES.items():
        for row in tx.rows(sa.select(table).where(table.c.updated_at >= since)):
            column, name = _POSTINGS.get(noun, (None, ""))
            data = {} if column is None else {name: getattr(row, column)}
            yield _change(policies.type_of_state(noun, first), row.id, row.created_at, data)
            if row.status != first:
                reached = policies.type_of_state(noun, row.status)
                yield _change(reached, row.id, row.updated_at, data)


def _reported(tx: Tx, since: datetime) -> Iterator[Record]:
    for row in tx.rows(sa.select(reports).where(reports.c.created_at >= since)):
        change = _change("content.reported", row.target_id, row.created_at, {"reportId": row.id})
        yield {**change, "subject_kind": row.kind}


def _change(
    change_type: str, subject_id: str, at: datetime, data: Mapping[str, str] | None = None
) -> Record:
    return {
        "type": change_type,
        "subject_kind": change_type.partition(".")[0],
        "subject_id": subject_id,
        "data": dict(data or {}),
        "at": at,
    }
