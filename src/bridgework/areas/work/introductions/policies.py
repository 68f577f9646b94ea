"""Who may ask whom about what, how often, and the states of an introduction."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from bridgework.areas.work.introductions import errors
from bridgework.areas.work.introductions.records import Seen, Sender
from bridgework.areas.work.introductions.schemas import (
    IntroductionStatus,
    IntroductionSubject,
)
from bridgework.kit.actions import ActionRule, Refusal, refuse_move
from bridgework.kit.core import Moves
from bridgework.kit.security import Caller, member

Asker = Literal["owner", "other"]
"""Whether the caller owns the posting that an introduction is about."""
Asked = Literal["candidate", "expert", "vendor", "owner of the posting"]
"""What the recipient must be, visibly to the caller."""


class Relation(NamedTuple):
    """Who may ask whom."""

    roles: frozenset[str] | None
    """The roles of which the caller has one; None for every member."""
    asked: Asked


_CLIENTS = frozenset({"client", "rpo"})
_CLINICS = frozenset({"clinic_owner", "recruiter"})

RELATIONS: Mapping[tuple[IntroductionSubject, Asker], Relation] = {
    ("job", "owner"): Relation(_CLINICS, "candidate"),
    ("job", "other"): Relation(frozenset({"candidate"}), "owner of the posting"),
    ("role", "owner"): Relation(_CLIENTS, "expert"),
    ("role", "other"): Relation(frozenset({"expert"}), "owner of the posting"),
    ("expert", "other"): Relation(_CLIENTS | _CLINICS, "expert"),
    ("vendor", "other"): Relation(None, "vendor"),
}
"""Every relation in which a member may ask. What is not here is refused."""

LIFE = timedelta(days=14)
"""How long an introduction waits for an answer."""
REST = timedelta(days=90)
"""How long further requests to a member who declined are not delivered."""
RETENTION = timedelta(days=180)
"""How long an introduction that was not accepted is stored."""

_DAY, _MONTH, _WEEK = timedelta(days=1), timedelta(days=30), timedelta(days=7)
_A_DAY: Final = 3
_MORE_ONCE_VERIFIED: Final = 3
_MORE_AFTER_A_WEEK: Final = 4
_A_MONTH: Final = 40
COUNTED: Final = _MONTH
"""For how long a request counts towards the limits."""

MOVES: Mapping[str, Mapping[str, Sequence[IntroductionStatus]]] = {
    "recipient": {"pending": ("accepted", "declined")},
    "sender": {"pending": ("withdrawn",)},
}

_LINK = re.compile(r"https?:|www\.|@|\w\.[a-z]{2,}", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\d[\s().+/-]*){7}")


def relation(caller: Caller, kind: IntroductionSubject, asker: Asker) -> Relation:
    """Return whom the caller may ask about something. Raises IntroductionNotAllowed."""
    found = RELATIONS.get((kind, asker))
    if found is None or (found.roles is not None and found.roles.isdisjoint(caller.roles)):
        raise errors.IntroductionNotAllowed
    return found


def must_be_within_limits(sender: Sender, asked: Sequence[datetime], now: datetime) -> None:
    """Raise IntroductionLimitReached if a sender can't ask now.

    `asked` are the times of the requests of the last 30 days, oldest first.
    """
    waits = [
        times[len(times) - limit] + period
        for period, limit in ((_DAY, daily_limit(sender, now)), (_MONTH, _A_MONTH))
        if len(times := [at for at in asked if at > now - period]) >= limit
    ]
    if waits:
        raise errors.IntroductionLimitReached(max(waits))


def daily_limit(sender: Sender, now: datetime) -> int:
    """Return how many introductions a sender may ask for in 24 hours."""
    return (
        _A_DAY
        + (_MORE_ONCE_VERIFIED if sender.is_verified else 0)
        + (0 if is_new(sender, now) else _MORE_AFTER_A_WEEK)
    )


def is_new(sender: Sender, now: datetime) -> bool:
    """Whether the account of a sender is younger than a week."""
    return now - sender.created_at < _WEEK


def is_note_held(sender: Sender, note: str, now: datetime) -> bool:
    """Whether the recipient sees a note only on request: one of a new sender with a contact."""
    return is_new(sender, now) and bool(_LINK.search(note) or _NUMBER.search(note))


class Facts(NamedTuple):
    """What the rules of an introduction read of it."""

    is_received: bool
    """Whether the caller is its recipient; otherwise its sender."""
    status: IntroductionStatus


def facts(seen: Seen, now: datetime) -> Facts:
    """Return the facts of an introduction, as the caller sees it."""
    return Facts(seen.box == "in", status_of(seen, now))


def status_of(seen: Seen, now: datetime) -> IntroductionStatus:
    """Return the current status."""
    return "lapsed" if seen.state == "pending" and seen.lapses_at <= now else seen.state


def _is_recipient(_: Caller, introduction: Facts) -> Refusal | None:
    return None if introduction.is_received else errors.NotTheRecipient


def _is_sender(_: Caller, introduction: Facts) -> Refusal | None:
    return errors.NotTheSender if introduction.is_received else None


def _may_accept(_: Caller, introduction: Facts) -> Refusal | None:
    return _refuse("recipient", introduction, "accepted")


def _may_decline(_: Caller, introduction: Facts) -> Refusal | None:
    return _refuse("recipient", introduction, "declined")


def _may_withdraw(_: Caller, introduction: Facts) -> Refusal | None:
    return _refuse("sender", introduction, "withdrawn")


def _refuse(who: str, introduction: Facts, to: str) -> Refusal | None:
    moves: Moves = MOVES[who]
    return refuse_move(introduction.status, moves.get(introduction.status, ()), to)


ACCEPT = ActionRule[Facts]("acceptIntroduction", member, by=_is_recipient, when=_may_accept)
DECLINE = ActionRule[Facts]("declineIntroduction", member, by=_is_recipient, when=_may_decline)
WITHDRAW = ActionRule[Facts]("withdrawIntroduction", member, by=_is_sender, when=_may_withdraw)
RULES: Sequence[ActionRule[Facts]] = (ACCEPT, DECLINE, WITHDRAW)
"""The rules of the operations on an introduction."""
