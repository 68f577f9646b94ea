"""Inviting guests, their replies, and the e-mails to them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import emails, guest_queries, policies, queries, serializers
from bridgework.areas.calendar.errors import EventFull, EventNotFound, ReplyLinkInvalid
from bridgework.areas.calendar.luma import queries as luma
from bridgework.areas.calendar.policies import Invitee
from bridgework.areas.calendar.schemas import (
    AddGuestsRequest,
    EventGuestPage,
    EventReply,
    GuestsQuery,
    InviteReply,
    Invites,
)
from bridgework.kit import signed_links
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import queries as outbox
from bridgework.kit.outbox import subscriptions
from bridgework.kit.outbox.email import Subscription
from bridgework.kit.pagination import cursors
from bridgework.kit.tracing import request_origin

_BATCH = 50
"""The number of e-mails in one transaction, which limits the time of the write lock."""


def visible_event(context: Context, event_id: Id, *, lock: bool = False) -> Any:
    """Return an event that the caller may see. Raises EventNotFound."""
    event = queries.visible_event(context.tx, context.caller, event_id, lock=lock)
    if event is None:
        raise EventNotFound
    return event


def add(context: Context, event_id: Id, body: AddGuestsRequest) -> Invites:
    """Invite members to an event."""
    event = visible_event(context, event_id, lock=True)
    accounts = guest_queries.accounts_by_id(context.tx, body.invitee_ids)
    invitable = {account.id: account for account in accounts if account.is_invitable}
    account_ids = dict.fromkeys(body.invitee_ids)
    invitees = [_account_invitee(invitable[id_]) for id_ in account_ids if id_ in invitable]
    skipped = [id_ for id_ in account_ids if id_ not in invitable]
    invites = _invite(context, event, invitees, skipped)
    audit.note(context, "event.invite", target=event_id)
    luma.mark_changed(context.tx, event_id, context.now)
    return invites


def invite_by_email(context: Context, event: Any, addresses: Sequence[str]) -> Invites:
    """Invite addresses to a new event, with or without an account."""
    invitees, skipped = _invitees_of(context.tx, addresses)
    return _invite(context, event, invitees, skipped)


def invited_before(context: Context, event: Any, addresses: Sequence[str]) -> Invites:
    """Return the result of `invite_by_email` for a repeated creation of the event."""
    invitees, skipped = _invitees_of(context.tx, addresses)
    absent = guest_queries.without_guests(context.tx, event.id, invitees)
    unsubscribed = [invitee.account_id for invitee in absent if invitee.account_id is not None]
    count = len(invitees) - len(absent)
    return Invites(invited_count=count, skipped_ids=[*skipped, *unsubscribed])


def list_guests(context: Context, event_id: Id, query: GuestsQuery) -> EventGuestPage:
    """Return a page of the guests of an event."""
    visible_event(context, event_id)
    pages = guest_queries.list_guests(event_id)
    return cursors.read(context, query, EventGuestPage, pages, serializers.to_guest, event_id)


def respond(context: Context, event_id: Id, reply: EventReply) -> InviteReply:
    """Set the caller's reply. Only one of several concurrent replies gets the last place."""
    event = visible_event(context, event_id, lock=True)
    guest = guest_queries.guest_of_account(context.tx, event_id, context.caller.account())
    _set_reply(context, event, guest, reply)
    return InviteReply(status=reply)


def reply_of_caller(context: Context, event_id: Id) -> EventReply | None:
    """Return the caller's reply; None before there is one, and for partners."""
    if context.caller.account_id is None:
        return None
    guest = guest_queries.guest_of_account(context.tx, event_id, context.caller.account_id)
    return None if guest is None or guest.status == "invited" else guest.status


def guest_of_link(context: Context, token: str, *, lock: bool = False) -> tuple[Any, Any]:
    """Return the guest of a reply link, and the event. Raises ReplyLinkInvalid."""
    guest = _guest_of(context, token)
    event = queries.event(context.tx, guest.event_id, lock=lock)
    if event is None or event.hidden_at is not None:
        raise ReplyLinkInvalid
    if lock:  # the guest may have changed before the event was locked
        guest = _guest_of(context, token)
    return guest, event


def is_full(context: Context, event: Any) -> bool:
    """Return whether every place at an event is taken."""
    limit = event.max_capacity
    return limit is not None and guest_queries.count_going(context.tx, event.id) >= limit


def reply_by_link(context: Context, token: str, reply: EventReply) -> Any:
    """Set the reply of the link's guest, unless the event is cancelled. Return the event."""
    guest, event = guest_of_link(context, token, lock=True)
    if event.cancelled_at is None:
        _set_reply(context, event, guest, reply)
    return event


def notify_of_cancellation(tx: Tx, keyring: Keyring, event: Any, now: datetime) -> int:
    """E-mail the next guests of a cancelled event. Return the number of e-mails."""
    batch = guest_queries.to_notify(tx, event, _BATCH)
    outbox.add_many(
        tx, keyring, [emails.event_cancelled(event, guest.email) for guest in batch], now
    )
    through = batch[-1].id if batch else event.notified_through
    done_at = now if len(batch) < _BATCH else None
    queries.change(tx, event.id, {"notified_through": through, "guests_notified_at": done_at})
    return len(batch)


def send_pending_emails(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """E-mail guests beyond the batch that their request has e-mailed. A periodic task."""
    return _send_invitations(keyring, tx, now) or _send_cancellations(keyring, tx, now)


def _send_invitations(keyring: Keyring, tx: Tx, now: datetime) -> int:
    batch = guest_queries.to_invite(tx, _BATCH)
    if not batch:
        return 0
    events = guest_queries.events_of(tx, batch)
    for origin, guests in groupby(batch, request_origin.from_row):
        invitations = [
            emails.event_invitation(
                events[guest.event_id], guest.id, guest, _subscription(keyring, guest)
            )
            for guest in guests
        ]
        with origin.resume():
            outbox.add_many(tx, keyring, invitations, now)
    guest_queries.mark_invited(tx, [guest.id for guest in batch])
    return len(batch)


def _send_cancellations(keyring: Keyring, tx: Tx, now: datetime) -> int:
    event = guest_queries.partly_notified_event(tx)
    if event is None:
        return 0
    with request_origin.from_row(event).resume():
        return max(1, notify_of_cancellation(tx, keyring, event, now))


def _guest_of(context: Context, token: str) -> Any:
    guest_id = signed_links.parse_subject(token)
    guest = None if guest_id is None else guest_queries.guest(context.tx, guest_id)
    if guest is None or not signed_links.verify(
        context.app.keyring, policies.REPLY_PATH, token, guest.email_key
    ):
        raise ReplyLinkInvalid
    return guest


def _set_reply(context: Context, event: Any, guest: Any, reply: EventReply) -> None:
    if guest is not None and guest.status == reply:
        return
    if reply == "going" and is_full(context, event):
        raise EventFull
    if guest is None:
        account_id = context.caller.account()
        guest_queries.add_uninvited(context.tx, event.id, account_id, reply, context.now)
    else:
        guest_queries.set_reply(context.tx, guest.id, reply, context.now)
    luma.mark_changed(context.tx, event.id, context.now)


def _invitees_of(tx: Tx, addresses: Sequence[str]) -> tuple[list[Invitee], list[Id]]:
    """Return the invitees with these addresses, and the accounts that can't be invited.

    An account does not own an unverified address: then the address alone is invited.
    """
    emails_by_key: dict[str, str] = {}
    for email in addresses:
        emails_by_key.setdefault(email_key(email), email)
    accounts = guest_queries.accounts_by_email(tx, emails_by_key.keys())
    owners = {account.email_key: account for account in accounts}
    invitees: list[Invitee] = []
    skipped: list[Id] = []
    for key, email in emails_by_key.items():
        owner = owners.get(key)
        if owner is None:
            invitees.append(Invitee(None, email, key))
        elif owner.is_invitable:
            invitees.append(_account_invitee(owner))
        else:
            skipped.append(owner.id)
    return invitees, skipped


def _account_invitee(account: Any) -> Invitee:
    return Invitee(account.id, account.email, account.email_key)


def _invite(
    context: Context, event: Any, invitees: Sequence[Invitee], skipped: Sequence[Id]
) -> Invites:
    """Invite the invitees who are not guests yet and have not unsubscribed from invitations."""
    keyring = context.app.keyring
    subscription_of = {invitee: _subscription(keyring, invitee) for invitee in invitees}
    unsubscribed = subscriptions.unsubscribed(context.tx, set(subscription_of.values()))
    subscribed = [each for each in invitees if subscription_of[each] not in unsubscribed]
    absent = guest_queries.without_guests(context.tx, event.id, subscribed)
    invited = {new_id(): invitee for invitee in absent}
    emailed = list(invited)[:_BATCH]
    context.enqueue_emails(
        [
            emails.event_invitation(
                event, guest_id, invited[guest_id], subscription_of[invited[guest_id]]
            )
            for guest_id in emailed
        ]
    )
    guest_queries.add_invited(context.tx, event.id, invited, set(emailed), context.now)
    new = set(absent)
    not_invited = [each.account_id for each in invitees if each not in new and each.account_id]
    return Invites(invited_count=len(invited), skipped_ids=[*skipped, *not_invited])


def _subscription(keyring: Keyring, invitee: Any) -> Subscription:
    """Return the subscription to invitations of an invitee or a guest with contact."""
    digests = subscriptions.address_digests(keyring, invitee.email_key)
    return Subscription(invitee.account_id, "event_invitation", digests)
