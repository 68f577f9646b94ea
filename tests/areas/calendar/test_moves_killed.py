"""Updated invitations survive kill -9 of the process that sends them, and none is sent twice."""

import time
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests import cast, process
from tests.areas.calendar.calendar_client import create_event
from tests.world import World

GUESTS = [f"guest{number}@example.org" for number in range(120)]


def queued(world: World) -> Counter[str]:
    """Return how many updates each address has in the outbox."""
    is_update = outbox_emails.c.name == "calendar/event_changed"
    with world.application.app_state.database.reading() as tx:
        return Counter(tx.values(sa.select(outbox_emails.c.recipient).where(is_update)))


def wait_for(world: World, count: int) -> None:
    deadline = time.monotonic() + 60
    while queued(world).total() < count and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.slow("starts and kills servers")
def test_each_guest_gets_one_update_although_the_server_is_killed(
    world: World, tmp_path: Path, database_url: str
) -> None:
    root = cast.root(world)
    times = {"startAt": "2090-06-01T12:00:00Z"}
    event_id = create_event(world, root, inviteeEmails=GUESTS, **times)
    world.run_periodic_tasks()
    world.patch(f"/calendar/events/{event_id}", {"location": "Room 4"}, as_=root).must(200)
    for count in (1, len(GUESTS)):
        with process.run_server(tmp_path, database_url=database_url) as server:
            wait_for(world, count)
            server.kill()
    assert queued(world) == dict.fromkeys(GUESTS, 1)
