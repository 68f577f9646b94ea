"""What holds for guests: who can be invited, and what becomes of an answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework.areas.calendar.guests.shapes import GuestStatus, Reply
from bridgework.kit.errors import Conflict, FieldError, NotFound, ValidationFailed
from bridgework.kit.fields import email_key
from bridgework.kit.ids import Id

REPLY_PATH = "/calendar/rsvp"
"""Where the links lead by which a letter is answered; they are good for nothing else."""


class EventFull(Conflict):
    """Every place at this event is taken."""


class ReplyLinkInvalid(NotFound):
    """This is not a link of ours: use the one in the letter, whole."""


@dataclass(frozen=True, slots=True)
class Invitee:
    """Somebody who can be invited; without an account, just an address."""

    account_id: Id | None
    email: str
    email_key: str


def of_addresses(
    emails: Sequence[str], known: Iterable[Any]
) -> tuple[Sequence[Invitee], Sequence[Id]]:
    """Whom these addresses stand for, each once; and the accounts that can't be invited.

    An account that has not proved its address does not own it: the address is invited, not the
    account.
    """
    accounts = {account.email_key: account for account in known if account.is_email_verified}
    people: list[Invitee] = []
    skipped: list[Id] = []
    by_key: dict[str, str] = {}
    for each in emails:
        by_key.setdefault(email_key(each), each)
    for key, email in by_key.items():
        account = accounts.get(key)
        if account is None:
            people.append(Invitee(None, email, key))
        elif is_good(account):
            people.append(Invitee(account.id, account.email, key))
        else:
            skipped.append(account.id)
    return people, skipped


def of_accounts(
    account_ids: Sequence[Id], known: Iterable[Any]
) -> tuple[Sequence[Invitee], Sequence[Id]]:
    """Which of these accounts can be invited, each once, and which can't."""
    good = {account.id: account for account in known if is_good(account)}
    people: list[Invitee] = []
    skipped: list[Id] = []
    for account_id in dict.fromkeys(account_ids):
        account = good.get(account_id)
        if account is None:
            skipped.append(account_id)
        else:
            people.append(Invitee(account_id, account.email, account.email_key))
    return people, skipped


def is_good(account: Any) -> bool:
    """Whether an account can be invited: its owner can sign in, and does not mean to leave."""
    is_here = account.disabled_at is None and account.erases_at is None
    return bool(account.is_email_verified and is_here)


def reply_in(status: GuestStatus) -> Reply | None:
    """The reply that a guest's status records, None of a guest who has not replied."""
    return None if status == "invited" else status


def must_be_said(reply: Reply | None) -> Reply:
    """The reply that was sent. Raises ValidationFailed if there was none."""
    if reply is None:
        raise ValidationFailed(FieldError("status", "required", "Say going or declined."))
    return reply


def must_have_room(event: Any, going: int, reply: Reply) -> None:
    """Raise EventFull if nobody more may come, and this one would."""
    if reply == "going" and is_full(event, going):
        raise EventFull


def is_full(event: Any, going: int) -> bool:
    """Whether every place is taken when so many come."""
    return event.max_capacity is not None and going >= event.max_capacity
