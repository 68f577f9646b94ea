"""Inviting people, their answers, and what they are told."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import letters
from bridgework.areas.calendar import rules as events
from bridgework.areas.calendar import store as calendar
from bridgework.areas.calendar.guests import rules, store
from bridgework.areas.calendar.guests.rules import Invitee
from bridgework.areas.calendar.guests.shapes import (
    AddGuestsRequest,
    EventGuestPage,
    GuestsQuery,
    InviteReply,
    Invites,
    Reply,
)
from bridgework.areas.calendar.luma import actions as luma
from bridgework.kit import signed_links
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import store as outbox
from bridgework.kit.outbox import subscriptions
from bridgework.kit.outbox.email import Email, Subscription
from bridgework.kit.pagination import cursors
from bridgework.kit.tracing import origins

_INVITATION = "event_invitation"
_WRITTEN_AT_ONCE = 50
"""Letters in one transaction: few enough that nobody waits long for the write lock."""


def add(call: Call, event_id: Id, body: AddGuestsRequest) -> Invites:
    """Invite members to an event."""
    event = calendar.locked_event_for(call.tx, call.caller, event_id)
    if event is None:
        raise events.EventNotFound
    known = store.accounts_by_id(call.tx, body.invitee_ids)
    people, skipped = rules.of_accounts(body.invitee_ids, known)
    invites = _invite(call, event, people, skipped)
    audit.note(call, "event.invite", target=event_id)
    luma.note(call.tx, event_id, call.now)
    return invites


def invite_addresses(call: Call, event: Any, emails: Sequence[str]) -> Invites:
    """Invite whoever has these addresses to a new event, members or not."""
    known = store.accounts_of(call.tx, list({email_key(each) for each in emails}))
    people, skipped = rules.of_addresses(emails, known)
    return _invite(call, event, people, skipped)


def invited_before(call: Call, event: Any, emails: Sequence[str]) -> Invites:
    """Who of these was invited when the event was made, for whoever asks again."""
    known = store.accounts_of(call.tx, list({email_key(each) for each in emails}))
    people, skipped = rules.of_addresses(emails, known)
    absent = store.absent(call.tx, event.id, people)
    refusing = [each.account_id for each in absent if each.account_id is not None]
    return Invites(invited_count=len(people) - len(absent), skipped_ids=[*skipped, *refusing])


def listed(call: Call, event_id: Id, query: GuestsQuery) -> EventGuestPage:
    """A page of the guests of an event."""
    if calendar.event_for(call.tx, call.caller, event_id) is None:
        raise events.EventNotFound
    page_request = cursors.page_request(call, query, event_id)
    found = store.listed(call.tx, event_id, page_request)
    return cursors.to_page(call, query, EventGuestPage, found, event_id)


def respond(call: Call, event_id: Id, reply: Reply) -> InviteReply:
    """Say whether the caller comes. Of those who want the last place at once, one gets it."""
    event = calendar.locked_event_for(call.tx, call.caller, event_id)
    if event is None:
        raise events.EventNotFound
    account_id = call.caller.account()
    guest = store.of_account(call.tx, event_id, account_id)
    if guest is None:
        rules.must_have_room(event, store.going(call.tx, event_id), reply)
        store.add_uninvited(call.tx, event_id, account_id, reply, call.now)
        luma.note(call.tx, event_id, call.now)
    else:
        _answer(call, event, guest, reply)
    return InviteReply(status=reply)


def reply_of_caller(call: Call, event_id: Id) -> Reply | None:
    """The caller's answer to an event, None for partners and where there is no answer yet."""
    account_id = call.caller.account_id
    guest = None if account_id is None else store.of_account(call.tx, event_id, account_id)
    return None if guest is None else rules.reply_in(guest.status)


def linked(call: Call, token: str) -> tuple[Any, Any]:
    """The guest that a link belongs to, and their event. Raises ReplyLinkInvalid."""
    guest = _of_link(call, token)
    event = calendar.event(call.tx, guest.event_id)
    if event is None or event.hidden_at is not None:
        raise rules.ReplyLinkInvalid
    return guest, event


def is_full(call: Call, event: Any) -> bool:
    """Whether every place at an event is taken."""
    return rules.is_full(event, store.going(call.tx, event.id))


def answer_by_link(call: Call, token: str, reply: Reply) -> Any:
    """Note what whoever holds a link answers, unless the event is cancelled. Returns the event."""
    event = calendar.locked_event(call.tx, _of_link(call, token).event_id)
    guest = _of_link(call, token)  # once more, now that nobody else changes it
    if event is None or event.hidden_at is not None:
        raise rules.ReplyLinkInvalid
    if event.cancelled_at is None:
        _answer(call, event, guest, reply)
    return event


def tell_cancelled(tx: Tx, keyring: Keyring, event: Any, now: datetime) -> int:
    """Write to some guests of a cancelled event, who were not told yet. Returns how many."""
    some = store.to_tell(tx, event, _WRITTEN_AT_ONCE)
    told = [letters.event_cancelled(event, guest.email) for guest in some]
    outbox.add_many(tx, keyring, told, now)
    is_done = len(some) < _WRITTEN_AT_ONCE
    through = some[-1].id if some else event.told_through
    calendar.note_told(tx, event.id, through, now if is_done else None)
    return len(some)


def write_rest(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Write to some guests who were too many to be written to at once. A periodic task."""
    return _invite_rest(keyring, tx, now) or _tell_rest(keyring, tx, now)


def claim(tx: Tx, account_id: Id) -> None:
    """Let who proves an address have the invitations that were sent to it."""
    store.claim(tx, account_id)


def _invite_rest(keyring: Keyring, tx: Tx, now: datetime) -> int:
    some = store.unwritten(tx, _WRITTEN_AT_ONCE)
    if not some:
        return 0
    events_of = store.events_of(tx, some)
    for origin, invited in groupby(some, origins.of):
        with origin.resumed():
            written = [_invitation(keyring, events_of[each.event_id], each) for each in invited]
            outbox.add_many(tx, keyring, written, now)
    store.note_written(tx, [guest.id for guest in some])
    return len(some)


def _tell_rest(keyring: Keyring, tx: Tx, now: datetime) -> int:
    event = store.half_told(tx)
    if event is None:
        return 0
    with origins.of(event).resumed():
        return max(1, tell_cancelled(tx, keyring, event, now))


def _invitation(keyring: Keyring, event: Any, guest: Any) -> Email:
    subscription = _choice(keyring, Invitee(guest.account_id, guest.email, guest.email_key))
    return letters.event_invitation(event, guest.id, guest.email, guest.email_key, subscription)


def _of_link(call: Call, token: str) -> Any:
    guest_id = signed_links.thing_in(token)
    guest = None if guest_id is None else store.guest(call.tx, guest_id)
    if guest is None or not signed_links.fits(
        call.kit.keyring, rules.REPLY_PATH, token, guest.email_key
    ):
        raise rules.ReplyLinkInvalid
    return guest


def _answer(call: Call, event: Any, guest: Any, reply: Reply) -> None:
    if guest.status == reply:
        return
    rules.must_have_room(event, store.going(call.tx, event.id), reply)
    store.answer(call.tx, guest.id, reply, call.now)
    luma.note(call.tx, event.id, call.now)


def _invite(call: Call, event: Any, people: Sequence[Invitee], skipped: Sequence[Id]) -> Invites:
    """Invite those who are no guests yet and don't refuse invitations."""
    choice_of = {each: _choice(call.kit.keyring, each) for each in people}
    refused = subscriptions.unsubscribed(call.tx, set(choice_of.values()))
    asked = [each for each in people if choice_of[each] not in refused]
    invited = {new_id(): each for each in store.absent(call.tx, event.id, asked)}
    first = dict(list(invited.items())[:_WRITTEN_AT_ONCE])
    call.enqueue_emails(
        [
            letters.event_invitation(event, guest_id, each.email, each.email_key, choice_of[each])
            for guest_id, each in first.items()
        ]
    )
    store.add(call.tx, event.id, invited, first, call.now)
    there = set(invited.values())
    passed = [each.account_id for each in people if each not in there]
    return Invites(
        invited_count=len(invited),
        skipped_ids=[*skipped, *(each for each in passed if each is not None)],
    )


def _choice(keyring: Keyring, invitee: Invitee) -> Subscription:
    marks = subscriptions.address_digests(keyring, invitee.email_key)
    return Subscription(invitee.account_id, _INVITATION, marks)
