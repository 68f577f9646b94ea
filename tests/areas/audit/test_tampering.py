"""Manipulations of the log are found, and nothing else is."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.history.audit import policies
from bridgework.areas.history.audit.tables import head
from tests.areas.audit import log, tampering
from tests.areas.audit.tampering import LENGTH, TAMPERINGS, Act, Findings
from tests.world import World


def tamper(world: World, act: Act) -> None:
    with world.application.app_state.database.writing() as tx:
        act(tx)


def head_of(world: World) -> dict[str, Any]:
    with world.application.app_state.database.reading() as tx:
        return tx.execute(sa.select(head)).one()._asdict()


def must_find(world: World, name: str, expected: Findings) -> None:
    findings = log.findings(world)
    assert [kind for kind, _ in findings] == [kind for kind, _ in expected], f"{name}: {findings}"
    for (_, message), (_, part) in zip(findings, expected, strict=True):
        assert part in message, name


def test_tampering_is_found(world: World) -> None:
    log.sealed(world, LENGTH)
    database = world.application.app_state.database
    with database.reading() as tx:
        original = tampering.copy(tx)
    for row in TAMPERINGS:
        must_find(world, row.name, [])
        tamper(world, row.act)
        must_find(world, row.name, row.findings)
        tamper(world, original.restore)


def test_an_inserted_entry_is_found_after_it_was_sealed_too(world: World) -> None:
    log.sealed(world, LENGTH)
    tamper(world, tampering.insert_entry)
    log.sealed(world, 1)
    must_find(world, "inserted", [("changed", "entry 13 ")])


@pytest.mark.parametrize(
    "act",
    [
        tampering.set_head(number=11),
        tampering.set_head(number=0, mac="", seal=""),
        tampering.drop_head,
        tampering.truncate_and_set_head,
    ],
)
def test_the_sealer_stops_at_a_manipulated_head(world: World, act: Act) -> None:
    log.sealed(world, LENGTH)
    tamper(world, act)
    with pytest.raises(policies.HeadMismatch):
        log.sealed(world, 1)
    assert [kind for kind, _ in log.findings(world)] == ["head"]


def test_an_outdated_head_is_found_and_stops_the_sealer(world: World) -> None:
    former = head_of(log.sealed(world, 4))
    log.sealed(world, 4)
    tamper(world, tampering.set_head(**former))
    must_find(world, "set back", [("head", "its number is 4, the last entry is 8")])
    with pytest.raises(policies.HeadMismatch):
        log.sealed(world, 1)


def test_only_a_stored_checkpoint_reveals_that_the_whole_log_was_restored(world: World) -> None:
    former = head_of(log.sealed(world, 4))
    latest = f"8:{head_of(log.sealed(world, 4))['mac']}"
    assert log.verify(world, "--expect", latest).exit_code == 0
    tamper(world, tampering.remove(5, 6, 7, 8))
    tamper(world, tampering.set_head(**former))
    must_find(world, "set back", [])
    assert log.verify(world, "--expect", f"4:{former['mac']}").exit_code == 0
    result = log.verify(world, "--expect", latest)
    assert result.exit_code == 1
    assert f"{latest} is not in the chain" in result.stdout


CORRUPTIONS = [
    *((name, "x'ff'") for name in ("at", "changes", "digest", "mac", "actor")),
    ("at", "substr(at, 1, 26)"),
    ("at", "'noon'"),
    ("changes", f"'{'[' * 100_000}'"),
    ("digest", "'é'"),
]
"""Columns and invalid values. The first value of `at` is not text, the second has no time zone."""


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_row_that_is_no_valid_entry_is_found(world: World) -> None:
    """SQLite stores values of any type in any column."""
    log.sealed(world, LENGTH)
    with world.application.app_state.database.reading() as tx:
        original = tampering.copy(tx)
    for corruption in CORRUPTIONS:
        tamper(world, tampering.corrupt(*corruption))
        kinds = {kind for kind, _ in log.findings(world)}
        assert kinds, corruption
        assert kinds <= {"changed", "misplaced"}, corruption
        tamper(world, original.restore)
