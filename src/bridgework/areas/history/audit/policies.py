"""The cryptography of the log: digests of entries, MACs of the links, and the seal of the head.

All are computed with keys outside the database. An attacker who can only write to the database
can't, without detection,

- change or insert an entry: its digest would not match;
- remove, move or exchange entries: a MAC would not match, or a number would be missing;
- truncate the log: the sealed head contains its length.

Such an attacker can remove an entry before it is sealed, which happens within seconds; delete
personal values, as an erasure does (their number is reported); and restore the head and the entries
together to an earlier state, or to the empty log. The last can't be detected from the log itself,
but with a checkpoint, `NUMBER:MAC`, that was printed earlier and stored elsewhere.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Self

from bridgework.areas.history.audit.schemas import AuditChange
from bridgework.kit.core import Id
from bridgework.kit.security import Keyring

FIELDS_WITH_VALUES = frozenset(
    {
        *("role", "jobsRole", "vendorsRole"),
        *("verificationTier", "jobsVerificationTier", "vendorsVerificationTier"),
        *("isEmailVerified", "status"),
        *("consultationRequestCap", "monthlyPaidLeadCap"),
        *("kind", "platform", "verification", "jobsVerification", "vendorsVerification"),
        *("eventId", "postingId", "actor", "action", "target", "from", "to", "dryRun", "enabled"),
    }
)
"""The members whose values are recorded: roles, tiers, states and caps, and the parameters of
exports and imports that are not free text."""

SEALED_WITHIN = timedelta(minutes=1)
"""A running sealer needs seconds. An entry that waits longer was skipped, or sealing fails."""

_CHECKPOINT = re.compile(r"([1-9][0-9]{0,17}):([0-9a-f]{64})")


class ValueNotAllowed(Exception):
    """An entry has the value of a member that may only be named. This is a programming error."""


class HeadMismatch(Exception):
    """The head of the chain does not match its seal, so nothing is sealed.

    Sealing further entries would hide the manipulation.
    """

    def __init__(self) -> None:
        super().__init__(
            "the head of the audit log was changed, so no entry is sealed: run `bridgework audit "
            "verify`, and check whether a secret was removed from the settings"
        )


@dataclass(frozen=True, slots=True)
class Personal:
    """The personal values of an entry. Without the salt, their digest can't be reversed."""

    ip: str
    user_agent: str
    salt: str


@dataclass(frozen=True, slots=True)
class Entry:
    """The contents of an entry, covered by its digest. `personal` is the digest of a Personal."""

    id: Id
    at: datetime
    actor: str | None
    action: str
    target: str | None
    outcome: str
    request_id: str
    changes: list[Mapping[str, object]]
    personal: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A position in the chain: the number of entries up to it, and the MAC of the last one."""

    number: int
    mac: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a checkpoint of the form `NUMBER:MAC`. Raises ValueError."""
        match = _CHECKPOINT.fullmatch(text)
        if match is None:
            raise ValueError("must be NUMBER:MAC, as `bridgework audit verify` prints it")
        return cls(int(match[1]), match[2])

    def __str__(self) -> str:
        return f"{self.number}:{self.mac}"


START = Checkpoint(0, "")
"""The position before the first entry. A head at this position has no seal yet."""


def to_row(record: Entry | Personal) -> dict[str, object]:
    """Return the values by column, without the deep copy of `dataclasses.asdict`."""
    return {field.name: getattr(record, field.name) for field in fields(record)}


def personal_parts(personal: Personal) -> tuple[str, ...]:
    """Return the input of the digest of personal values: the key's purpose, then the values."""
    return ("audit-personal", personal.salt, personal.ip, personal.user_agent)


def entry_parts(entry: Entry) -> tuple[str, ...]:
    """Return the input of the digest of an entry: its canonical JSON. Raises ValueError."""
    if entry.at.tzinfo is None:
        raise ValueError("the time has no time zone")
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    row = {**to_row(entry), "at": at}
    return ("audit-entry", json.dumps(row, sort_keys=True, separators=(",", ":")))


def link_parts(before: Checkpoint, digest: str) -> tuple[str, ...]:
    """Return the input of the MAC of the entry that follows `before`."""
    return ("audit-link", before.mac, str(before.number + 1), digest)


def head_parts(head: Checkpoint) -> tuple[str, ...]:
    """Return the input of the seal of the head."""
    return ("audit-head", str(head.number), head.mac)


def matches(keyring: Keyring, digest: object, parts: tuple[str, ...]) -> bool:
    """Return whether a stored value, of any type, is the digest of the parts under any key."""
    return isinstance(digest, str) and digest.isascii() and keyring.matches(digest, *parts)


def head_matches(keyring: Keyring, head: Checkpoint, seal: object) -> bool:
    """Return whether the head has a valid seal, or is the unsealed head of an empty log."""
    return (head == START and seal == "") or matches(keyring, seal, head_parts(head))


def must_be_allowed(change: AuditChange) -> None:
    """Raise ValueNotAllowed if a change has values of a member that may only be named."""
    has_values = change.before is not None or change.after is not None
    if has_values and change.field not in FIELDS_WITH_VALUES:
        raise ValueNotAllowed(f"the values of {change.field} must not be in the audit log")
