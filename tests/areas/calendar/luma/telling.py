"""Having Luma told, and what is known of that."""

from typing import Any

import sqlalchemy as sa

from bridgework.areas.calendar.luma.sync import LumaSync
from bridgework.areas.calendar.tables import luma as rows
from tests.world import World

PNG = b"\x89PNG\r\n\x1a\n and the rest of a picture"
COVER = "https://api.example.com/files/calendar-event-covers/a/b-cover.png"


def tell(telling: LumaSync) -> int:
    """Have Luma told of whatever is due; how many tries that took."""
    tries = 0
    while telling.work_once():
        tries += 1
    return tries


def row(world: World) -> Any:
    with world.house.app_state.database.reading() as tx:
        return tx.execute(sa.select(rows)).one()
