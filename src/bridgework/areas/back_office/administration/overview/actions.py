"""Read the overview of waiting items."""

from collections.abc import Mapping
from datetime import datetime

from bridgework.areas.back_office.administration.overview import queries, schemas
from bridgework.context import Context
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import queries as outbox


def get_overview(context: Context) -> schemas.Overview:
    """Return all queues, including empty ones."""
    with context.read_transaction() as tx:
        queues = {**queries.count_waiting(tx), **_email_queues(tx)}
    return schemas.Overview(
        queues=[
            schemas.Queue(
                name=name, waiting=waiting, oldest_at=oldest, oldest_seconds=_age(context, oldest)
            )
            for name, (waiting, oldest) in queues.items()
        ]
    )


def _email_queues(tx: Tx) -> Mapping[schemas.QueueName, tuple[int, datetime | None]]:
    return {"emails": outbox.count_waiting(tx), "deadEmails": outbox.count_dead(tx)}


def _age(context: Context, since: datetime | None) -> int | None:
    return None if since is None else max(0, int((context.now - since).total_seconds()))
