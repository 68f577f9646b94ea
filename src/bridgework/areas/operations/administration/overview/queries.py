"""The statement that counts waiting items. Each queue is counted from its own index."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.calendar.tables import requests as event_requests
from bridgework.areas.community.moderation.tables import reports
from bridgework.areas.identity.accounts.tables import UNVERIFIED, accounts
from bridgework.areas.operations.administration.overview.schemas import QueueName
from bridgework.areas.work.consultations.tables import consultations
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.data.db import Tx


def _waiting(name: str, since: sa.ColumnElement[Any], *conditions: Any) -> sa.Select[Any, Any, Any]:
    oldest = sa.func.min(since, type_=since.type).label("oldest_at")
    return sa.select(
        sa.literal(name).label("name"), sa.func.count().label("waiting"), oldest
    ).where(*conditions)


_queues = sa.union_all(
    _waiting(
        "roles", roles.c.created_at, roles.c.status == "pending", roles.c.deleted_at.is_(None)
    ),
    _waiting("jobs", jobs.c.updated_at, jobs.c.status == "pending", jobs.c.hidden_at.is_(None)),
    _waiting("eventRequests", event_requests.c.created_at, event_requests.c.status == "pending"),
    _waiting("consultations", consultations.c.created_at, consultations.c.status == "requested"),
    _waiting("reports", reports.c.created_at, reports.c.status == "open"),
    *(
        _waiting(f"{platform}s", accounts.c.created_at, condition)
        for platform, condition in UNVERIFIED.items()
    ),
)


def count_waiting(tx: Tx) -> Mapping[QueueName, tuple[int, datetime | None]]:
    """Return the length of each queue, and since when its oldest item waits."""
    return {row.name: (row.waiting, row.oldest_at) for row in tx.rows(_queues)}
