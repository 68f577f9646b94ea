"""What the statements on the audit log return."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.history.audit.schemas import AuditAction, AuditOutcome
from bridgework.kit.core import Id


class ListedEntry(NamedTuple):
    """An entry as administrators read it."""

    id: Id
    at: datetime
    actor: Id | None
    action: AuditAction
    target: str | None
    outcome: AuditOutcome
    request_id: str
    changes: Sequence[Mapping[str, object]]
    ip: str | None
    user_agent: str | None


class StoredEntry(NamedTuple):
    """An entry with its personal values, as far as the chain covers them.

    A manipulated row of SQLite may contain values of other types: `queries.to_entry` finds them.
    """

    id: Id
    actor: str | None
    action: str
    target: str | None
    outcome: str
    request_id: str
    personal: str
    digest: str
    at: str | datetime
    changes: str | list[Mapping[str, object]]
    ip: str | None
    user_agent: str | None
    salt: str | None
    """None if the personal values were erased."""


class Seal(NamedTuple):
    """The place of an entry in the chain."""

    number: int
    mac: str


class SealedEntry(NamedTuple):
    """An entry that has a place in the chain."""

    stored: StoredEntry
    seal: Seal


class Head(NamedTuple):
    """The end of the chain."""

    number: int
    mac: str
    seal: str


class Unsealed(NamedTuple):
    """How many entries are unsealed, and the time of the oldest."""

    total: int
    oldest: datetime | None
