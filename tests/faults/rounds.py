"""Rounds of load and kill -9, and the checks after each."""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import sqlalchemy as sa

from bridgework import app
from bridgework.areas.community.feed.tables import likes, posts
from bridgework.areas.history.changes import actions as feed
from bridgework.areas.history.changes.tables import changes
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import SystemClock
from bridgework.kit.data.db import Database
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests.faults.fleet import Fleet
from tests.faults.load import Client, Editor, Liker, Poster, Registrar, Shared, Write

_RECOVERY_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one round."""

    number: int
    victim: str
    writes: Sequence[Write]
    lost: Sequence[str]
    doubled: Sequence[str]
    seconds: float
    """Seconds from the kill until every client had another, later write acknowledged."""

    def addresses(self) -> Sequence[str]:
        """Return the addresses registered in this round, which must get an e-mail."""
        return [write.name for write in self.writes if write.kind == Registrar.kind]


@dataclass
class Endurance:
    """A fleet under load for several rounds."""

    fleet: Fleet
    dice: random.Random
    shared: Shared = field(init=False)
    rounds: list[Round] = field(default_factory=list)
    _clients: list[Client] = field(default_factory=list)
    _database: Database = field(init=False)

    def __post_init__(self) -> None:
        self.shared = Shared(self.fleet.urls)
        self._database = app.database(self.fleet.settings)

    def begin(self) -> None:
        """Start the clients."""
        kinds: Sequence[tuple[type[Client], str]] = [
            *((Registrar, f"registrar{number}") for number in range(2)),
            *((Poster, f"poster{number}") for number in range(2)),
            *((Liker, "liker"), (Editor, "editor")),
        ]
        for kind, name in kinds:
            token = "" if kind is Registrar else self.fleet.member(f"{name}@example.com")
            one = kind(self.shared, name, random.Random(self.dice.random()), token)  # noqa: S311
            self._clients.append(one)
            one.start()
        self.shared.running.set()

    def end(self) -> None:
        """Stop the clients."""
        self.shared.ended.set()
        for client in self._clients:
            client.join(_RECOVERY_SECONDS)

    def close(self) -> None:
        """Close the connections of the checks."""
        self._database.close()

    def run_round(self, victim: str) -> Round:
        """Run a round: load, the kill, the recovery and the checks."""
        first = len(self.shared.writes)
        self.shared.running.set()
        time.sleep(self.dice.uniform(0.1, 0.6))
        killed_at = time.monotonic()
        self.fleet.kill_one(victim, self.dice)()
        self._wait_for_progress(victim, killed_at)
        seconds = time.monotonic() - killed_at
        self._wait_until_idle()
        lost, doubled = self._check_writes()
        writes = self.shared.writes[first:]
        message_ids = Round(len(self.rounds) + 1, victim, writes, lost, doubled, seconds)
        self.rounds.append(message_ids)
        return message_ids

    def _wait_for_progress(self, victim: str, killed_at: float) -> None:
        deadline = killed_at + _RECOVERY_SECONDS
        done = {client: client.done for client in self._clients}
        while not (
            all(
                client.done > done[client] and client.started_at > killed_at
                for client in self._clients
            )
            and self.fleet.is_ready()
        ):
            stuck = [client.name for client in self._clients if client.done <= done[client]]
            message = f"a minute after a {victim} was killed, these made no progress: {stuck}"
            assert time.monotonic() < deadline, f"{message}; faults: {self.shared.faults}"
            assert not self.shared.faults, self.shared.faults
            time.sleep(0.02)

    def _wait_until_idle(self) -> None:
        """Wait until every client has finished its current write."""
        self.shared.running.clear()
        for client in self._clients:
            assert client.idle.wait(_RECOVERY_SECONDS), f"{client.name} does not finish"

    def _check_writes(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the acknowledged writes of all rounds that are lost or exist more than once."""
        lost: list[str] = []
        doubled: list[str] = []
        counts = self._count_rows()
        for write in list(self.shared.writes):
            if write.kind == Editor.kind:
                continue
            count = counts[write.kind][write.name]
            for problems, occurred in ((lost, count == 0), (doubled, count > 1)):
                if occurred:
                    problems.append(
                        f"{write.kind} {write.name}: {count} times, {write.attempts} tries"
                    )
            for effect in ("email", "change") if write.kind == Registrar.kind else ():
                if (written := counts[effect][write.name]) != 1:
                    (doubled if written else lost).append(f"{effect} of {write.name}: {written}")
        acknowledged = {(write.kind, write.name) for write in self.shared.writes}
        doubled += [
            f"{kind} {name}: {count} times, never acknowledged"
            for kind in (Registrar.kind, Poster.kind)
            for name, count in counts[kind].items()
            if count > 1 and (kind, name) not in acknowledged
        ]
        lost += [f"edit {name}: not there" for name in self._last_edit() - set(counts["edit"])]
        return lost + self._gaps_of_the_feed(), doubled + self._wrong_like_counts()

    def _last_edit(self) -> set[str]:
        return set([write.name for write in self.shared.writes if write.kind == Editor.kind][-1:])

    def _count_rows(self) -> Mapping[str, Counter[str]]:
        """Count everything in the database."""
        liker = sa.select(accounts.c.id).where(accounts.c.email == "liker@example.com")
        statements = {
            "account": sa.select(accounts.c.email),
            "post": sa.select(posts.c.content),
            "like": sa.select(likes.c.post_id).where(likes.c.account_id == liker.scalar_subquery()),
            "edit": sa.select(accounts.c.first_name).where(accounts.c.first_name.is_not(None)),
            "email": sa.select(outbox_emails.c.recipient),
            "change": sa.select(accounts.c.email)
            .join(changes, changes.c.subject_id == accounts.c.id)
            .where(changes.c.type == "account.registered"),
        }
        with self._database.reading() as tx:
            return {
                kind: Counter(str(row[0]) for row in tx.rows(statement))
                for kind, statement in statements.items()
            }

    def _gaps_of_the_feed(self) -> list[str]:
        """Read the feed from its beginning; return the numbers that its readers would miss."""
        after, has_more, missed = 0, True, []
        while has_more:
            page = feed.read(self._database, SystemClock().now(), after=after)
            numbers = [item.sequence for item in page.items]
            if numbers != list(range(after + 1, page.next_after + 1)):
                missed.append(f"changes after {after}: {numbers}")
            after, has_more = page.next_after, page.has_more
        return missed

    def _wrong_like_counts(self) -> list[str]:
        """Return the posts whose like count differs from the number of likes."""
        counted = sa.select(sa.func.count()).where(likes.c.post_id == posts.c.id)
        wrong = sa.select(posts.c.id).where(posts.c.like_count != counted.scalar_subquery())
        with self._database.reading() as tx:
            return [f"the like count of post {row.id} is wrong" for row in tx.rows(wrong)]

    def unsent(self) -> int:
        """Return the number of unsent e-mails in the outbox."""
        unsent = (
            sa.select(sa.func.count())
            .select_from(outbox_emails)
            .where(outbox_emails.c.state != "sent")
        )
        with self._database.reading() as tx:
            return int(tx.value(unsent))

    def must_be_consistent(self) -> None:
        """Fail with the reasons unless everything exists once and nothing broke."""
        broken = [str(log) for log in self.fleet.logs if b" broke" in log.read_bytes()]
        problems = {
            "forbidden responses": self.shared.faults,
            "lost": [one for each in self.rounds for one in each.lost],
            "doubled": [one for each in self.rounds for one in each.doubled],
            "logs with a 500": broken,
        }
        assert not any(problems.values()), problems

    def emails_must_have_arrived(self) -> None:
        """Fail unless every registered address got an e-mail with a single Message-ID."""
        received = self.fleet.message_ids()
        addresses = [name for round_ in self.rounds for name in round_.addresses()]
        without = [name for name in addresses if name not in received]
        several = [name for name in addresses if len(set(received.get(name, ["one"]))) > 1]
        assert not without, f"registered without an e-mail: {without}"
        assert not several, f"several e-mails with different Message-IDs: {several}"


def table(endurance: Endurance) -> str:
    """Return the results of the rounds in Markdown."""
    received = endurance.fleet.message_ids()
    lines = [
        "| Round | Killed | Acknowledged | Lost | Doubled | E-mails | Sent twice | Seconds |",
        "|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for round_ in endurance.rounds:
        message_ids = [received.get(name, []) for name in round_.addresses()]
        cells = (
            *(round_.number, round_.victim),
            *(len(round_.writes), len(round_.lost), len(round_.doubled)),
            *(
                sum(map(bool, message_ids)),
                sum(len(ids) > 1 for ids in message_ids),
                f"{round_.seconds:.1f}",
            ),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, _sum(endurance), ""])


def _sum(endurance: Endurance) -> str:
    rounds = endurance.rounds
    writes, lost, doubled = (
        sum(len(each) for each in several)
        for several in (
            [one.writes for one in rounds],
            [one.lost for one in rounds],
            [one.doubled for one in rounds],
        )
    )
    received = endurance.fleet.message_ids()
    message_ids = [received.get(name, []) for one in rounds for name in one.addresses()]
    longest = max(one.seconds for one in rounds)
    cells = ("all", "", writes, lost, doubled, sum(map(bool, message_ids)))
    twice = sum(len(ids) > 1 for ids in message_ids)
    return f"| {' | '.join(map(str, cells))} | {twice} | {longest:.1f} at most |"


def order(dice: random.Random, victims: Sequence[str], count: int) -> Sequence[str]:
    """Return victims in random order, each equally often and none three times in a row."""
    while True:
        drawn = [victims[number % len(victims)] for number in range(count)]
        dice.shuffle(drawn)
        if not any(a == b == c for (a, b), c in zip(pairwise(drawn), drawn[2:], strict=False)):
            return drawn
