"""Loading the demo world into a database: in small batches, going on where it was cut off."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.blogs import actions as blogs
from bridgework.areas.directory import actions as directory
from bridgework.areas.directory import shelf
from bridgework.areas.directory.rendering import render
from bridgework.areas.matching import actions as matching
from bridgework.areas.profiles import store as profiles
from bridgework.demo import (
    candidates,
    coming,
    engagements,
    events,
    feed,
    jobs,
    people,
    posts,
    progress,
    rows,
    vendors,
)
from bridgework.demo.profiles import profile
from bridgework.demo.rows import Row, Rows
from bridgework.kit.db import cache_versions
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.ids import Id

CANDIDATES = 40
_BATCH = 100
"""People a transaction: the write lock is never held for long."""
_ADA = rows.id_of(rows.NAMED)

_CANDIDATE: Mapping[str, object] = {
    "jobs_role": "candidate",
    "jobs_verification_tier": "verified",
    "on_matchmaker": False,
}


class RealPeopleHere(Exception):
    """The database holds accounts that are not the demo world's, so nothing was loaded."""


@dataclass(frozen=True, slots=True)
class Load:
    """One load: where to, from which rows, and who hears how far it is."""

    database: Database
    rows: Rows
    master_password_hash: str
    told: Callable[[int], None]
    """Hears how many experts are there at first, and then how many were added, batch by batch."""

    def run(self, experts: int) -> None:
        """Load what is not there yet. Raises RealPeopleHere."""
        with self.database.reading() as tx:
            done = progress.done(tx)
            if not done and tx.value(sa.select(sa.func.count()).select_from(accounts)):
                raise RealPeopleHere("this database holds accounts of its own: use another")
        if "people" not in done:
            self._named_people()
        self._candidates(done.get("candidates", 0))
        self._experts(done.get("experts", 0), experts)
        if "posts" not in done:
            self._posts()
        if "engagements" not in done:
            self._engagements()
        if "jobs" not in done:
            self._jobs()
        if "feed" not in done:
            self._feed()
        if "events" not in done:
            self._events()
        if "vendors" not in done:
            self._vendors()

    def _named_people(self) -> None:
        named = people.people(self.rows.now.date())
        with self.database.writing() as tx:
            for number, person in enumerate(named):
                account = self.rows.account(rows.NAMED + number, person, rows.standing_of(person))
                if person.role == "admin":
                    account["master_password_hash"] = self.master_password_hash
                _add(tx, [account], [person.profile or {}])
                directory.relist(tx, account["id"])
            progress.note(tx, "people", len(named))

    def _candidates(self, done: int) -> None:
        today = self.rows.now.date()
        for batch in _batches(done, CANDIDATES):
            there = [candidates.candidate(number, today).person for number in batch]
            made = [
                self.rows.account(rows.CANDIDATES + number, person, _CANDIDATE)
                for number, person in zip(batch, there, strict=True)
            ]
            with self.database.writing() as tx:
                _add(tx, made, [person.profile for person in there])
                progress.note(tx, "candidates", batch.stop)

    def _experts(self, done: int, wanted: int) -> None:
        self.told(min(done, wanted))
        for batch in _batches(done, wanted):
            there = [profile(number, self.rows.now.date()) for number in batch]
            made = [
                self.rows.account(rows.EXPERTS + number, person, _tier(number))
                for number, person in zip(batch, there, strict=True)
            ]
            fields = [person.profile for person in there]
            pairs = list(zip(made, fields, strict=True))
            rendered = [render(rows.Shown(account), short, short) for account, short in pairs]
            with self.database.writing() as tx:
                _add(tx, made, fields)
                shelf.add_many(tx, rendered)
                matching.put_people(
                    tx,
                    "expert",
                    [(account["id"], matching.offer_of_expert(short)) for account, short in pairs],
                )
                cache_versions.bump(tx, cache_versions.EXPERTS, members=len(rendered))
                progress.note(tx, "experts", batch.stop)
            self.told(len(batch))

    def _posts(self) -> None:
        written = posts.posts(self.rows.now)
        with self.database.writing() as tx:
            for number, post in enumerate(written):
                # In a world of few experts the author may be missing; Ada is always there.
                author = _account_id(tx, post.author_email) or _ADA
                blogs.publish(tx, author, rows.post_of(number, post))
            coming.load(tx, self.rows.now, lambda email: _account_id(tx, email) or _ADA)
            progress.note(tx, "posts", len(written))

    def _engagements(self) -> None:
        with self.database.writing() as tx:
            made = engagements.load(tx, self.rows.now, lambda email: _account_id(tx, email) or _ADA)
            progress.note(tx, "engagements", made)

    def _jobs(self) -> None:
        with self.database.writing() as tx:
            made = jobs.load(
                tx, self.rows.now, lambda email: _account_id(tx, email) or _ADA, CANDIDATES
            )
            progress.note(tx, "jobs", made)

    def _feed(self) -> None:
        with self.database.writing() as tx:
            said = feed.load(tx, self.rows.now, lambda email: _account_id(tx, email) or _ADA)
            progress.note(tx, "feed", said)

    def _events(self) -> None:
        with self.database.writing() as tx:
            held = events.load(tx, self.rows.now, lambda email: _account_id(tx, email) or _ADA)
            progress.note(tx, "events", held)

    def _vendors(self) -> None:
        with self.database.writing() as tx:
            listed = vendors.load(tx, self.rows, lambda email: _account_id(tx, email) or _ADA)
            progress.note(tx, "vendors", listed)


def _tier(number: int) -> Mapping[str, object]:
    return {"verification_tier": "pro" if number % 10 == 0 else "verified"}


def _batches(done: int, wanted: int) -> Iterator[range]:
    for start in range(done, wanted, _BATCH):
        yield range(start, min(start + _BATCH, wanted))


def _add(tx: Tx, made: Sequence[Row], fields: Sequence[Mapping[str, object]]) -> None:
    tx.execute(accounts.insert(), made)
    cache_versions.bump_at_commit(tx, cache_versions.ACCOUNTS)
    profiles.add_many(
        tx,
        [
            rows.profile_of(account, profile_fields)
            for account, profile_fields in zip(made, fields, strict=True)
        ],
    )


def _account_id(tx: Tx, email: str) -> Id | None:
    statement = sa.select(accounts.c.id).where(accounts.c.email_key == email_key(email))
    found: Id | None = tx.value(statement)
    return found
