"""`bridgework audit verify`, as an operator runs it."""

import re

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from bridgework.__main__ import bridgework
from bridgework.areas.audit import actions
from bridgework.areas.audit.tables import entries, personal
from tests.areas.audit import log, tampering
from tests.world import World


def test_a_whole_chain_is_told_with_the_point_to_keep(world: World) -> None:
    told = log.verify(log.sealed(world, 3))
    assert told.exit_code == 0, told.output
    assert "3 sealed entries, and the chain is whole" in told.stdout
    point = re.search(r"^keep this .*: (3:[0-9a-f]{64})$", told.stdout, re.MULTILINE)
    assert point is not None
    log.sealed(world, 2)
    later = log.verify(world, "--expect", point[1])
    assert later.exit_code == 0, later.output
    assert "5 sealed entries, and the chain is whole" in later.stdout


def test_an_empty_log_is_whole(world: World) -> None:
    told = log.verify(world)
    assert told.exit_code == 0, told.output
    assert told.stdout == "0 sealed entries, and the chain is whole\n"


def test_every_fault_is_a_line_and_the_exit_code_is_not_zero(world: World) -> None:
    log.sealed(world, tampering.LENGTH)
    with world.application.app_state.database.writing() as tx:
        tampering.change(3, outcome="ok")(tx)
        tampering.remove(5, 6)(tx)
    told = log.verify(world)
    assert told.exit_code == 1
    first, second = told.stdout.splitlines()
    assert first.startswith("entry 3 (")
    assert second == "entries 5 to 6 are missing"
    assert told.stderr.splitlines()[-1] == "Error: the audit log is not whole: 2 findings"


def test_entries_after_the_last_seal_are_listed_and_no_fault(world: World) -> None:
    log.sealed(world, 2)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    with world.application.app_state.database.reading() as tx:
        pending = tx.value(sa.select(entries.c.id).where(entries.c.number.is_(None)))
    world.clock.advance(hours=1)
    told = log.verify(world)
    assert told.exit_code == 0, told.output
    assert f"pending: entry {pending} (account.send_code, " in told.stdout
    assert "1 pending entries" in told.stdout
    assert "2 sealed entries, and the chain is whole" in told.stdout


def test_many_pending_entries_are_counted(world: World) -> None:
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        for _ in range(103):
            actions.note_from_command_line(tx, app_state.keyring, world.clock.now(), "key.create")
    told = log.verify(world)
    assert told.exit_code == 0, told.output
    assert len([line for line in told.stdout.splitlines() if line.startswith("pending")]) == 101
    assert "pending: 3 more entries" in told.stdout
    assert "103 pending entries" in told.stdout


def test_pending_entries_are_listed_beside_findings(world: World) -> None:
    log.sealed(world, 3)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    with world.application.app_state.database.writing() as tx:
        tampering.remove(2)(tx)
    told = log.verify(world)
    assert told.exit_code == 1
    assert "entry 2 is missing" in told.stdout
    assert "pending: entry " in told.stdout


def test_what_lacks_its_personal_values_is_counted_and_no_fault(world: World) -> None:
    log.sealed(world, 3)
    with world.application.app_state.database.writing() as tx:
        some = sa.select(entries.c.id).where(entries.c.number < 3)
        tx.execute(personal.delete().where(personal.c.entry_id.in_(some)))
    told = log.verify(world)
    assert told.exit_code == 0, told.output
    assert "2 have no address and program" in told.stdout


def test_other_secrets_find_nothing_right_and_not_all_of_it_is_told(world: World) -> None:
    told = log.verify(log.sealed(world, 60), secrets=("a" * 32,))
    assert told.exit_code == 1
    assert len(told.stdout.splitlines()) == 100
    assert "the first 100 findings are above" in told.stderr


def test_without_a_secret_nothing_is_verified_and_none_is_made(world: World) -> None:
    file = world.application.app_state.settings.secret_file
    file.unlink()
    told = log.verify(world)
    assert told.exit_code == 1
    assert "there is no secret to verify by: set BRIDGEWORK_SECRET_KEYS" in told.stderr
    assert not file.exists()


@pytest.mark.parametrize("point", ["", "5", "0:" + "a" * 64, "5:" + "a" * 63, "5:" + "A" * 64])
def test_what_is_no_point_is_refused(point: str) -> None:
    told = CliRunner().invoke(bridgework, ["audit", "verify", "--expect", point])
    assert told.exit_code == 2
    assert "must be NUMBER:MAC" in told.stderr
