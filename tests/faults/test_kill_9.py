"""After kill -9 of any process at any time, acknowledged writes exist exactly once.

The times follow from a seed, which a failure prints; BRIDGEWORK_TEST_SEED sets it.
BRIDGEWORK_TEST_TABLES names a directory for the results of the long run.
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
from tests.faults.rounds import Endurance
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.world import mail_worker

VICTIMS = ("node", "worker", "postgres", "backend", "valkey")
LONG = 100
LEASE_SECONDS = 90.0
"""Longer than the lease of the e-mails of a killed worker."""


class Later:
    """A clock that is some minutes ahead, so that the e-mails of a killed worker are due again."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=5)

    def monotonic(self) -> float:
        return time.monotonic()


@dataclass(frozen=True)
class Seed:
    """The random generator of a test."""

    seed: int

    @property
    def dice(self) -> random.Random:
        return random.Random(self.seed)  # noqa: S311 - times, not secrets


@pytest.fixture
def seed_of_test() -> Seed:
    given = os.environ.get("BRIDGEWORK_TEST_SEED")
    seed = Seed(int(given) if given else secrets.randbelow(10**9))
    print(f"BRIDGEWORK_TEST_SEED={seed.seed} repeats these times")  # noqa: T201
    return seed


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    try:
        with fleets.on_postgres(tmp_path) as fleet:
            fleet.up()
            yield fleet
    except ServerMissing as missing:
        skip_or_fail(str(missing))


@contextlib.contextmanager
def run_rounds(fleet: Fleet, dice: random.Random, victims: Sequence[str]) -> Iterator[Endurance]:
    """Run the rounds on a fleet; afterwards the clients are stopped."""
    endurance = Endurance(fleet, dice)
    with contextlib.closing(endurance):
        try:
            endurance.begin()
            for victim in victims:
                endurance.run_round(victim)
                endurance.must_be_consistent()
        finally:
            endurance.end()
        yield endurance


def wait_until_sent(endurance: Endurance, seconds: float) -> bool:
    """Wait until the outbox is empty; return whether it is."""
    deadline = time.monotonic() + seconds
    while endurance.unsent() and time.monotonic() < deadline:
        time.sleep(0.05)
    return endurance.unsent() == 0


def send_later(endurance: Endurance) -> None:
    """Send the e-mails of killed workers with a clock that is five minutes ahead."""
    application = app.create_app(endurance.fleet.settings, Later())
    worker = mail_worker(application)
    while worker.work_once():
        continue
    worker.transport.close()
    application.app_state.database.close()


@pytest.mark.timeout(180)
def test_acknowledged_writes_survive_kill_9_exactly_once(fleet: Fleet, seed_of_test: Seed) -> None:
    dice = seed_of_test.dice
    with run_rounds(fleet, dice, dice.sample(VICTIMS, len(VICTIMS))) as endurance:
        if not wait_until_sent(endurance, 3):
            send_later(endurance)
        assert endurance.unsent() == 0
        endurance.emails_must_have_arrived()
        assert endurance.shared.lost_connections > 0
        print(rounds.table(endurance))  # noqa: T201 - shown with a failure, and with -s


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "times", [1, pytest.param(20, marks=pytest.mark.long("kills processes for minutes"))]
)
def test_acknowledged_writes_survive_kill_9_on_sqlite(
    tmp_path: Path, seed_of_test: Seed, times: int
) -> None:
    with fleets.on_sqlite(tmp_path) as fleet:
        fleet.up()
        with run_rounds(fleet, seed_of_test.dice, ["node"] * times) as endurance:
            fleet.down()
            send_later(endurance)
            assert endurance.unsent() == 0
            endurance.emails_must_have_arrived()
            assert endurance.shared.lost_connections > 0
            print(rounds.table(endurance))  # noqa: T201 - shown with a failure, and with -s


@pytest.mark.long("kills processes for minutes")
@pytest.mark.timeout(3600)
def test_acknowledged_writes_survive_a_hundred_rounds(fleet: Fleet, seed_of_test: Seed) -> None:
    dice = seed_of_test.dice
    with run_rounds(fleet, dice, rounds.order(dice, VICTIMS, LONG)) as endurance:
        # Here an e-mail of a killed worker is sent when its lease ends.
        assert wait_until_sent(endurance, LEASE_SECONDS), f"{endurance.unsent()} unsent e-mails"
        endurance.emails_must_have_arrived()
        table = rounds.table(endurance)
    print(table)  # noqa: T201 - the result of the run
    folder = os.environ.get("BRIDGEWORK_TEST_TABLES")
    if folder:
        head = (
            f"{datetime.now(UTC):%Y-%m-%d}, {platform.system()}, {os.cpu_count()} cores, "
            f"Python {platform.python_version()}, seed {seed_of_test.seed}\n\n"
        )
        Path(folder, "faults-table.md").write_text(head + table, encoding="utf-8")
