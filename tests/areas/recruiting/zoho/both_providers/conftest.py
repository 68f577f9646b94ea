"""Fixtures that run each test with both providers."""

from collections.abc import Callable

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.recruiting import recruiting_client
from tests.servers.zoho import StandIn
from tests.world import Person, World


@pytest.fixture(params=["builtin", "zoho"])
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def settings(settings: Settings, provider: str) -> Settings:
    if provider == "zoho":
        return settings
    nothing = dict.fromkeys(("zoho_client_id", "zoho_client_secret", "zoho_refresh_token"), "")
    return settings.model_copy(update=nothing)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


@pytest.fixture
def opening(world: World, at: StandIn, provider: str, root: Person) -> Callable[..., str]:
    """A function that creates an opening with the provider and returns its id."""

    def create(title: str = "Associate dentist") -> str:
        if provider == "builtin":
            return recruiting_client.create_opening(world, root, roleNeeded=title)
        client = {"Client_Name": {"name": "Larkspur Dental Group", "id": "7"}}
        return at.add_opening(title, City="Austin", State="TX", **client)

    return create
