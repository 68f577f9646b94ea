"""The statement that counts waiting items. Each queue is counted from its own index."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bridgework.areas.back_office.administration.overview.schemas import QueueName
from bridgework.areas.community.calendar.tables import REQUEST_IS_PENDING
from bridgework.areas.community.calendar.tables import requests as event_requests
from bridgework.areas.community.moderation.tables import REPORT_WAITS, reports
from bridgework.areas.identity.accounts.change_requests.tables import WAITING_FOR_MEMBER
from bridgework.areas.identity.accounts.tables import UNVERIFIED, accounts
from bridgework.areas.work.consultations.tables import CONSULTATION_IS_REQUESTED, consultations
from bridgework.areas.work.jobs.tables import JOB_IS_PENDING, jobs
from bridgework.areas.work.roles.tables import ROLE_IS_PENDING, roles
from bridgework.kit.data.db import Tx


class WaitingCount(NamedTuple):
    """The length of a queue, and since when its oldest item waits."""

    name: QueueName
    waiting: int
    oldest_at: datetime | None


def _waiting(name: str, since: sa.ColumnElement[Any], condition: Any) -> sa.Select[Any, Any, Any]:
    oldest = sa.func.min(since, type_=since.type).label("oldest_at")
    return sa.select(
        sa.literal(name).label("name"), sa.func.count().label("waiting"), oldest
    ).where(condition)


_queues = sa.union_all(
    _waiting("roles", roles.c.created_at, ROLE_IS_PENDING),
    _waiting("jobs", jobs.c.updated_at, JOB_IS_PENDING),
    _waiting("eventRequests", event_requests.c.created_at, REQUEST_IS_PENDING),
    _waiting("consultations", consultations.c.created_at, CONSULTATION_IS_REQUESTED),
    _waiting("reports", reports.c.created_at, REPORT_WAITS),
    *(
        _waiting(
            f"{platform}s",
            accounts.c.created_at,
            sa.and_(condition, accounts.c.id.not_in(WAITING_FOR_MEMBER)),
        )
        for platform, condition in UNVERIFIED.items()
    ),
)


def count_waiting(tx: Tx) -> Mapping[QueueName, tuple[int, datetime | None]]:
    """Return the length of each queue, and since when its oldest item waits."""
    found = tx.records(WaitingCount, _queues)
    return {each.name: (each.waiting, each.oldest_at) for each in found}
