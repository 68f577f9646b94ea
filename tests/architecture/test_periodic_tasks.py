"""No periodic task reads a whole table to find nothing to do: it holds the write lock.

By SQLite's plans, which tell a scan, and not a search for what nearly every row has.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.matching import queries as matching
from bridgework.kit.db.transaction import Tx
from tests.world import World

SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")
SMALL = {
    "CONSTANT": "no table: an empty list",
    "one_time_codes": "holds the codes of ten minutes, and is swept each minute",
    "ix_accounts_erased": "has those alone who were erased",
    "ix_calendar_guests_letter_due": "has those alone who are to be written to",
}
"""What may be read whole, and why: tables, and indexes of some of a table's rows."""
SILENT = {
    "deleting files": "reads in transactions of its own",
    "noting keys": "asks nothing as long as nobody was seen",
    "noting sessions": "asks nothing as long as nobody was seen",
    "tidying uploads": "looks at files",
}
"""Tasks that ask nothing in the transaction that they are given, and why."""
STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")


def statements(tx: Tx, act: Callable[[], object]) -> list[str]:
    """What is asked of SQLite meanwhile, the parameters in it."""
    said: list[str] = []
    tx.execute(sa.text("SELECT 1"))
    tx._transaction.begun().driver.set_trace_callback(said.append)
    act()
    tx._transaction.begun().driver.set_trace_callback(None)
    return [text for text in said if STATEMENT.match(text)]


def scans(tx: Tx, statement: str) -> Iterator[str]:
    """The tables that a statement reads whole, and without an index."""
    plan = tx.rows(sa.text("EXPLAIN QUERY PLAN " + statement.replace(":", r"\:")))
    for step in plan:
        found = SCAN.match(step.detail)
        if found and (found[2] or found[1]) not in SMALL:
            yield f"{found[1]}: {statement}"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_chore_finds_by_an_index_what_there_is_to_do(world: World) -> None:
    found: list[str] = []
    silent = set()
    for task in world.house.scheduler.tasks:
        with world.house.app_state.database.writing() as tx:
            said = statements(tx, partial(task.action, tx, world.clock.now()))
            if not said:
                silent.add(task.name)
            for statement in said:
                found += [f"{task.name} reads all of {scan}" for scan in scans(tx, statement)]
    assert found == [], "\n".join(found)
    assert silent == SILENT.keys()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_those_of_another_formula_are_looked_for_on_both_sides_of_it(world: World) -> None:
    """All have the same one, so a search by the kind alone would read everybody."""
    with world.house.app_state.database.writing() as tx:
        said = statements(tx, lambda: matching.list_outdated_people(tx, "expert", 1))
        said += statements(tx, lambda: matching.list_outdated_postings(tx, "role", 1))
        plans = [tx.rows(sa.text("EXPLAIN QUERY PLAN " + statement)) for statement in said]
    assert [["formula<?" in str(plan), "formula>?" in str(plan)] for plan in plans] == [
        [True] * 2
    ] * 2


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_scan_is_found(world: World) -> None:
    with world.house.app_state.database.reading() as tx:
        assert [*scans(tx, "SELECT id FROM accounts WHERE first_name = 'Ada'")]
        assert [*scans(tx, "SELECT id FROM accounts WHERE first_name = 'Ada' ORDER BY id")]
        assert not [*scans(tx, "SELECT id FROM accounts WHERE email_key = 'ada'")]
