"""Rounds of load and kill -9, and what is found after each."""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import sqlalchemy as sa

from bridgework import app
from bridgework.areas.accounts.tables import accounts
from bridgework.areas.feed.tables import likes, posts
from bridgework.kit.db.database import Database
from bridgework.kit.outbox.tables import letters
from tests.faults.fleet import Fleet
from tests.faults.load import Client, Crowd, Deed, Editor, Liker, Poster, Registrar

_RECOVERY_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Round:
    """What one round came to."""

    number: int
    victim: str
    writes: Sequence[Deed]
    lost: Sequence[str]
    doubled: Sequence[str]
    seconds: float
    """From the kill until every client had done another deed, begun after it."""

    def people(self) -> Sequence[str]:
        """Who was registered in it, and has a letter to come."""
        return [deed.name for deed in self.writes if deed.kind == Registrar.kind]


@dataclass
class Siege:
    """A fleet under load, round after round."""

    fleet: Fleet
    dice: random.Random
    crowd: Crowd = field(init=False)
    rounds: list[Round] = field(default_factory=list)
    _clients: list[Client] = field(default_factory=list)
    _database: Database = field(init=False)

    def __post_init__(self) -> None:
        self.crowd = Crowd(self.fleet.urls)
        self._database = app.database(self.fleet.settings)

    def begin(self) -> None:
        """Let the clients loose."""
        kinds: Sequence[tuple[type[Client], str]] = [
            *((Registrar, f"registrar{number}") for number in range(2)),
            *((Poster, f"poster{number}") for number in range(2)),
            *((Liker, "liker"), (Editor, "editor")),
        ]
        for kind, name in kinds:
            token = "" if kind is Registrar else self.fleet.member(f"{name}@example.com")
            one = kind(self.crowd, name, random.Random(self.dice.random()), token)  # noqa: S311
            self._clients.append(one)
            one.start()
        self.crowd.going.set()

    def end(self) -> None:
        """Have the clients go home."""
        self.crowd.ended.set()
        for client in self._clients:
            client.join(_RECOVERY_SECONDS)

    def close(self) -> None:
        """Give back what the reckoning took."""
        self._database.close()

    def play(self, victim: str) -> Round:
        """One round: load, the kill, the return, and the reckoning."""
        seen = len(self.crowd.deeds)
        self.crowd.going.set()
        time.sleep(self.dice.uniform(0.1, 0.6))
        killed_at = time.monotonic()
        self.fleet.strike(victim, self.dice)()
        self._wait_until_all_goes_on(victim, killed_at)
        seconds = time.monotonic() - killed_at
        self._rest()
        lost, doubled = self._reckoning()
        writes = self.crowd.deeds[seen:]
        told = Round(len(self.rounds) + 1, victim, writes, lost, doubled, seconds)
        self.rounds.append(told)
        return told

    def _wait_until_all_goes_on(self, victim: str, killed_at: float) -> None:
        deadline = killed_at + _RECOVERY_SECONDS
        done = {client: client.done for client in self._clients}
        while not (
            all(one.done > done[one] and one.began_at > killed_at for one in self._clients)
            and self.fleet.are_ready()
        ):
            stuck = [one.name for one in self._clients if one.done <= done[one]]
            told = f"a minute after the end of a {victim}, these stand still: {stuck}"
            assert time.monotonic() < deadline, f"{told}; faults: {self.crowd.faults}"
            assert not self.crowd.faults, self.crowd.faults
            time.sleep(0.02)

    def _rest(self) -> None:
        """Let every client end the deed that it has in hand."""
        self.crowd.going.clear()
        for client in self._clients:
            assert client.idle.wait(_RECOVERY_SECONDS), f"{client.name} does not come to an end"

    def _reckoning(self) -> tuple[Sequence[str], Sequence[str]]:
        """What was acknowledged, in any round, and is not there, or is there more than once."""
        lost: list[str] = []
        doubled: list[str] = []
        there = self._there()
        for deed in list(self.crowd.deeds):
            if deed.kind == Editor.kind:
                continue
            count = there[deed.kind][deed.name]
            for found, what in ((lost, count == 0), (doubled, count > 1)):
                if what:
                    found.append(f"{deed.kind} {deed.name}: {count} times, {deed.tries} tries")
            if deed.kind == Registrar.kind and there["letter"][deed.name] != 1:
                written = there["letter"][deed.name]
                (doubled if written else lost).append(f"letter to {deed.name}: {written} of them")
        known = {(deed.kind, deed.name) for deed in self.crowd.deeds}
        doubled += [
            f"{kind} {name}: {count} times, and never acknowledged"
            for kind in (Registrar.kind, Poster.kind)
            for name, count in there[kind].items()
            if count > 1 and (kind, name) not in known
        ]
        lost += [f"edit {name}: not there" for name in self._last_edit() - set(there["edit"])]
        return lost, doubled + self._miscounted()

    def _last_edit(self) -> set[str]:
        return set([one.name for one in self.crowd.deeds if one.kind == Editor.kind][-1:])

    def _there(self) -> Mapping[str, Counter[str]]:
        """How many there are of everything, as the database has it."""
        liker = sa.select(accounts.c.id).where(accounts.c.email == "liker@example.com")
        asked = {
            "account": sa.select(accounts.c.email),
            "post": sa.select(posts.c.content),
            "like": sa.select(likes.c.post_id).where(likes.c.account_id == liker.scalar_subquery()),
            "edit": sa.select(accounts.c.first_name).where(accounts.c.first_name.is_not(None)),
            "letter": sa.select(letters.c.recipient),
        }
        with self._database.reading() as tx:
            return {
                kind: Counter(str(row[0]) for row in tx.rows(statement))
                for kind, statement in asked.items()
            }

    def _miscounted(self) -> list[str]:
        """Posts whose count of likes is not that of the likes."""
        counted = sa.select(sa.func.count()).where(likes.c.post_id == posts.c.id)
        wrong = sa.select(posts.c.id).where(posts.c.like_count != counted.scalar_subquery())
        with self._database.reading() as tx:
            return [f"the likes of post {row.id} do not add up" for row in tx.rows(wrong)]

    def unsent(self) -> int:
        """How many letters the outbox has still to deliver."""
        waiting = sa.select(sa.func.count()).select_from(letters).where(letters.c.state != "sent")
        with self._database.reading() as tx:
            return int(tx.value(waiting))

    def must_hold(self) -> None:
        """Fail, and say what is the matter, unless everything is there once and nothing broke."""
        broken = [str(log) for log in self.fleet.logs if b" broke" in log.read_bytes()]
        found = {
            "answers nobody should be given": self.crowd.faults,
            "lost": [one for each in self.rounds for one in each.lost],
            "doubled": [one for each in self.rounds for one in each.doubled],
            "logs with a 500": broken,
        }
        assert not any(found.values()), found

    def letters_must_be_there(self) -> None:
        """Fail unless everybody who was told of an account has a letter, under one Message-ID."""
        came = self.fleet.letters()
        people = [name for each in self.rounds for name in each.people()]
        without = [name for name in people if name not in came]
        several = [name for name in people if len(set(came.get(name, ["one"]))) > 1]
        assert not without, f"told of an account, and no letter: {without}"
        assert not several, f"told twice, under several Message-IDs: {several}"


def table(siege: Siege) -> str:
    """What the rounds came to, in Markdown."""
    came = siege.fleet.letters()
    lines = [
        "| Round | Killed | Acknowledged | Lost | Duplicated | E-mails | Sent twice | Seconds |",
        "|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for one in siege.rounds:
        told = [came.get(name, []) for name in one.people()]
        cells = (
            *(one.number, one.victim, len(one.writes), len(one.lost), len(one.doubled)),
            *(sum(map(bool, told)), sum(len(each) > 1 for each in told), f"{one.seconds:.1f}"),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, _sum(siege), ""])


def _sum(siege: Siege) -> str:
    rounds = siege.rounds
    writes, lost, doubled = (
        sum(len(each) for each in several)
        for several in (
            [one.writes for one in rounds],
            [one.lost for one in rounds],
            [one.doubled for one in rounds],
        )
    )
    came = siege.fleet.letters()
    told = [came.get(name, []) for one in rounds for name in one.people()]
    longest = max(one.seconds for one in rounds)
    cells = ("all", "", writes, lost, doubled, sum(map(bool, told)))
    twice = sum(len(each) > 1 for each in told)
    return f"| {' | '.join(map(str, cells))} | {twice} | {longest:.1f} at most |"


def order(dice: random.Random, victims: Sequence[str], count: int) -> Sequence[str]:
    """So many victims in a random order, each as often as the others, none thrice in a row."""
    while True:
        drawn = [victims[number % len(victims)] for number in range(count)]
        dice.shuffle(drawn)
        if not any(a == b == c for (a, b), c in zip(pairwise(drawn), drawn[2:], strict=False)):
            return drawn
