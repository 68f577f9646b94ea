"""Versions that decrease, as after a restore: no stale response is served."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.people.directory.tables import records
from bridgework.kit.core import Id
from bridgework.kit.data.db import cache_versions
from tests import make
from tests.world import World

TABLES = (cache_versions.topics, cache_versions.subjects, records)
NAMES = ("Ada", "Bo", "Cy")
State = Mapping[sa.Table, Sequence[Mapping[str, Any]]]


@pytest.fixture
def nodes(world: World, neighbour: World) -> Sequence[World]:
    return world, neighbour


def state(world: World) -> State:
    with world.application.app_state.database.reading() as tx:
        return {table: [row._asdict() for row in tx.rows(sa.select(table))] for table in TABLES}


def put_back(world: World, before: State) -> None:
    """Restores the previous state of the directory."""
    with world.application.app_state.database.writing() as tx:
        for table, rows in before.items():
            tx.execute(table.delete())
            tx.execute(table.insert(), rows)


def experts(world: World) -> list[Id]:
    return [make.expert(world, f"{name} Lovell") for name in NAMES]


def names(nodes: Sequence[World], one: Id) -> list[object]:
    """The responses of nodes that have cached them."""
    result = [node.get(f"/experts/{one}", checked=False) for node in nodes]
    return [response.data["firstName"] if response.status == 200 else None for response in result]


def test_no_stale_response_is_served_before_the_versions_have_grown_again(
    world: World, nodes: Sequence[World]
) -> None:
    ada, bo, cy = experts(world)
    result = [[name] * 2 for name in NAMES]
    for last_name in ("A", "B"):
        make.change_account(world, cy, last_name=last_name)
        assert [names(nodes, one) for one in (ada, bo, cy)] == result
    before = state(world)
    for last_name in ("C", "D", "E"):
        make.change_account(world, cy, last_name=last_name)
        assert [names(nodes, one) for one in (ada, bo, cy)] == result
    put_back(world, before)
    assert [names(nodes, one) for one in (ada, bo, cy)] == result
    make.change_account(world, bo, first_name="Bob")
    assert names(nodes, bo) == ["Bob"] * 2
    for number in range(5):
        make.change_account(world, ada, last_name=f"A{number}")
    assert names(nodes, bo) == ["Bob"] * 2
    make.change_account(world, bo, disabled_at=world.clock.now())
    assert names(nodes, bo) == [None] * 2
