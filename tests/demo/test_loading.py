"""Loading the demo data: complete, only once, and resumed after an interruption."""

import pytest
import sqlalchemy as sa

from bridgework.areas.people.directory.tables import experts
from bridgework.areas.people.matching.tables import people as matched
from bridgework.demo import rows
from bridgework.demo.loading import DatabaseNotEmpty, Load, count_experts, is_complete
from bridgework.demo.sections import AFTER_EXPERTS, BEFORE_EXPERTS
from bridgework.kit.data.db import metadata
from tests import cast
from tests.demo.filling import fill
from tests.world import World

BOOKKEEPING = {"topics", "topic_subjects"}
"""Tables that count changes."""


class KilledError(Exception):
    """Interrupts a load between two transactions, as a signal would."""


def contents(world: World) -> dict[str, list[str]]:
    with world.application.app_state.database.reading() as tx:
        return {
            table.name: sorted(repr(row) for row in tx.rows(sa.select(table)))
            for table in metadata.sorted_tables
            if table.name not in BOOKKEEPING
        }


def loader(world: World, kill_after: int) -> Load:
    app_state = world.application.app_state
    calls = iter(range(kill_after))

    def progress(_: int) -> None:
        if next(calls, None) is None:
            raise KilledError

    factory = rows.RowFactory(app_state.clock.now(), "hash")
    return Load(app_state.database, factory, on_progress=progress)


def test_a_second_load_adds_nothing(loaded: World) -> None:
    before = contents(loaded)
    fill(loaded, 20)
    assert contents(loaded) == before


def test_a_larger_load_adds_experts_alone(loaded: World) -> None:
    before = contents(loaded)
    fill(loaded, 30)
    after = contents(loaded)
    assert len(after["accounts"]) == len(before["accounts"]) + 10
    assert after["roles"] == before["roles"]
    with loaded.application.app_state.database.reading() as tx:
        assert count_experts(tx) == 30
        fill(loaded, 10)
        assert count_experts(tx) == 30


def test_an_interrupted_load_is_resumed(world: World) -> None:
    database = world.application.app_state.database
    with pytest.raises(KilledError):
        loader(world, 2).run(250)
    with database.reading() as tx:
        assert count_experts(tx) == 200
        assert not is_complete(tx, 200)
    progress: list[int] = []
    app_state = world.application.app_state
    factory = rows.RowFactory(app_state.clock.now(), "hash")
    Load(database, factory, on_progress=progress.append).run(250)
    assert progress == [200, 50]
    with database.reading() as tx:
        assert is_complete(tx, 250)
        # Ada is in the directory too, and the candidates are matched with jobs.
        assert tx.value(sa.select(sa.func.count()).select_from(experts)) == 251
        kinds = sa.select(matched.c.kind, sa.func.count()).group_by(matched.c.kind)
        assert dict(map(tuple, tx.rows(kinds))) == {"expert": 251, "candidate": 41}
        numbers = tx.rows(sa.select(experts.c.number))
        assert min(row.number for row in numbers) > 0


def test_the_data_is_complete_with_each_of_its_sections(world: World) -> None:
    app_state = world.application.app_state
    factory = rows.RowFactory(app_state.clock.now(), "hash")
    for section in (*BEFORE_EXPERTS, *AFTER_EXPERTS):
        with app_state.database.reading() as tx:
            assert not section.is_loaded(tx)
            assert not is_complete(tx, 0)
        with app_state.database.writing() as tx:
            section.load(tx, factory)
    with app_state.database.reading() as tx:
        assert is_complete(tx, 0)
        assert not is_complete(tx, 1)


def test_databases_with_other_accounts_are_refused(world: World) -> None:
    cast.ada(world)
    before = contents(world)
    with pytest.raises(DatabaseNotEmpty):
        fill(world, 2)
    assert contents(world) == before


def test_ids_name_their_number_and_sort_by_it() -> None:
    numbers = range(0, rows.EXPERTS + rows.MOST_EXPERTS, 997)
    created = [rows.id_of(number) for number in numbers]
    assert [rows.number_of(each) for each in created] == list(numbers)
    assert sorted(created) == created
    assert len(set(created)) == len(created)
    assert rows.id_of(rows.NAMED) == "01941f38-be40-73e8-88b3-7c993af4b208"
