"""Ask for introductions, answer and withdraw them."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.history.notifications.actions import New
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.identity.contacts import actions as contacts
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.work.introductions import (
    emails,
    errors,
    policies,
    queries,
    schemas,
    serializers,
)
from bridgework.areas.work.introductions.policies import Asked, Asker
from bridgework.areas.work.introductions.records import (
    Seen,
    Sender,
    StoredIntroduction,
    StoredReceived,
    ToEmail,
)
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs.profiles import actions as candidates
from bridgework.areas.work.postings.records import PostingRecord
from bridgework.areas.work.roles import actions as roles
from bridgework.context import Context
from bridgework.kit.actions import ActionRule, cursors
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.security import Caller, Keyring

_FIND_OPEN: Mapping[str, Callable[[Tx, Id, datetime], PostingRecord | None]] = {
    "job": jobs.find_open,
    "role": roles.find_open,
}
_IS_VISIBLE: Mapping[Asked, Callable[[Tx, Caller, Id], bool]] = {
    "candidate": candidates.is_visible,
    "expert": directory.is_visible,
    "vendor": vendors.is_visible,
}
"""Whether the caller may see a member as a candidate, expert or vendor."""
_LIST: Final = "introductions"
_EMAILS_AT_ONCE: Final = 20


class _About(NamedTuple):
    """What an introduction is about."""

    asker: Asker
    owner_id: Id | None = None
    title: str | None = None
    company: str | None = None


def request(context: Context, body: schemas.RequestIntroductionRequest) -> schemas.Introduction:
    """Ask for an introduction, or invite to apply.

    It is delivered unless its recipient does not want it, which the answer does not show. Raises
    OwnIntroduction, RecipientNotFound, IntroductionNotAllowed, IntroductionOpen or
    IntroductionLimitReached.
    """
    sender_id, recipient_id = context.caller.account(), Id(body.recipient_id)
    if recipient_id == sender_id:
        raise errors.OwnIntroduction
    sender = queries.lock_sender(context.tx, sender_id)
    about = _find_about(context, body)
    _must_be_allowed(context, body, about)
    if queries.has_open(context.tx, sender_id, recipient_id, context.now):
        raise errors.IntroductionOpen
    asked = queries.list_asked_since(context.tx, sender_id, context.now - policies.COUNTED)
    policies.must_be_within_limits(sender, asked, context.now)
    new = StoredIntroduction(
        id=new_id(),
        sender_id=sender_id,
        recipient_id=recipient_id,
        about_kind=body.about.kind,
        about_id=Id(body.about.id),
        is_invitation=about.asker == "owner",
        title=about.title,
        company=about.company,
        note=body.note,
        state="pending",
        created_at=context.now,
        lapses_at=context.now + policies.LIFE,
        accepted_at=None,
    )
    queries.add(context.tx, new)
    audit.note(context, "introduction.request", target=new.id)
    if _is_wanted(context, sender, new):
        _deliver(context, sender, new)
    return serializers.to_schema(context.caller, _get(context, new.id), context.now)


def list_mine(
    context: Context, query: schemas.ListMyIntroductionsQuery
) -> CursorPage[schemas.Introduction]:
    """Return a page of the introductions that the caller received or asked for."""
    page_request = cursors.page_request(context, query, _LIST)
    reader = {queries.READER: context.caller.account()}
    to_item = partial(serializers.to_schema, context.caller, now=context.now)
    found = queries.PAGES[query.box].read(context.tx, page_request, to_item, reader)
    return cursors.to_page(context, query, CursorPage[schemas.Introduction], found, _LIST)


def count_waiting(context: Context) -> int:
    """Count the introductions that wait for an answer of the caller."""
    return queries.count_waiting(context.tx, context.caller.account(), context.now)


def accept(context: Context, introduction_id: Id) -> schemas.Introduction:
    """Accept an introduction, so that both see each other's contact, and notify its sender."""
    before = _lock(context, introduction_id, policies.ACCEPT)
    answer = {"state": "accepted", "answered_at": context.now, "email_at": None}
    queries.update_received(context.tx, introduction_id, answer)
    change = {"state": "accepted", "accepted_at": context.now}
    queries.update(context.tx, introduction_id, change)
    _notify_accepted(context, before)
    return _noted(context, "introduction.accept", introduction_id)


def decline(context: Context, introduction_id: Id) -> schemas.Introduction:
    """Decline an introduction. Its sender is not notified."""
    _lock(context, introduction_id, policies.DECLINE)
    answer = {"state": "declined", "answered_at": context.now, "email_at": None}
    queries.update_received(context.tx, introduction_id, answer)
    return _noted(context, "introduction.decline", introduction_id)


def withdraw(context: Context, introduction_id: Id) -> schemas.Introduction:
    """Withdraw an introduction that the caller asked for."""
    _lock(context, introduction_id, policies.WITHDRAW)
    queries.update(context.tx, introduction_id, {"state": "withdrawn"})
    return _noted(context, "introduction.withdraw", introduction_id)


def forget_account(tx: Tx, account_id: Id) -> None:
    """Empty what an account wrote in introductions, before it is erased."""
    queries.delete_texts_of(tx, account_id)


def send_emails(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """E-mail the recipients of introductions that still wait. A periodic task."""
    due = queries.lock_to_email(tx, now, _EMAILS_AT_ONCE)
    for each in due:
        if each.is_waiting:
            new = _new_for_recipient(each)
            build = emails.invited if each.is_invitation else emails.requested
            email = notifications.with_page(build(each), new)
            outbox.add(tx, keyring, email, now)
    if due:
        queries.mark_emailed(tx, [each.introduction_id for each in due])
    return len(due)


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete some introductions of the past that were not accepted. A periodic task."""
    return queries.delete_before(tx, now - policies.RETENTION)


def _find_about(context: Context, body: schemas.RequestIntroductionRequest) -> _About:
    """Return what an introduction is about. Raises RecipientNotFound if it is not open."""
    find_open = _FIND_OPEN.get(body.about.kind)
    if find_open is None:
        if body.about.id != body.recipient_id:
            raise errors.RecipientNotFound
        return _About("other")
    posting = find_open(context.tx, Id(body.about.id), context.now)
    if posting is None:
        raise errors.RecipientNotFound
    asker: Asker = "owner" if posting.user_id == context.caller.account_id else "other"
    fields = posting.fields
    return _About(asker, posting.user_id, fields.role_needed, fields.company_name)


def _must_be_allowed(
    context: Context, body: schemas.RequestIntroductionRequest, about: _About
) -> None:
    """Raise IntroductionNotAllowed or RecipientNotFound unless the caller may ask the recipient."""
    asked = policies.relation(context.caller, body.about.kind, about.asker).asked
    recipient_id = Id(body.recipient_id)
    if asked == "owner of the posting":
        is_found = about.owner_id == recipient_id
    else:
        is_found = _IS_VISIBLE[asked](context.tx, context.caller, recipient_id)
    if not is_found:
        raise errors.RecipientNotFound


def _is_wanted(context: Context, sender: Sender, new: StoredIntroduction) -> bool:
    """Whether the recipient receives an introduction. The sender is not notified."""
    pair = (new.sender_id, new.recipient_id)
    rests_since = context.now - policies.REST
    return contacts.admits(
        context.tx, *pair, is_verified=sender.is_verified
    ) and not queries.has_declined(context.tx, *pair, rests_since)


def _deliver(context: Context, sender: Sender, new: StoredIntroduction) -> None:
    minutes = contacts.email_after_minutes(context.tx, new.recipient_id)
    delivered = StoredReceived(
        introduction_id=new.id,
        recipient_id=new.recipient_id,
        sender_id=new.sender_id,
        note=new.note,
        is_note_held=policies.is_note_held(sender, new.note, context.now),
        state="pending",
        received_at=context.now,
        answered_at=None,
        email_at=context.now + timedelta(minutes=minutes),
    )
    queries.add_received(context.tx, delivered)
    notifications.leave(context.tx, context.now, _new_for_recipient_of(new))


def _new_for_recipient(each: ToEmail) -> New:
    """Return the notification of an introduction whose e-mail leads to the same page."""
    return _new(each.introduction_id, each, each.recipient_id, each.sender_id)


def _new_for_recipient_of(new: StoredIntroduction) -> New:
    return _new(new.id, new, new.recipient_id, new.sender_id)


def _new(
    introduction_id: Id, of: StoredIntroduction | ToEmail, recipient_id: Id, sender_id: Id
) -> New:
    """Return the notification of the recipient: an invitation leads to the posting."""
    if of.is_invitation:
        kind = notifications.kind_of(of.about_kind, "invited")
        return New(kind, recipient_id, of.about_id, of.title or "", sender_id, title_by=sender_id)
    kind = "introduction.requested"
    return New(kind, recipient_id, introduction_id, of.title or "", sender_id)


def _notify_accepted(context: Context, accepted: Seen) -> None:
    recipient_id, sender_id = context.caller.account(), accepted.other_id
    title_by = None if accepted.is_invitation else recipient_id
    new = New(
        "introduction.accepted",
        sender_id,
        accepted.id,
        accepted.title or "",
        recipient_id,
        title_by=title_by,
    )
    address, email = account_status.email(context.tx, sender_id), None
    if address is not None:
        me = queries.lock_sender(context.tx, recipient_id)
        name = emails.name_of(me.first_name, me.last_name)
        email = emails.accepted(address, sender_id, recipient_id, name, accepted.title or "")
    notifications.leave_with_email(context, new, email)


def _lock(context: Context, introduction_id: Id, rule: ActionRule[policies.Facts]) -> Seen:
    """Lock an introduction that the caller may change. Raises IntroductionNotFound."""
    queries.lock(context.tx, introduction_id)
    seen = _get(context, introduction_id)
    rule.must_allow(context.caller, policies.facts(seen, context.now))
    return seen


def _noted(context: Context, action: AuditAction, introduction_id: Id) -> schemas.Introduction:
    """Record an action in the audit log, without the note, and return the introduction."""
    audit.note(context, action, target=introduction_id)
    return serializers.to_schema(context.caller, _get(context, introduction_id), context.now)


def _get(context: Context, introduction_id: Id) -> Seen:
    seen = queries.find(context.tx, context.caller.account(), introduction_id)
    if seen is None:
        raise errors.IntroductionNotFound
    return seen
