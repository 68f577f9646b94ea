"""The command `bridgework audit verify`."""

import re

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from bridgework.__main__ import bridgework
from bridgework.areas.history.audit import actions
from bridgework.areas.history.audit.tables import entries, personal
from tests.areas.audit import log, tampering
from tests.world import World


def test_an_intact_chain_is_reported_with_its_checkpoint(world: World) -> None:
    result = log.verify(log.sealed(world, 3))
    assert result.exit_code == 0, result.output
    assert "3 sealed entries; the chain is intact" in result.stdout
    checkpoint = re.search(r"^checkpoint .*: (3:[0-9a-f]{64})$", result.stdout, re.MULTILINE)
    assert checkpoint is not None
    log.sealed(world, 2)
    later = log.verify(world, "--expect", checkpoint[1])
    assert later.exit_code == 0, later.output
    assert "5 sealed entries; the chain is intact" in later.stdout


def test_an_empty_log_is_intact(world: World) -> None:
    result = log.verify(world)
    assert result.exit_code == 0, result.output
    assert result.stdout == "0 sealed entries; the chain is intact\n"


def test_each_finding_is_a_line_and_the_exit_code_is_1(world: World) -> None:
    log.sealed(world, tampering.LENGTH)
    with world.application.app_state.database.writing() as tx:
        tampering.change(3, outcome="ok")(tx)
        tampering.remove(5, 6)(tx)
    result = log.verify(world)
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first.startswith("entry 3 (")
    assert second == "entries 5 to 6 are missing"
    assert result.stderr.splitlines()[-1] == "Error: the audit log is not intact: 2 findings"


def test_unsealed_entries_are_listed_and_are_no_finding(world: World) -> None:
    log.sealed(world, 2)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    with world.application.app_state.database.reading() as tx:
        pending = tx.value(sa.select(entries.c.id).where(entries.c.number.is_(None)))
    world.clock.advance(hours=1)
    result = log.verify(world)
    assert result.exit_code == 0, result.output
    assert f"pending: entry {pending} (account.send_code, " in result.stdout
    assert "1 pending entries" in result.stdout
    assert "2 sealed entries; the chain is intact" in result.stdout


def test_many_pending_entries_are_counted(world: World) -> None:
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        for _ in range(103):
            actions.note_from_command_line(tx, app_state.keyring, world.clock.now(), "key.create")
    result = log.verify(world)
    assert result.exit_code == 0, result.output
    assert len([line for line in result.stdout.splitlines() if line.startswith("pending")]) == 101
    assert "pending: 3 more entries" in result.stdout
    assert "103 pending entries" in result.stdout


def test_pending_entries_are_listed_beside_findings(world: World) -> None:
    log.sealed(world, 3)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    with world.application.app_state.database.writing() as tx:
        tampering.remove(2)(tx)
    result = log.verify(world)
    assert result.exit_code == 1
    assert "entry 2 is missing" in result.stdout
    assert "pending: entry " in result.stdout


def test_erased_personal_values_are_counted_and_are_no_finding(world: World) -> None:
    log.sealed(world, 3)
    with world.application.app_state.database.writing() as tx:
        entry_ids = sa.select(entries.c.id).where(entries.c.number < 3)
        tx.execute(personal.delete().where(personal.c.entry_id.in_(entry_ids)))
    result = log.verify(world)
    assert result.exit_code == 0, result.output
    assert "2 entries lack the IP address and user agent" in result.stdout


def test_with_other_secrets_only_the_first_hundred_findings_are_listed(world: World) -> None:
    result = log.verify(log.sealed(world, 60), secrets=("a" * 32,))
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 100
    assert "the first 100 findings are listed above" in result.stderr


def test_without_a_secret_the_command_fails_and_creates_none(world: World) -> None:
    file = world.application.app_state.settings.secret_file
    file.unlink()
    result = log.verify(world)
    assert result.exit_code == 1
    assert "no secret found to verify with: set BRIDGEWORK_SECRET_KEYS" in result.stderr
    assert not file.exists()


@pytest.mark.parametrize("checkpoint", ["", "5", "0:" + "a" * 64, "5:" + "a" * 63, "5:" + "A" * 64])
def test_an_invalid_checkpoint_is_refused(checkpoint: str) -> None:
    result = CliRunner().invoke(bridgework, ["audit", "verify", "--expect", checkpoint])
    assert result.exit_code == 2
    assert "must be NUMBER:MAC" in result.stderr
