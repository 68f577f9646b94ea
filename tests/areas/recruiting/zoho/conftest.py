"""A world with a fake Zoho Recruit server as its provider."""

from collections.abc import Iterator

import pytest

from bridgework.areas.back_office.recruiting.zoho import client
from bridgework.settings import Settings
from tests.servers import zoho
from tests.servers.zoho import StandIn
from tests.world import World


@pytest.fixture
def at() -> Iterator[StandIn]:
    with zoho.running() as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, at: StandIn) -> Settings:
    return settings.model_copy(
        update={
            "zoho_client_id": zoho.CLIENT,
            "zoho_client_secret": zoho.SECRET,
            "zoho_refresh_token": zoho.REFRESH,
            "zoho_accounts_url": at.url,
            "zoho_api_url": at.url,
            "zoho_reference_field": zoho.REFERENCE,
        }
    )


@pytest.fixture(autouse=True)
def _short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short timeouts and pauses."""
    monkeypatch.setattr(client, "SECONDS", 0.5)
    monkeypatch.setattr(client, "PAUSES", (0.01, 0.02))


@pytest.fixture(autouse=True)
def _shared_clock(world: World, at: StandIn) -> None:
    """The fake server uses the clock of the world."""
    at.now = world.clock.now
