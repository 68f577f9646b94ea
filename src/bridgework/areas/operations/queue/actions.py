"""Read what waits for administrators."""

from bridgework.areas.operations.queue import schemas, waiting_queries
from bridgework.context import Context
from bridgework.kit.actions import cursors

_LIST = "queue"


def list_waiting(context: Context, query: schemas.AdminQueueQuery) -> schemas.QueuePage:
    """Return a page of what waits, and the numbers of all kinds."""
    request = cursors.page_request(context, query, _LIST)
    kinds = [kind for kind in waiting_queries.KINDS if not query.kind or kind in query.kind]
    with context.read_transaction() as tx:
        items = waiting_queries.list_waiting(tx, kinds, request, context.now)
        counts = waiting_queries.count_waiting(tx, context.now)
    return cursors.to_page(context, query, schemas.QueuePage, items, _LIST, counts=counts)
