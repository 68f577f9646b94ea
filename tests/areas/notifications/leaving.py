"""Helpers that leave notifications and follow their streams."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bridgework.areas.history.notifications import actions
from bridgework.kit.core import Id, new_id
from tests.areas.changes.listening import PATIENCE, Event, Listener, listening
from tests.world import Person, World

PATH = "/notifications/stream"


def leave(world: World, account_id: Id, count: int = 1, actor_id: Id | None = None) -> list[Id]:
    """Leave notifications of approved jobs, and return their subjects."""
    subjects = [new_id() for _ in range(count)]
    with world.application.app_state.database.writing() as tx:
        new = [
            actions.New("job.approved", account_id, subject, "Dentist", actor_id)
            for subject in subjects
        ]
        actions.leave(tx, world.clock.now(), *new)
    return subjects


def page(world: World, person: Person, query: str = "") -> Any:
    return world.get(f"/notifications?{query}", as_=person).must(200).data


@contextmanager
def following(
    world: World, person: Person, headers: Mapping[str, str] | None = None
) -> Iterator[Listener]:
    with listening(world, person, headers, PATH) as listener:
        yield listener


def events(world: World, listener: Listener, count: int) -> list[Event]:
    """Publish until a stream gets some events, and return them."""
    received: list[Event] = []
    for _ in range(int(PATIENCE / 0.1)):
        world.application.notification_publisher.publish()
        received += listener.received_events(0.1)
        if len(received) >= count:
            return received
    raise AssertionError(f"{len(received)} of {count} events")
