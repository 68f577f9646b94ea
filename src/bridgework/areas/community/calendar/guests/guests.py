"""Inviting guests, their replies, and the e-mails to them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

from bridgework.areas.community.calendar import emails, policies, queries
from bridgework.areas.community.calendar.errors import (
    EventFull,
    EventNotFound,
    ReplyLinkInvalid,
)
from bridgework.areas.community.calendar.formats import serializers
from bridgework.areas.community.calendar.formats.luma import queries as luma
from bridgework.areas.community.calendar.guests import guest_queries, moves
from bridgework.areas.community.calendar.records import (
    Guest,
    Invitee,
    KnownAccount,
    StoredEvent,
)
from bridgework.areas.community.calendar.schemas import (
    AddGuestsRequest,
    EventGuest,
    EventReply,
    GuestInvites,
    InvitationOutcome,
    InvitedAddress,
    InviteReply,
    Invites,
)
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id, new_id
from bridgework.kit.core.observability.tracing import RequestOrigin, request_origin
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.delivery.outbox import subscriptions
from bridgework.kit.security import Keyring, signed_links
from bridgework.kit.validation import email_key

_BATCH = 50
"""The number of e-mails in one transaction, which limits the time of the write lock."""


def visible_event(context: Context, event_id: Id, *, lock: bool = False) -> StoredEvent:
    """Return an event that the caller may see. Raises EventNotFound."""
    event = queries.find_visible_event(context.tx, context.caller, event_id, lock=lock)
    if event is None:
        raise EventNotFound
    return event


def add(context: Context, event_id: Id, body: AddGuestsRequest) -> GuestInvites:
    """Invite members and addresses to an event that is not over."""
    event = visible_event(context, event_id, lock=True)
    policies.ADD_GUESTS.must_allow(context.caller, policies.event_facts(event, context.now))
    by_id = _invitees_by_id(context.tx, body.invitee_ids)
    by_email = _invitees_by_email(context.tx, body.invitee_emails)
    invitees, skipped = _split([*by_id, *by_email.values()])
    outcomes = _invite(context, event, invitees)
    addresses = [
        InvitedAddress(email=email, outcome=outcomes.get(invitee, "unavailable"))
        for email, invitee in by_email.items()
    ]
    audit.note(context, "event.invite", target=event_id)
    luma.mark_changed(context.tx, event_id, context.now)
    invites = _to_invites(outcomes, skipped)
    return GuestInvites(
        invited_count=invites.invited_count, skipped_ids=invites.skipped_ids, addresses=addresses
    )


def invite_by_email(context: Context, event: StoredEvent, addresses: Sequence[str]) -> Invites:
    """Invite addresses to a new event, with or without an account, unless it is over."""
    invitees, skipped = _split(_invitees_by_email(context.tx, addresses).values())
    return _to_invites(_invite(context, event, invitees), skipped)


def invited_before(context: Context, event: StoredEvent, addresses: Sequence[str]) -> Invites:
    """Return the result of `invite_by_email` for a repeated creation of the event."""
    invitees, skipped = _split(_invitees_by_email(context.tx, addresses).values())
    absent = guest_queries.list_uninvited(context.tx, event.id, invitees)
    unsubscribed = [invitee.account_id for invitee in absent if invitee.account_id is not None]
    count = len(invitees) - len(absent)
    return Invites(invited_count=count, skipped_ids=[*skipped, *unsubscribed])


def list_guests(context: Context, event_id: Id, query: CursorQuery) -> CursorPage[EventGuest]:
    """Return a page of the guests of an event."""
    visible_event(context, event_id)
    pages = guest_queries.list_guests(event_id)
    return cursors.read(
        context, query, CursorPage[EventGuest], pages, serializers.to_guest, "guests", event_id
    )


def respond(context: Context, event_id: Id, reply: EventReply) -> InviteReply:
    """Set the caller's reply. Only one of several concurrent replies gets the last place."""
    event = visible_event(context, event_id, lock=True)
    guest = guest_queries.find_guest_of_account(context.tx, event_id, context.caller.account())
    _set_reply(context, event, guest, reply)
    return InviteReply(status=reply)


def reply_of_caller(context: Context, event_id: Id) -> EventReply | None:
    """Return the caller's reply; None before there is one, and for partners."""
    if context.caller.account_id is None:
        return None
    guest = guest_queries.find_guest_of_account(context.tx, event_id, context.caller.account_id)
    return None if guest is None or guest.status == "invited" else guest.status


def guest_of_link(context: Context, token: str, *, lock: bool = False) -> tuple[Guest, StoredEvent]:
    """Return the guest of a reply link, and the event. Raises ReplyLinkInvalid."""
    guest = _guest_of(context, token)
    event = queries.find_event(context.tx, guest.event_id, lock=lock)
    if event is None or event.hidden_at is not None:
        raise ReplyLinkInvalid
    if lock:  # the guest may have changed before the event was locked
        guest = _guest_of(context, token)
    return guest, event


def is_full(context: Context, event: StoredEvent) -> bool:
    """Return whether every place at an event is taken."""
    limit = event.max_capacity
    return limit is not None and guest_queries.count_going(context.tx, event.id) >= limit


def reply_by_link(context: Context, token: str, reply: EventReply) -> StoredEvent:
    """Set the reply of the link's guest, unless the event is cancelled. Return the event."""
    guest, event = guest_of_link(context, token, lock=True)
    if event.cancelled_at is None:
        _set_reply(context, event, guest, reply)
    return event


def notify_of_cancellation(tx: Tx, keyring: Keyring, event: StoredEvent, now: datetime) -> int:
    """E-mail the next guests of a cancelled event, unless it is over.

    Return the number of e-mails.
    """
    is_over = policies.is_over(event, now)
    batch = [] if is_over else guest_queries.list_to_notify(tx, event, _BATCH)
    outbox.add_many(tx, keyring, [emails.event_cancelled(event, guest) for guest in batch], now)
    moves.notify_guests(tx, "event.cancelled", event, batch, now)
    through = batch[-1].id if batch else event.notified_through
    done_at = now if len(batch) < _BATCH else None
    queries.update(tx, event.id, {"notified_through": through, "guests_notified_at": done_at})
    return len(batch)


def send_pending_emails(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """E-mail guests beyond the batch that their request has e-mailed. A periodic task."""
    return (
        _send_invitations(keyring, tx, now)
        or moves.send_emails(keyring, tx, now, _BATCH)
        or _send_cancellations(keyring, tx, now)
    )


def _send_invitations(keyring: Keyring, tx: Tx, now: datetime) -> int:
    batch = guest_queries.lock_to_invite(tx, _BATCH)
    if not batch:
        return 0
    events = guest_queries.list_events_of(tx, batch)
    for (event_id, origin), group in groupby(batch, _event_and_origin):
        event, guests = events[event_id], list(group)
        if not policies.is_over(event, now):
            invitations = [
                emails.event_invitation(event, guest.id, guest, keyring) for guest in guests
            ]
            with origin.resume():
                outbox.add_many(tx, keyring, invitations, now)
                moves.notify_guests(tx, "event.invited", event, guests, now)
        guest_queries.mark_emailed(tx, event, [guest.id for guest in guests])
    return len(batch)


def _event_and_origin(guest: Guest) -> tuple[Id, RequestOrigin]:
    return guest.event_id, request_origin.from_row(guest)


def _send_cancellations(keyring: Keyring, tx: Tx, now: datetime) -> int:
    event = guest_queries.lock_partly_notified_event(tx)
    if event is None:
        return 0
    with request_origin.from_row(event).resume():
        return max(1, notify_of_cancellation(tx, keyring, event, now))


def _guest_of(context: Context, token: str) -> Guest:
    guest_id = signed_links.parse_subject(token)
    guest = None if guest_id is None else guest_queries.find_guest(context.tx, guest_id)
    if guest is None or not signed_links.verify(
        context.app.keyring, policies.REPLY_PATH, token, guest.email_key
    ):
        raise ReplyLinkInvalid
    return guest


def _set_reply(
    context: Context, event: StoredEvent, guest: Guest | None, reply: EventReply
) -> None:
    # Also by the link of an invitation: its guest replies as a member does.
    policies.RESPOND.must_allow(context.caller, policies.event_facts(event, context.now))
    if guest is not None and guest.status == reply:
        return
    if reply == "going" and is_full(context, event):
        raise EventFull
    if guest is None:
        account_id = context.caller.account()
        guest_queries.add_uninvited(context.tx, event, account_id, reply, context.now)
    else:
        guest_queries.update_reply(context.tx, guest.id, reply, context.now)
    luma.mark_changed(context.tx, event.id, context.now)


def _invitees_by_id(tx: Tx, account_ids: Iterable[Id]) -> list[Invitee | Id]:
    """Return an invitee for each account that can be invited, and the IDs of the others."""
    ids = dict.fromkeys(account_ids)
    accounts = guest_queries.list_accounts_by_id(tx, ids.keys())
    invitable = {account.id: account for account in accounts if account.is_invitable}
    return [_account_invitee(invitable[id_]) if id_ in invitable else id_ for id_ in ids]


def _invitees_by_email(tx: Tx, addresses: Iterable[str]) -> dict[str, Invitee | Id]:
    """Return an invitee for each address, or the ID of an account that can't be invited.

    An account does not own an unverified address: then the address alone is invited.
    """
    emails_by_key: dict[str, str] = {}
    for email in addresses:
        emails_by_key.setdefault(email_key(email), email)
    accounts = guest_queries.list_accounts_by_email(tx, emails_by_key.keys())
    owners = {account.email_key: account for account in accounts}
    invitees: dict[str, Invitee | Id] = {}
    for key, email in emails_by_key.items():
        owner = owners.get(key)
        if owner is None:
            invitees[email] = Invitee(None, email, key)
        else:
            invitees[email] = _account_invitee(owner) if owner.is_invitable else owner.id
    return invitees


def _split(found: Iterable[Invitee | Id]) -> tuple[list[Invitee], list[Id]]:
    """Return the invitees, each once, and the accounts that can't be invited."""
    each = dict.fromkeys(found)
    invitees = [one for one in each if isinstance(one, Invitee)]
    return invitees, [one for one in each if not isinstance(one, Invitee)]


def _account_invitee(account: KnownAccount) -> Invitee:
    return Invitee(account.id, account.email, account.email_key)


def _invite(
    context: Context, event: StoredEvent, invitees: Sequence[Invitee]
) -> Mapping[Invitee | Id, InvitationOutcome]:
    """Invite the invitees who are not guests yet and have not unsubscribed from invitations.

    Return the outcome for each. An event that is over has no new guests.
    """
    if policies.is_over(event, context.now):
        return dict.fromkeys(invitees, "unavailable")
    keyring = context.app.keyring
    absent = guest_queries.list_uninvited(context.tx, event.id, invitees)
    subscription_of = {each: emails.subscription_of(each, keyring) for each in absent}
    unsubscribed = subscriptions.unsubscribed(context.tx, set(subscription_of.values()))
    subscribed = [each for each in absent if subscription_of[each] not in unsubscribed]
    invited = {new_id(): invitee for invitee in subscribed}
    emailed = list(invited)[:_BATCH]
    context.enqueue_emails(
        [emails.event_invitation(event, each, invited[each], keyring) for each in emailed]
    )
    guest_queries.add_invited(context.tx, event, invited, set(emailed), context.now)
    left = [invited[each] for each in emailed]
    moves.notify_guests(context.tx, "event.invited", event, left, context.now)
    return {
        **dict.fromkeys(invitees, "already_invited"),
        **dict.fromkeys(absent, "unsubscribed"),
        **dict.fromkeys(subscribed, "invited"),
    }


def _to_invites(
    outcomes: Mapping[Invitee | Id, InvitationOutcome], skipped: Sequence[Id]
) -> Invites:
    not_invited = [
        invitee.account_id
        for invitee, outcome in outcomes.items()
        if isinstance(invitee, Invitee) and invitee.account_id and outcome != "invited"
    ]
    count = sum(outcome == "invited" for outcome in outcomes.values())
    return Invites(invited_count=count, skipped_ids=[*skipped, *not_invited])
