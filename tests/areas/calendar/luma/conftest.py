"""A world with a fake Luma server."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bridgework.areas.community.calendar.formats.luma.client import Luma
from bridgework.areas.community.calendar.formats.luma.sync import LumaSync
from bridgework.settings import Settings
from tests.areas.calendar.luma.syncing import COVER, PNG
from tests.servers import luma
from tests.servers.luma import StandIn
from tests.world import World


@pytest.fixture
def at() -> Iterator[StandIn]:
    with luma.running() as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, at: StandIn) -> Settings:
    return settings.model_copy(update={"luma_api_key": luma.KEY, "luma_url": at.url})


@pytest.fixture
def luma_sync(world: World, at: StandIn) -> Iterator[LumaSync]:
    """The world's synchronization, with a cover."""
    assert world.application.luma_sync is not None
    client = Luma(luma.KEY, address=at.url)
    pictures = {COVER: (PNG, "image/png")}
    sync = replace(world.application.luma_sync, luma=client, read_cover=pictures.get)
    yield sync
    client.close()
    world.application.luma_sync.luma.close()
