"""No chore reads a whole table to find that there is nothing to do: it holds the write lock."""

import re
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from bridgework.kit.chores import Chore
from bridgework.kit.db.transaction import Tx
from tests.world import World

SCAN = re.compile(r"SCAN (?!.* USING )(\w+)")
SMALL = {
    "CONSTANT": "no table: an empty list",
    "one_time_codes": "holds the codes of ten minutes, and is swept each minute",
}
"""What may be read whole, and why."""
STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")


def statements(tx: Tx, chore: Chore, world: World) -> list[str]:
    """What a chore asks of SQLite, its parameters in it."""
    said: list[str] = []
    assert tx._lease is not None
    tx._lease.driver.set_trace_callback(said.append)
    chore.act(tx, world.clock.now())
    tx._lease.driver.set_trace_callback(None)
    return [text for text in said if STATEMENT.match(text)]


def scans(tx: Tx, statement: str) -> Iterator[str]:
    """The tables that a statement reads whole, and without an index."""
    plan = tx.rows(sa.text("EXPLAIN QUERY PLAN " + statement.replace(":", r"\:")))
    for step in plan:
        found = SCAN.match(step.detail)
        if found and found[1] not in SMALL:
            yield f"{found[1]}: {statement}"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_chore_finds_by_an_index_what_there_is_to_do(world: World) -> None:
    found: list[str] = []
    asked = 0
    for chore in world.house.chores._chores:
        with world.house.kit.database.writing() as tx:
            tx.execute(sa.text("SELECT 1"))
            for statement in statements(tx, chore, world):
                asked += 1
                found += [f"{chore.name} reads all of {scan}" for scan in scans(tx, statement)]
    assert found == [], "\n".join(found)
    assert asked > len(world.house.chores._chores) / 2


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_scan_is_found(world: World) -> None:
    with world.house.kit.database.reading() as tx:
        assert [*scans(tx, "SELECT id FROM accounts WHERE first_name = 'Ada'")]
        assert not [*scans(tx, "SELECT id FROM accounts WHERE email_key = 'ada'")]
