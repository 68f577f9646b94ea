"""The same world with either system: whoever calls can't tell which keeps the candidates."""

from collections.abc import Callable

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.recruiting import recruiting_client
from tests.servers.zoho import StandIn
from tests.world import Person, World


@pytest.fixture(params=["embedded", "zoho"])
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def settings(settings: Settings, system: str) -> Settings:
    if system == "zoho":
        return settings
    nothing = dict.fromkeys(("zoho_client_id", "zoho_client_secret", "zoho_refresh_token"), "")
    return settings.model_copy(update=nothing)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


@pytest.fixture
def opening(world: World, at: StandIn, system: str, root: Person) -> Callable[..., str]:
    """Makes an opening, wherever the system has them, and tells its id."""

    def made(title: str = "Associate dentist") -> str:
        if system == "embedded":
            return recruiting_client.create_opening(world, root, roleNeeded=title)
        client = {"Client_Name": {"name": "Larkspur Dental Group", "id": "7"}}
        return at.add_opening(title, City="Austin", State="TX", **client)

    return made
