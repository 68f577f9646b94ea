"""A real server in front of a small world."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from bridgework.kit.ids import Id
from bridgework.settings import Settings
from tests import cast, make, process
from tests.process import Running
from tests.world import World


@pytest.fixture
def served(world: World, settings: Settings) -> Iterator[Running]:
    """A process that serves an expert who can sign in, `ada@example.com`, and her blog post.

    `ben@example.com` can sign in too, and so can `carla@example.com`, who owns a clinic, and
    `vera@example.com`, a vendor; both are verified.
    """
    ada = cast.ada(world)
    cast.ben(world)
    carla = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    make.change_account(world, carla.id, jobs_verification_tier="verified")
    vera = cast.sign_up(world, "vera@example.com", vendorsRole="vendor")
    make.change_account(world, vera.id, vendors_verification_tier="verified")
    make.into_expert(world, ada, "Ada Lovell", tags=["mentor"], bio="Saves teeth.")
    make.post(world, Id(str(ada.id)), "saving-teeth", at=timedelta(days=-3650))
    with process.running(
        settings.data_dir,
        database_url=settings.database_address,
        rate_limit="1000000/60",  # the budgets of an address are raised with it
        admin_rate_limit="1000000/60",
        log_format="json",
    ) as server:
        yield server
