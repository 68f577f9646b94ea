"""Builds the rows of the demo: ids that are the same on every machine, and accounts."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.queries import add_terms
from bridgework.areas.identity.accounts.records import Names
from bridgework.areas.identity.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.people.directory.records import Person, PersonState
from bridgework.areas.people.profiles import queries as profiles
from bridgework.areas.people.profiles.records import Fields, Profile, ProfileAccount
from bridgework.demo.data import Record
from bridgework.demo.people import people
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, cache_versions
from bridgework.kit.text import normalize
from bridgework.kit.validation import email_key

# The first number of each kind. Experts come last, since there may be a million.
NAMED, CANDIDATES, VENDORS, POSTS = 1_000, 10_000, 30_000, 50_000
FEED_POSTS, FEED_COMMENTS, REPORTS = 60_000, 61_000, 63_000
EVENTS, GUESTS, EVENT_REQUESTS = 65_000, 66_000, 68_000
ROLES, ROLE_APPLICATIONS, CONSULTATIONS = 70_000, 71_000, 72_000
JOBS, JOB_APPLICATIONS = 75_000, 76_000
WEBHOOKS, DELIVERIES = 78_000, 79_000
SAVED_SEARCHES = 80_000
NOTIFICATIONS = 81_000
INTRODUCTIONS = 82_000
EXPERTS, MOST_EXPERTS = 100_000, 1_000_000

_EPOCH = 1_735_689_600_000
"""Milliseconds of 2025-01-01, the earliest time in an id of the demo."""
_DAYS_BACK = 700
_SCATTER = 7919
"""A prime that spreads the dates of neighboring numbers."""
_UNSET = {column.name: None for column in accounts.c if column.nullable}
_PEOPLE = ("account", "applicant", "author", "reporter", "submitter", "user")
"""Members of a data file that name a person."""
_AGO = ("days_ago", "minutes_ago")


def id_of(number: int) -> Id:
    """Return the id for a number, a UUID of version 7; ids sort in the order of the numbers."""
    # Knuth's multiplier spreads neighboring numbers over the random part.
    spread = (number * 0x9E3779B97F4A7C15) & ((1 << 62) - 1)
    head = (_EPOCH + number * 1000) << 80 | 0x7 << 76 | (number & 0xFFF) << 64
    return Id(str(uuid.UUID(int=head | 0b10 << 62 | spread)))


def number_of(row_id: Id) -> int:
    """Return the number that an id was derived from."""
    return ((uuid.UUID(row_id).int >> 80) - _EPOCH) // 1000


@dataclass(frozen=True, slots=True)
class RowFactory:
    """Builds rows as of `now` with the hashes of the published passwords."""

    now: datetime
    password_hash: str
    master_password_hash: str | None = None
    webhook_secret: str = ""
    """The secret of the webhook, encrypted."""

    def account(self, number: int, person: Mapping[str, Any], **overrides: object) -> Record:
        """Return an account; `overrides` replaces the values of a plain expert."""
        registered_at = self._registered_at(number)
        first_name, last_name, email = (
            person[member] for member in ("first_name", "last_name", "email")
        )
        return {
            **_UNSET,
            "id": id_of(number),
            "email": email,
            "email_key": email_key(email),
            "search_key": normalize(f"{email} {first_name} {last_name}"),
            "password_hash": self.password_hash,
            "first_name": first_name,
            "last_name": last_name,
            "role": "expert",
            "verification_tier": "not-verified",
            "jobs_verification_tier": "not-verified",
            "vendors_verification_tier": "not-verified",
            "is_email_verified": True,
            "on_matchmaker": True,
            "created_at": registered_at,
            "updated_at": registered_at,
            **overrides,
        }

    def _registered_at(self, number: int) -> datetime:
        """Return the registration time, spread over two years before today."""
        spread = number * _SCATTER
        midnight = datetime.combine(self.now.date(), time(), UTC)
        day, second = spread % _DAYS_BACK + 1, spread % 86_400
        return midnight - timedelta(days=day) + timedelta(seconds=second)

    def account_of(self, tx: Tx, person: str) -> Id:
        """Return the account id of `ada` (or another named person), `candidate 3` or `expert 16`.

        An expert who is not loaded is replaced by Ada, who always is.
        """
        kind, _, number = person.partition(" ")
        if not number:
            return id_of(NAMED + list(people(self.now.date())).index(person))
        account_id = id_of({"candidate": CANDIDATES, "expert": EXPERTS}[kind] + int(number))
        exists = tx.value(sa.select(accounts.c.id).where(accounts.c.id == account_id))
        return account_id if exists else id_of(NAMED)

    def row(self, tx: Tx, table: sa.Table, number: int, record: Record) -> Record:
        """Return the row for a record of a data file, with ids in place of numbers and people.

        `days_ago` and `minutes_ago` become the row's timestamps. Their time of day follows from
        now, so no row lies in the future.
        """
        row: Record = {"id": id_of(number)}
        for name, value in record.items():
            if name in _PEOPLE:
                row[f"{name}_id"] = self.account_of(tx, value)
            elif name not in _AGO:
                row[name] = value
        at = self.timestamp(record)
        return {**row, **{name: at for name in ("created_at", "updated_at") if name in table.c}}

    def timestamp(self, record: Record) -> datetime:
        """Return the timestamp of a record with `days_ago` and, optionally, `minutes_ago`."""
        ago = timedelta(days=record["days_ago"], minutes=record.get("minutes_ago", 0))
        return (self.now - ago).replace(second=0, microsecond=0)


def names_of(account: Record) -> tuple[Id, Names]:
    """Return the ID of an account, and what administrators search it by."""
    return account["id"], Names(account["email"], account["first_name"], account["last_name"])


def person_of(account: Record, profile: Fields) -> Person:
    """Return an account with its profile, as the directory reads it."""
    stated = ProfileAccount(*(account[name] for name in ProfileAccount._fields))
    return Person(stated, PersonState(account["updated_at"], profile, None))


def add_accounts(tx: Tx, new_accounts: list[Record], fields: list[Fields]) -> None:
    """Insert accounts, each with its profile."""
    tx.execute(accounts.insert(), new_accounts)
    add_terms(tx, map(names_of, new_accounts))
    cache_versions.bump_at_commit(tx, ACCOUNTS)
    profiles.add_many(
        tx,
        [
            Profile(account["id"], profile, 1, account["updated_at"])
            for account, profile in zip(new_accounts, fields, strict=True)
        ],
    )
