"""A letter, before it is written: whom it goes to, of what kind, and with which facts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bridgework.kit.ids import Id
from bridgework.kit.tracing.origins import Origin


@dataclass(frozen=True, slots=True)
class Choice:
    """What makes a letter optional: its recipient may refuse letters of this kind.

    An account does so by its id, an address that belongs to none by its marks.
    """

    account_id: Id | None
    kind: str
    """As in `event_invitation`; the mail area knows them all."""
    marks: tuple[str, ...] = ()
    """What the recipient's address is remembered by (`choices.marks_of`), newest first."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """An appointment that goes with a letter, for the recipient's calendar (RFC 5546)."""

    method: Literal["REQUEST", "CANCEL"]
    content: bytes
    """iCalendar, as RFC 5545 has it."""


Enclose = Callable[["Letter"], Enclosure]
"""Makes the enclosure of a letter of one name, from its facts."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter to one person.

    `name` is the template's, as in `accounts/verification_code`. The facts are kept as they are;
    the secrets (a code, a link) are sealed in the outbox and wiped once the letter is sent or
    `expires` has passed. Without a `choice` nobody can refuse it: so it is with codes, and with
    whatever tells of the safety of an account.
    """

    name: str
    to: str
    about: Id
    """The account or thing that the letter is about."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    expires: datetime | None = None
    choice: Choice | None = None
    origin: Origin | None = None
    """The request that it comes from, where that is not the one under way."""
