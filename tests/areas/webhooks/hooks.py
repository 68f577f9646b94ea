"""Webhooks, changes and workers for tests."""

from collections.abc import Sequence
from typing import Any

from bridgework.app import create_webhook_worker
from bridgework.areas.back_office.webhooks.delivery.worker import WebhookWorker
from bridgework.kit.delivery import CheckedClient, Resolve, resolve
from tests.world import Person, World

DELAYS = [2, 10, 60, 300, 1800, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 20))]
"""Seconds between the attempts of a delivery; after the twelfth it has failed."""


def create(
    world: World, root: Person, url: str, types: Sequence[str] = ("*",), **members: Any
) -> Any:
    body = {"url": url, "types": list(types), **members}
    return world.post("/admin/webhooks", body, as_=root).must(201).data


def webhook(world: World, root: Person, webhook_id: str) -> Any:
    found = world.get("/admin/webhooks", as_=root).must(200).data
    return next(each for each in found if each["id"] == webhook_id)


def deliveries(world: World, root: Person, webhook_id: str, query: str = "limit=100") -> Any:
    """Return the deliveries of a webhook, newest first."""
    path = f"/admin/webhooks/{webhook_id}/deliveries?{query}"
    return world.get(path, as_=root).must(200).data["items"]


def skip_changes(world: World) -> None:
    """Advance the position in the feed past all changes, without a webhook."""
    world.application.webhook_worker.work_once()


def work(world: World) -> int:
    """Try each due delivery once."""
    return world.application.webhook_worker.work_once()


def quick_worker(
    world: World, seconds: float = 0.5, *, allow_private: bool = True, resolve: Resolve = resolve
) -> WebhookWorker:
    """Return a worker with a short timeout. The caller closes it."""
    worker = create_webhook_worker(world.application.app_state)
    worker.client = CheckedClient(allow_private=allow_private, seconds=seconds, resolve=resolve)
    return worker
