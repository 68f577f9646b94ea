"""Kill -9 of anything, at any moment: what was acknowledged is there, and there once.

The moments are drawn by a seed, which a failure names; BRIDGEWORK_TEST_SEED draws them again.
BRIDGEWORK_TEST_TABLES names a folder for what the long run comes to.
"""

import contextlib
import os
import platform
import random
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bridgework import app
from tests.faults import fleet as fleets
from tests.faults import rounds
from tests.faults.fleet import Fleet
from tests.faults.rounds import Siege
from tests.servers.missing import ServerMissing
from tests.servers.plugin import leave_out

VICTIMS = ("node", "worker", "postgres", "backend", "valkey")
LONG = 100
LEASE_SECONDS = 90.0
"""Longer than what a dead worker had in hand is kept from the others."""


class Later:
    """A clock that is some minutes ahead, so that what a dead worker had taken is due again."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=5)

    def monotonic(self) -> float:
        return time.monotonic()


@dataclass(frozen=True)
class Seeded:
    """The dice of a test."""

    seed: int

    @property
    def dice(self) -> random.Random:
        return random.Random(self.seed)  # noqa: S311 - moments, not secrets


@pytest.fixture
def seeded() -> Seeded:
    given = os.environ.get("BRIDGEWORK_TEST_SEED")
    made = Seeded(int(given) if given else secrets.randbelow(10**9))
    print(f"BRIDGEWORK_TEST_SEED={made.seed} draws these moments again")  # noqa: T201
    return made


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    try:
        with fleets.on_postgres(tmp_path) as made:
            made.up()
            yield made
    except ServerMissing as missing:
        leave_out(str(missing))


@contextlib.contextmanager
def besieged(fleet: Fleet, dice: random.Random, victims: Sequence[str]) -> Iterator[Siege]:
    """A fleet that has stood these rounds, its clients gone home."""
    siege = Siege(fleet, dice)
    with contextlib.closing(siege):
        try:
            siege.begin()
            for victim in victims:
                siege.play(victim)
                siege.must_hold()
        finally:
            siege.end()
        yield siege


def wait_until_told(siege: Siege, seconds: float) -> bool:
    """Whether no letter waits any more, within so many seconds."""
    deadline = time.monotonic() + seconds
    while siege.unsent() and time.monotonic() < deadline:
        time.sleep(0.05)
    return siege.unsent() == 0


def told_later(siege: Siege) -> None:
    """Let five minutes pass for what dead workers had in hand, and send it."""
    house = app.create_app(siege.fleet.settings, Later())
    while house.worker.work_once():
        continue
    house.worker.transport.close()
    house.app_state.database.close()


@pytest.mark.timeout(180)
def test_acknowledged_writes_survive_kill_9_exactly_once(fleet: Fleet, seeded: Seeded) -> None:
    dice = seeded.dice
    with besieged(fleet, dice, dice.sample(VICTIMS, len(VICTIMS))) as siege:
        if not wait_until_told(siege, 3):
            told_later(siege)
        assert siege.unsent() == 0
        siege.letters_must_be_there()
        assert siege.crowd.lost_connections > 0
        print(rounds.table(siege))  # noqa: T201 - told with a failure, and by -s


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.long)])
def test_acknowledged_writes_survive_kill_9_on_sqlite(
    tmp_path: Path, seeded: Seeded, times: int
) -> None:
    with fleets.on_sqlite(tmp_path) as fleet:
        fleet.up()
        with besieged(fleet, seeded.dice, ["node"] * times) as siege:
            fleet.down()
            told_later(siege)
            assert siege.unsent() == 0
            siege.letters_must_be_there()
            assert siege.crowd.lost_connections > 0
            print(rounds.table(siege))  # noqa: T201 - told with a failure, and by -s


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_acknowledged_writes_survive_a_hundred_rounds(fleet: Fleet, seeded: Seeded) -> None:
    dice = seeded.dice
    with besieged(fleet, dice, rounds.order(dice, VICTIMS, LONG)) as siege:
        # Nobody lends a hand here: what a dead worker had is sent when its lease is over.
        assert wait_until_told(siege, LEASE_SECONDS), f"{siege.unsent()} letters wait still"
        siege.letters_must_be_there()
        table = rounds.table(siege)
    print(table)  # noqa: T201 - what the run is for
    folder = os.environ.get("BRIDGEWORK_TEST_TABLES")
    if folder:
        head = (
            f"{datetime.now(UTC):%Y-%m-%d}, {platform.system()}, {os.cpu_count()} cores, "
            f"Python {platform.python_version()}, seed {seeded.seed}\n\n"
        )
        Path(folder, "faults-table.md").write_text(head + table, encoding="utf-8")
