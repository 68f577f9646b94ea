"""Loads the demo world into a database: in small batches, resumed where a load was cut off.

The ids of its rows are made of numbers, so the rows that are there say what is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import sqlalchemy as sa

from bridgework.areas.accounts import tables
from bridgework.areas.accounts.tables import accounts
from bridgework.areas.directory import writes
from bridgework.areas.directory.serializers import render
from bridgework.areas.matching import actions as matching
from bridgework.demo import rows
from bridgework.demo.experts import expert
from bridgework.demo.rows import Rows
from bridgework.demo.sections import AFTER_EXPERTS, BEFORE_EXPERTS, Section
from bridgework.kit.db import cache_versions
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx

EXPERTS = 200
"""How many experts the world has unless more are asked for."""
_BATCH = 100
"""Experts a transaction: the write lock is never held for long."""


class RealPeopleHere(Exception):
    """The database holds accounts that are not the demo world's, so nothing was loaded."""


def is_whole(tx: Tx, experts: int) -> bool:
    """Return whether nothing is missing of a world of so many experts."""
    sections = (*BEFORE_EXPERTS, *AFTER_EXPERTS)
    return all(section.is_loaded(tx) for section in sections) and count_experts(tx) >= experts


def count_experts(tx: Tx) -> int:
    """Return how many experts were loaded: they are added in the order of their ids."""
    first, end = (rows.id_of(rows.EXPERTS + number) for number in (0, rows.MOST_EXPERTS))
    found = sa.select(accounts.c.id).where(accounts.c.id >= first, accounts.c.id < end)
    newest = tx.value(found.order_by(accounts.c.id.desc()).limit(1))
    return 0 if newest is None else rows.number_of(newest) - rows.EXPERTS + 1


@dataclass(frozen=True, slots=True)
class Load:
    """One load: into which database, which rows, and who is told of the progress."""

    database: Database
    rows: Rows
    on_progress: Callable[[int], None]
    """Called with how many experts are there at first, and then with those of each batch."""

    def run(self, experts: int) -> None:
        """Load what is not there yet. Raises RealPeopleHere."""
        with self.database.reading() as tx:
            is_empty = tx.row(sa.select(accounts.c.id).limit(1)) is None
            if not is_empty and not BEFORE_EXPERTS[0].is_loaded(tx):
                raise RealPeopleHere("this database holds accounts of its own: use another")
            done = min(count_experts(tx), experts)
        self._load_sections(BEFORE_EXPERTS)
        self.on_progress(done)
        for start in range(done, experts, _BATCH):
            batch = range(start, min(start + _BATCH, experts))
            self._add_experts(batch)
            self.on_progress(len(batch))
        self._load_sections(AFTER_EXPERTS)

    def _load_sections(self, sections: tuple[Section, ...]) -> None:
        for section in sections:
            with self.database.writing() as tx:
                if not section.is_loaded(tx):
                    section.load(tx, self.rows)

    def _add_experts(self, batch: range) -> None:
        people = [expert(number, self.rows.now.date()) for number in batch]
        profiles = [person["profile"] for person in people]
        made = [
            self.rows.account(
                rows.EXPERTS + number,
                person,
                verification_tier="pro" if number % 10 == 0 else "verified",
            )
            for number, person in zip(batch, people, strict=True)
        ]
        pairs = list(zip(made, profiles, strict=True))
        rendered = [render(SimpleNamespace(**account), short, short) for account, short in pairs]
        offers = [(account["id"], matching.offer_of_expert(short)) for account, short in pairs]
        with self.database.writing() as tx:
            rows.add_accounts(tx, made, profiles)
            writes.add_many(tx, rendered)
            matching.put_people(tx, "expert", offers)
            cache_versions.bump(tx, tables.EXPERTS, members=len(batch))
