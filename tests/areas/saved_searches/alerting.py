"""Searches with alerts, and the e-mails that they send."""

import threading
from typing import Any

from tests.world import Person, World


def save(world: World, person: Person, kind: str = "jobs", **members: Any) -> str:
    """Save a search with instant alerts, and return its id. Later records are newer."""
    body = {"name": "Mine", "kind": kind, "query": {}, "frequency": "instantly", **members}
    search_id: str = world.post("/searches", body, as_=person).must(201).data["id"]
    world.clock.advance(seconds=1)
    return search_id


def alerts(world: World, email: str) -> list[str]:
    """Run the background tasks and return the texts of all alerts to an address, oldest first."""
    world.run_periodic_tasks()
    texts = []
    for message in world.mail(email):
        part = message.get_body(("plain",))
        assert part is not None
        text = part.get_content()
        if "Your saved search" in text:
            texts.append(f"{message['Subject']}\n{text}")
    return texts


def find(world: World) -> None:
    """Find results for alerts, without sending them."""
    scheduler = world.application.scheduler
    (task,) = [task for task in scheduler.tasks if task.name == "find results for alerts"]
    scheduler.run_task(task, threading.Event())
