"""What is done to the log behind the program's back is named, and nothing else is."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.audit import policies
from bridgework.areas.audit.tables import head
from tests.areas.audit import log, tampering
from tests.areas.audit.tampering import LENGTH, TAMPERINGS, Act, Found
from tests.world import World


def tamper(world: World, act: Act) -> None:
    with world.application.app_state.database.writing() as tx:
        act(tx)


def head_of(world: World) -> dict[str, Any]:
    with world.application.app_state.database.reading() as tx:
        return tx.execute(sa.select(head)).one()._asdict()


def must_be_found(world: World, says: str, expected: Found) -> None:
    found = log.findings(world)
    assert [kind for kind, _ in found] == [kind for kind, _ in expected], f"{says}: {found}"
    for (_, sentence), (_, words) in zip(found, expected, strict=True):
        assert words in sentence, says


def test_tampering_is_named(world: World) -> None:
    log.sealed(world, LENGTH)
    database = world.application.app_state.database
    with database.reading() as tx:
        whole = tampering.copy(tx)
    for row in TAMPERINGS:
        must_be_found(world, row.says, [])
        tamper(world, row.act)
        must_be_found(world, row.says, row.found)
        tamper(world, whole.put_back)


def test_what_was_put_in_is_named_after_it_was_sealed_too(world: World) -> None:
    log.sealed(world, LENGTH)
    tamper(world, tampering.put_one_in)
    log.sealed(world, 1)
    must_be_found(world, "put in", [("changed", "entry 13 ")])


@pytest.mark.parametrize(
    "act",
    [
        tampering.set_head(number=11),
        tampering.set_head(number=0, mac="", seal=""),
        tampering.drop_head,
        tampering.cut_and_set_head,
    ],
)
def test_no_sealer_makes_good_what_was_done_to_the_head(world: World, act: Act) -> None:
    log.sealed(world, LENGTH)
    tamper(world, act)
    with pytest.raises(policies.HeadUnfit):
        log.sealed(world, 1)
    assert [kind for kind, _ in log.findings(world)] == ["head"]


def test_a_head_that_is_set_back_alone_is_named_and_not_carried_on_from(world: World) -> None:
    former = head_of(log.sealed(world, 4))
    log.sealed(world, 4)
    tamper(world, tampering.set_head(**former))
    must_be_found(world, "set back", [("head", "it tells of 4, the entries go to 8")])
    with pytest.raises(policies.HeadUnfit):
        log.sealed(world, 1)


def test_only_a_kept_point_shows_that_the_whole_log_was_set_back(world: World) -> None:
    former = head_of(log.sealed(world, 4))
    latest = f"8:{head_of(log.sealed(world, 4))['mac']}"
    assert log.verify(world, "--expect", latest).exit_code == 0
    tamper(world, tampering.remove(5, 6, 7, 8))
    tamper(world, tampering.set_head(**former))
    must_be_found(world, "set back", [])
    assert log.verify(world, "--expect", f"4:{former['mac']}").exit_code == 0
    told = log.verify(world, "--expect", latest)
    assert told.exit_code == 1
    assert f"{latest} is not in the chain" in told.stdout


SPOILT = [
    *((name, "x'ff'") for name in ("at", "changes", "digest", "mac", "actor")),
    ("at", "substr(at, 1, 26)"),
    ("at", "'noon'"),
    ("changes", f"'{'[' * 100_000}'"),
    ("digest", "'é'"),
]
"""Columns, and what they can't hold: the second one lacks its zone."""


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_what_can_be_no_entry_at_all_is_named(world: World) -> None:
    """SQLite keeps anything in any column."""
    log.sealed(world, LENGTH)
    with world.application.app_state.database.reading() as tx:
        whole = tampering.copy(tx)
    for spoilt in SPOILT:
        tamper(world, tampering.spoil(*spoilt))
        found = {kind for kind, _ in log.findings(world)}
        assert found, spoilt
        assert found <= {"changed", "misplaced"}, spoilt
        tamper(world, whole.put_back)
