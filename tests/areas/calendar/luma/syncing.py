"""Helpers for the synchronization with Luma."""

from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.calendar.formats.luma.sync import LumaSync
from bridgework.areas.community.calendar.tables import luma as rows
from tests.world import World

PNG = b"\x89PNG\r\n\x1a\n and the rest of a picture"
COVER = "https://api.example.com/files/calendar-event-covers/a/b-cover.png"


def sync_all(luma_sync: LumaSync) -> int:
    """Sync all events that are due. Returns the number of attempts."""
    attempts = 0
    while luma_sync.work_once():
        attempts += 1
    return attempts


def row(world: World) -> Any:
    with world.application.app_state.database.reading() as tx:
        return tx.execute(sa.select(rows)).one()
