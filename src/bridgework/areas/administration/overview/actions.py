"""Looking over what waits."""

from collections.abc import Mapping
from datetime import datetime

from bridgework.areas.administration.overview import queries
from bridgework.areas.administration.overview.schemas import Overview, Queue, QueueName
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Context
from bridgework.kit.outbox import store as outbox


def shown(context: Context) -> Overview:
    """Every queue, empty ones included."""
    with context.read_transaction() as tx:
        found = {**queries.queues(tx), **_letters(tx)}
    return Overview(
        queues=[
            Queue(
                name=name, waiting=waiting, oldest_at=oldest, oldest_seconds=_age(context, oldest)
            )
            for name, (waiting, oldest) in found.items()
        ]
    )


def _letters(tx: Tx) -> Mapping[QueueName, tuple[int, datetime | None]]:
    """Letters that wait to be sent, and those that were given up."""
    return {"emails": outbox.waiting(tx), "deadEmails": outbox.dead(tx)}


def _age(context: Context, since: datetime | None) -> int | None:
    return None if since is None else max(0, int((context.now - since).total_seconds()))
