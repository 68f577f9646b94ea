"""What waits in the background, and what failed there."""

from datetime import datetime, timedelta

from bridgework.areas.back_office.imports import actions as imports
from bridgework.areas.back_office.system.status import schemas
from bridgework.areas.back_office.webhooks import actions as webhooks
from bridgework.areas.history.audit import actions as audit
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery import task_failures
from bridgework.kit.delivery.outbox import queries as outbox

_DAY = timedelta(days=1)


def count_waiting(tx: Tx) -> schemas.WorkQueues:
    """Return the length of each queue, and since when its oldest item waits."""
    return schemas.WorkQueues(
        urgent_emails=_waiting(*outbox.count_waiting_with(tx, "urgent")),
        bulk_emails=_waiting(*outbox.count_waiting_with(tx, "bulk")),
        webhooks=_waiting(*webhooks.count_waiting(tx)),
        imports=_waiting(*imports.count_waiting(tx)),
        audit_entries=_waiting(*audit.count_unsealed(tx)),
    )


def count_failures(tx: Tx, now: datetime) -> schemas.Failures:
    """Return what failed in the last day."""
    since = now - _DAY
    return schemas.Failures(
        emails=outbox.count_given_up(tx, since),
        webhooks=webhooks.count_failed(tx, since),
        imports=imports.count_failed(tx, since),
        periodic_tasks=task_failures.count(tx, now),
    )


def _waiting(length: int, oldest_at: datetime | None) -> schemas.WaitingWork:
    return schemas.WaitingWork(waiting=length, oldest_at=oldest_at)
