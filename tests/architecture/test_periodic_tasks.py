"""No periodic task scans a whole table to find nothing: it holds the write lock.

The tests read SQLite's query plans, which show a scan, but not a search that matches nearly every
row.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.people.matching import queries as matching
from bridgework.kit.data.db import Tx
from tests.world import World

SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")
SMALL = {
    "CONSTANT": "no table but an empty list",
    "one_time_codes": "has the codes of ten minutes and is cleaned up every minute",
    "ix_accounts_erased": "has erased accounts only",
    "totp_secrets": "has administrators only",
    "alert_position": "has one row",
    "webhooks": "has at most 250 webhooks",
    "ix_webhooks_deleted_at": "has deleted webhooks only",
    "ix_calendar_guests_email_due": "has guests with a due e-mail only",
}
"""Tables and partial indexes that may be scanned, with the reason."""
SILENT = {
    "delete files": "has no action without files",
    "delete queries of alerts": "has no action without queries",
    "record key use": "has no statement until a last_seen changes",
    "record session use": "has no statement until a last_seen changes",
    "clean up uploads": "only reads the file system",
    "empty the WAL": "uses a connection of its own",
}
"""Tasks without an action, or without a statement in its transaction, with the reason."""
STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")


def statements(tx: Tx, act: Callable[[], object]) -> list[str]:
    """Return the statements that `act` sends to SQLite, with their parameters."""
    executed: list[str] = []
    tx.execute(sa.text("SELECT 1"))
    tx._transaction.begun().driver.set_trace_callback(executed.append)
    act()
    tx._transaction.begun().driver.set_trace_callback(None)
    return [text for text in executed if STATEMENT.match(text)]


def scans(tx: Tx, statement: str) -> Iterator[str]:
    """Yield the tables that a statement scans without an index."""
    plan = tx.rows(sa.text("EXPLAIN QUERY PLAN " + statement.replace(":", r"\:")))
    for step in plan:
        match = SCAN.match(step.detail)
        if match and (match[2] or match[1]) not in SMALL:
            yield f"{match[1]}: {statement}"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_periodic_task_uses_an_index(world: World) -> None:
    violations: list[str] = []
    silent = set()
    for task in world.application.scheduler.tasks:
        now = world.clock.now()
        action = task.action if task.prepare is None else task.prepare(now)
        if action is None:
            silent.add(task.name)
            continue
        with world.application.app_state.database.writing() as tx:
            executed = statements(tx, partial(action, tx, now))
            if not executed:
                silent.add(task.name)
            for statement in executed:
                violations += [f"{task.name} reads all of {scan}" for scan in scans(tx, statement)]
    assert violations == [], "\n".join(violations)
    assert silent == SILENT.keys()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_records_of_older_and_newer_formulas_are_found(world: World) -> None:
    """All records have the same formula, so a search by kind alone would read all of them."""
    with world.application.app_state.database.writing() as tx:
        executed = statements(tx, lambda: matching.list_outdated_people(tx, "expert", 1))
        executed += statements(tx, lambda: matching.list_outdated_postings(tx, "role", 1))
        plans = [tx.rows(sa.text("EXPLAIN QUERY PLAN " + statement)) for statement in executed]
    assert [["formula<?" in str(plan), "formula>?" in str(plan)] for plan in plans] == [
        [True] * 2
    ] * 2


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_scan_is_found(world: World) -> None:
    with world.application.app_state.database.reading() as tx:
        assert [*scans(tx, "SELECT id FROM accounts WHERE first_name = 'Ada'")]
        assert [*scans(tx, "SELECT id FROM accounts WHERE first_name = 'Ada' ORDER BY id")]
        assert not [*scans(tx, "SELECT id FROM accounts WHERE email_key = 'ada'")]
