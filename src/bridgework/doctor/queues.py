"""Checks of the queues: what waits, and for how long."""

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.imports.queries import find_running
from bridgework.areas.back_office.webhooks.queries import count_waiting
from bridgework.areas.back_office.webhooks.tables import webhooks
from bridgework.areas.history.audit import queries as audit
from bridgework.areas.history.audit.policies import SEALED_WITHIN
from bridgework.areas.history.changes.tables import changes
from bridgework.doctor.connection import reading
from bridgework.doctor.result import Result, ok, warning
from bridgework.kit.core import SystemClock
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.settings import Settings

_LATE = timedelta(minutes=10)
_IMPORT_LATE = timedelta(minutes=5)
_MANY_CHANGES = 1000
_IS_THE_SERVER_RUNNING = "check whether the server, or `bridgework worker`, runs, and read its log"


def check_emails(settings: Settings) -> Result:
    """E-mails are sent in time, and none was given up."""
    with reading(settings) as tx:
        waiting, oldest = outbox.count_waiting(tx)
        dead, _ = outbox.count_dead(tx)
    message = f"{_waiting(waiting, oldest)}; {dead} given up"
    if _is_late(oldest, _LATE):
        return warning(
            message, "check the line mail; then whether the server, or `bridgework worker`, runs"
        )
    if dead:
        return warning(message, "`GET /admin/emails?state=dead` has the reason of each")
    return ok(message)


def check_webhooks(settings: Settings) -> Result:
    """No webhook is disabled because of its receiver, and deliveries are made in time."""
    is_disabled = sa.and_(webhooks.c.deleted_at.is_(None), sa.not_(webhooks.c.enabled))
    by_receiver = webhooks.c.disabled_reason.in_(["gone", "failing"])
    with reading(settings) as tx:
        disabled = int(tx.value(_count(webhooks).where(is_disabled)))
        failing = int(tx.value(_count(webhooks).where(is_disabled, by_receiver)))
        waiting, oldest = count_waiting(tx)
    message = f"{disabled} disabled; {_waiting(waiting, oldest)}"
    if failing:
        return warning(
            f"{message}; {failing} were disabled because their receivers failed",
            "repair the receivers, then enable the webhooks in the console",
        )
    if _is_late(oldest, _LATE):
        return warning(message, "the console lists the errors of each webhook's deliveries")
    return ok(message)


def check_imports(settings: Settings) -> Result:
    """A running import makes progress."""
    with reading(settings) as tx:
        running = find_running(tx)
    if running is None:
        return ok("none is running")
    message = f"one is running; its last progress was {_age(running.updated_at)} ago"
    if _is_late(running.updated_at, _IMPORT_LATE):
        return warning(message, f"{_IS_THE_SERVER_RUNNING}; a stalled import ends after an hour")
    return ok(message)


def check_changes(settings: Settings) -> Result:
    """Changes are numbered, so that they can be read at `/changes`."""
    with reading(settings) as tx:
        few = sa.select(changes.c.id).where(changes.c.sequence.is_(None)).limit(_MANY_CHANGES)
        count = int(tx.value(sa.select(sa.func.count()).select_from(few.subquery())))
    if count >= _MANY_CHANGES:
        return warning(f"{count} or more are not numbered yet", _IS_THE_SERVER_RUNNING)
    return ok(f"{count} are not numbered yet")


def check_unsealed(settings: Settings) -> Result:
    """Audit entries are sealed within a minute."""
    with reading(settings) as tx:
        unsealed, oldest = audit.count_unsealed(tx)
    message = _waiting(unsealed, oldest, "waiting to be sealed")
    if _is_late(oldest, SEALED_WITHIN):
        return warning(message, f"{_IS_THE_SERVER_RUNNING}; a running server seals within seconds")
    return ok(message)


def _count(table: sa.Table) -> sa.Select[Any]:
    return sa.select(sa.func.count().label("total")).select_from(table)


def _waiting(count: int, oldest: datetime | None, what: str = "waiting") -> str:
    return f"none {what}" if oldest is None else f"{count} {what}, the oldest for {_age(oldest)}"


def _is_late(oldest: datetime | None, limit: timedelta) -> bool:
    return oldest is not None and SystemClock().now() - oldest > limit


def _age(since: datetime) -> str:
    seconds = max(0, int((SystemClock().now() - since).total_seconds()))
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} seconds"
