"""What holds the log together: digests of entries, the links of their chain, the seal of its head.

All are made by keys that stand outside the database. So whoever can write to the database, and
no more than that, can't

- change an entry, or put one in: its digest would not fit;
- take one out, move one or exchange two: the links would not fit, or a number be missing;
- cut the tail: the head tells how far the chain goes, and nobody without the keys moves the head.

What they can do: take an entry away before it is sealed, which happens within seconds; drop
personal values, as an erasure may (how many are gone is told); and set head and entries together
back to an earlier state that they have kept, or to the empty beginning. The last can't be seen
from inside. It shows against a point of the chain, `NUMBER:MAC`, that was printed before and is
kept elsewhere.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Self

from bridgework.areas.audit.schemas import AuditChange
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring

TOLD = frozenset(
    {
        *("role", "jobsRole", "vendorsRole"),
        *("verificationTier", "jobsVerificationTier", "vendorsVerificationTier"),
        *("isEmailVerified", "status"),
        *("consultationRequestCap", "monthlyPaidLeadCap"),
    }
)
"""Members whose values may stand in an entry: roles, tiers, states and caps, and nothing else."""

SEALED_WITHIN = timedelta(minutes=1)
"""A running sealer takes seconds: an entry that waits longer was skipped, or sealing fails."""

_POINT = re.compile(r"([1-9][0-9]{0,17}):([0-9a-f]{64})")


class ValueNotTold(Exception):
    """An entry was to hold a value that it may only name: a defect of whoever noted it."""


class HeadUnfit(Exception):
    """The head of the audit chain is not as a sealer left it, so nothing is sealed.

    To carry on from it would make good whatever was done to it.
    """

    def __init__(self) -> None:
        super().__init__(
            "the head of the audit chain is not as it was left, so no entry is sealed: see "
            "`bridgework audit verify`, and whether a secret was taken out of the settings"
        )


@dataclass(frozen=True, slots=True)
class Personal:
    """What an entry holds of a person; once it is dropped, nothing leads back to it."""

    ip: str
    user_agent: str
    salt: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry tells and its digest covers; `personal` is the digest of a Personal."""

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
class Point:
    """A place in the chain: how many entries there are up to it, and the mac of the last."""

    number: int
    mac: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """The point that is written `NUMBER:MAC`. Raises ValueError."""
        found = _POINT.fullmatch(text)
        if found is None:
            raise ValueError("must be NUMBER:MAC, as `bridgework audit verify` prints it")
        return cls(int(found[1]), found[2])

    def __str__(self) -> str:
        return f"{self.number}:{self.mac}"


START = Point(0, "")
"""Before the first entry; the head stands here unsealed until there is one."""


def as_row(told: Entry | Personal) -> dict[str, object]:
    """By its columns what an entry holds; not copied, as `dataclasses.asdict` would."""
    return {field.name: getattr(told, field.name) for field in fields(told)}


def of_personal(personal: Personal) -> tuple[str, ...]:
    """What the digest of personal values is made of: a key's purpose, and the parts."""
    return ("audit-personal", personal.salt, personal.ip, personal.user_agent)


def of_entry(entry: Entry) -> tuple[str, ...]:
    """What the digest of an entry is made of: its JSON in one spelling. Raises ValueError."""
    if entry.at.tzinfo is None:
        raise ValueError("a time without a zone names no point in time")
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    told = {**as_row(entry), "at": at}
    return ("audit-entry", json.dumps(told, sort_keys=True, separators=(",", ":")))


def of_link(before: Point, digest: str) -> tuple[str, ...]:
    """What the mac of the entry that follows `before` is made of."""
    return ("audit-link", before.mac, str(before.number + 1), digest)


def of_head(point: Point) -> tuple[str, ...]:
    """What the seal of the head is made of."""
    return ("audit-head", str(point.number), point.mac)


def fits(keyring: Keyring, digest: object, made_of: tuple[str, ...]) -> bool:
    """Whether a stored digest is that of its parts under any key, whatever somebody stored."""
    return isinstance(digest, str) and digest.isascii() and keyring.matches(digest, *made_of)


def head_fits(keyring: Keyring, point: Point, seal: object) -> bool:
    """Whether the head is as a sealer left it, or as it was before the first one came."""
    return (point == START and seal == "") or fits(keyring, seal, of_head(point))


def must_be_told(change: AuditChange) -> None:
    """Raise ValueNotTold if a change holds values, and not of a role, tier, state or cap."""
    has_values = change.before is not None or change.after is not None
    if has_values and change.field not in TOLD:
        raise ValueNotTold(f"{change.field} may be named in the audit log, its values may not")
