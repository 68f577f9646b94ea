"""A real server with a little data."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast, make, process
from tests.process import ServerProcess
from tests.world import Person, World


@pytest.fixture
def root(world: World) -> Person:
    """The only administrator, who therefore cannot be disabled."""
    return cast.root(world)


@pytest.fixture
def limits() -> dict[str, Any]:
    """The rate limits of the server, which are those per e-mail address too."""
    return {"rate_limit": "1000000/60", "admin_rate_limit": "1000000/60"}


@pytest.fixture
def served(
    world: World, settings: Settings, root: Person, limits: dict[str, Any]
) -> Iterator[ServerProcess]:
    """Serve an expert who can sign in, `ada@example.com`, with a blog post.

    `ben@example.com` can also sign in, as can `carla@example.com`, who owns a clinic, and
    `vera@example.com`, a vendor; both are verified. All accounts, and that of `root`, exist before
    the server starts: its clock is ahead, so it deletes unsent codes of the world as expired.
    """
    ada = cast.ada(world)
    cast.ben(world)
    carla = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    make.change_account(world, carla.id, jobs_verification_tier="verified")
    vera = cast.sign_up(world, "vera@example.com", vendorsRole="vendor")
    make.change_account(world, vera.id, vendors_verification_tier="verified")
    make.into_expert(world, ada, "Ada Lovell", tags=["mentor"], bio="Saves teeth.")
    make.post(world, Id(str(ada.id)), "saving-teeth", at=timedelta(days=-3650))
    with process.run_server(
        settings.data_dir,
        database_url=settings.database_address,
        log_format="json",
        **limits,
    ) as server:
        yield server
