"""Versions that go back, as a standby takes over that had not heard the last: nobody is misled."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.directory.tables import records
from bridgework.kit.db import cache_versions
from bridgework.kit.ids import Id
from tests import make
from tests.kit.db import another
from tests.world import World

TABLES = (cache_versions.topics, cache_versions.subjects, records)
NAMES = ("Ada", "Bo", "Cy")
State = Mapping[sa.Table, Sequence[Mapping[str, Any]]]


@pytest.fixture
def nodes(world: World, neighbour: World) -> Sequence[World]:
    return world, neighbour


def state(world: World) -> State:
    with world.house.app_state.database.reading() as tx:
        return {table: [row._asdict() for row in tx.rows(sa.select(table))] for table in TABLES}


def put_back(world: World, before: State) -> None:
    """What the directory tells of its members is again what it was."""
    with world.house.app_state.database.writing() as tx:
        for table, rows in before.items():
            tx.execute(table.delete())
            tx.execute(table.insert(), rows)


def experts(world: World) -> list[Id]:
    return [make.expert(world, f"{name} Lovell") for name in NAMES]


def names(nodes: Sequence[World], one: Id) -> list[object]:
    """What the nodes tell, which have long told it."""
    told = [node.get(f"/experts/{one}", checked=False) for node in nodes]
    return [answer.data["firstName"] if answer.status == 200 else None for answer in told]


def test_what_is_asked_before_they_have_grown_again_is_told_as_it_is(
    world: World, nodes: Sequence[World]
) -> None:
    ada, bo, cy = experts(world)
    told = [[name] * 2 for name in NAMES]
    for last_name in ("A", "B"):
        make.change_account(world, cy, last_name=last_name)
        assert [names(nodes, one) for one in (ada, bo, cy)] == told
    before = state(world)
    for last_name in ("C", "D", "E"):
        make.change_account(world, cy, last_name=last_name)
        assert [names(nodes, one) for one in (ada, bo, cy)] == told
    put_back(world, before)
    assert [names(nodes, one) for one in (ada, bo, cy)] == told
    make.change_account(world, bo, first_name="Bob")
    assert names(nodes, bo) == ["Bob"] * 2
    for number in range(5):
        make.change_account(world, ada, last_name=f"A{number}")
    assert names(nodes, bo) == ["Bob"] * 2
    make.change_account(world, bo, disabled_at=world.clock.now())
    assert names(nodes, bo) == [None] * 2


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_behind_new_connections_all_is_read_anew(world: World, nodes: Sequence[World]) -> None:
    ada, bo, _ = experts(world)
    make.change_account(world, ada, last_name="A")
    assert names(nodes, bo) == ["Bo"] * 2
    before = state(world)
    make.change_account(world, ada, last_name="B")
    assert names(nodes, bo) == ["Bo"] * 2
    put_back(world, before)
    # The version that was lost comes again, and is another's.
    make.change_account(world, bo, first_name="Bob")
    another.end_all(world.house.app_state.settings.database_address)
    assert names(nodes, bo) == ["Bob"] * 2
    make.change_account(world, ada, last_name="C")
    assert names(nodes, bo) == ["Bob"] * 2
