"""Loads the demo data into a database in small batches; an interrupted load can be resumed.

The ids of the rows are derived from numbers, so the existing rows show what is missing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bridgework.areas.identity.accounts import tables
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.directory import writes
from bridgework.areas.people.directory.serializers import render
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.profiles.records import Fields
from bridgework.demo import rows
from bridgework.demo.changes import ChangesSection
from bridgework.demo.experts import expert
from bridgework.demo.rows import RowFactory
from bridgework.demo.sections import AFTER_EXPERTS, BEFORE_EXPERTS, Section
from bridgework.kit.data.db import Database, Tx, cache_versions, from_json

EXPERTS = 200
"""The default number of experts."""
_BATCH = 100
"""Experts per transaction. Small, so that the write lock is held only briefly."""


class DatabaseNotEmpty(Exception):
    """The database holds other accounts than those of the demo; nothing was loaded."""


def is_complete(tx: Tx, experts: int) -> bool:
    """Return whether all sections and at least `experts` experts are loaded."""
    sections = (*BEFORE_EXPERTS, *AFTER_EXPERTS)
    return all(section.is_loaded(tx) for section in sections) and count_experts(tx) >= experts


def count_experts(tx: Tx) -> int:
    """Return the number of loaded experts; they are added in the order of their ids."""
    first, end = (rows.id_of(rows.EXPERTS + number) for number in (0, rows.MOST_EXPERTS))
    expert_ids = sa.select(accounts.c.id).where(accounts.c.id >= first, accounts.c.id < end)
    newest = tx.value(expert_ids.order_by(accounts.c.id.desc()).limit(1))
    return 0 if newest is None else rows.number_of(newest) - rows.EXPERTS + 1


@dataclass(frozen=True, slots=True)
class Load:
    """One load of the demo data into a database."""

    database: Database
    factory: RowFactory
    on_progress: Callable[[int], None]
    """Called with the number of existing experts first, then with the size of each batch."""

    def run(self, experts: int) -> None:
        """Load what is missing. Raises DatabaseNotEmpty."""
        with self.database.reading() as tx:
            is_empty = tx.row(sa.select(accounts.c.id).limit(1)) is None
            if not is_empty and not BEFORE_EXPERTS[0].is_loaded(tx):
                raise DatabaseNotEmpty("the database holds other accounts; use an empty one")
            existing = min(count_experts(tx), experts)
        self._load_sections(BEFORE_EXPERTS)
        self.on_progress(existing)
        for start in range(existing, experts, _BATCH):
            batch = range(start, min(start + _BATCH, experts))
            self._add_experts(batch)
            self.on_progress(len(batch))
        self._load_sections(AFTER_EXPERTS)

    def _load_sections(self, sections: Sequence[Section | ChangesSection]) -> None:
        for section in sections:
            with self.database.writing() as tx:
                if not section.is_loaded(tx):
                    section.load(tx, self.factory)

    def _add_experts(self, batch: range) -> None:
        people = [expert(number, self.factory.now.date()) for number in batch]
        profiles = [from_json(Fields, person["profile"]) for person in people]
        new_accounts = [
            self.factory.account(
                rows.EXPERTS + number,
                person,
                verification_tier="pro" if number % 10 == 0 else "verified",
            )
            for number, person in zip(batch, people, strict=True)
        ]
        pairs = list(zip(new_accounts, profiles, strict=True))
        cards = [render(rows.person_of(account, profile), profile) for account, profile in pairs]
        offers = [(account["id"], matching.offer_of_expert(profile)) for account, profile in pairs]
        with self.database.writing() as tx:
            rows.add_accounts(tx, new_accounts, profiles)
            writes.add_many(tx, cards)
            matching.put_people(tx, "expert", offers)
            cache_versions.bump(tx, tables.EXPERTS, members=len(batch))
