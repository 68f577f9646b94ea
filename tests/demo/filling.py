"""Loads the demo data into a test world, as `bridgework demo` does."""

from datetime import UTC

from bridgework.demo import people
from bridgework.demo.loading import Load
from bridgework.demo.rows import RowFactory
from tests.remembered import remembered
from tests.world import World


def fill(world: World, experts: int) -> World:
    """Load all demo data with `experts` experts."""
    _load(world, experts)
    return world


@remembered
def _load(world: World, experts: int) -> None:
    app_state = world.application.app_state
    Load(
        database=app_state.database,
        factory=RowFactory(
            app_state.clock.now().astimezone(UTC),
            app_state.passwords.hash(people.PASSWORD),
            app_state.passwords.hash(people.MASTER_PASSWORD),
        ),
        on_progress=lambda _: None,
    ).run(experts)
