"""Submitting event requests, and deciding on them."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from bridgework.areas.community.calendar import actions, emails, policies, queries
from bridgework.areas.community.calendar.errors import EventRequestNotFound
from bridgework.areas.community.calendar.formats import serializers
from bridgework.areas.community.calendar.policies import RequestRule
from bridgework.areas.community.calendar.records import StoredRequest, Submission
from bridgework.areas.community.calendar.schemas import (
    AdminEventRequestPage,
    AdminListEventRequestsQuery,
    EventRequest,
    SubmitEventRequest,
)
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, any_version, cursors
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage, CursorQuery, offset
from bridgework.kit.validation import email_key


def submit(context: Context, body: SubmitEventRequest) -> EventRequest:
    """Submit an event request. Its invitees are invited after the approval."""
    fields = policies.fields_of(body)
    policies.must_be_valid(fields, body.model_fields_set)
    actions.complete_cover(context, fields.cover_url)
    drafts = body.model_dump(mode="json", include={"ticket_drafts"}).get("ticketDrafts")
    account_id, since = context.caller.account(), context.now - actions.REPEATED_WITHIN
    with context.write_transaction():
        request_id = queries.find_submitted_under(context.tx, account_id, context.marks, since)
        if request_id is None:
            request_id = new_id()
            request = StoredRequest(
                id=request_id,
                submitter_id=account_id,
                status="pending",
                **fields._asdict(),
                ticket_drafts=drafts,
                invitee_emails=body.invitee_emails,
                made_under=context.marks[0] if context.marks else None,
                event_id=None,
                rejection_reason=None,
                reviewed_at=None,
                created_at=context.now,
                updated_at=context.now,
            )
            queries.add_request(context.tx, request)
            change_feed.announce(context.tx, "event_request.pending", request_id)
        return _to_schema(context, _request(context, request_id))


def list_mine(context: Context, query: CursorQuery) -> CursorPage[EventRequest]:
    """Return a page of the caller's own event requests."""
    pages = queries.list_requests_of(context.caller.account())
    to_item = partial(_to_schema, context)
    return cursors.read(context, query, CursorPage[EventRequest], pages, to_item, "my_requests")


def read_mine(context: Context, request_id: Id) -> EventRequest:
    """Return one of the caller's own event requests. Raises EventRequestNotFound."""
    submission = _request(context, request_id)
    policies.READ_REQUEST.must_allow(context.caller, submission.request)
    return _to_schema(context, submission)


def read(context: Context, request_id: Id) -> tuple[EventRequest, int]:
    """Return an event request of any member, and its version. Raises EventRequestNotFound."""
    submission = _request(context, request_id)
    return _to_schema(context, submission), policies.version_of(submission.request)


def list_versions(tx: Tx, request_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of event requests, without those that do not exist."""
    found = queries.list_requests(tx, request_ids)
    return {request.id: policies.version_of(request) for request in found}


def withdraw(context: Context, request_id: Id) -> None:
    """Delete one of the caller's own event requests while it is pending.

    If an administrator decides it at the same time, one of the two succeeds.
    """
    rule = policies.WITHDRAW_REQUEST
    rule.must_allow(context.caller, _request(context, request_id).request)
    if not queries.delete_pending_request(context.tx, context.caller.account(), request_id):
        rule.must_allow(context.caller, _request(context, request_id).request)
    change_feed.announce(context.tx, "event_request.withdrawn", request_id)
    audit.note(context, "event_request.withdraw", target=request_id)


def list_all(context: Context, query: AdminListEventRequestsQuery) -> AdminEventRequestPage:
    """Return a page of all event requests."""
    with context.read_transaction() as tx:
        found, total = queries.list_all_requests(tx, query)
    items = [_to_schema(context, submission) for submission in found]
    return offset.to_page(query, AdminEventRequestPage, items, total)


def approve(
    context: Context, request_id: Id, check_version: CheckVersion = any_version
) -> EventRequest:
    """Add the event to the calendar, invite its invitees, and notify the submitter."""
    rule = policies.APPROVE_REQUEST
    request = _decide(context, rule, request_id, check_version, status="approved")
    fields = policies.requested_fields(request)
    event, _ = actions.add_event(context, fields, request.submitter_id, request.invitee_emails)
    # The addresses of the invitees are no longer needed.
    queries.update_request(context.tx, request_id, {"event_id": event.id, "invitee_emails": []})
    change_feed.announce(context.tx, "event_request.approved", request_id, {"eventId": event.id})
    audit.note(context, "event_request.approve", target=request_id)
    return _notify(context, request_id, event_id=event.id)


def reject(
    context: Context, request_id: Id, reason: str, check_version: CheckVersion = any_version
) -> EventRequest:
    """Reject an event request, and notify the submitter of the reason."""
    changes = {"status": "rejected", "rejection_reason": reason, "invitee_emails": []}
    _decide(context, policies.REJECT_REQUEST, request_id, check_version, **changes)
    change_feed.announce(context.tx, "event_request.rejected", request_id)
    audit.note(context, "event_request.reject", target=request_id)
    return _notify(context, request_id, reason=reason)


def forget_invitees(tx: Tx, address_keys: Collection[str]) -> None:
    """Delete addresses, by their keys, from the invitees of pending event requests."""
    for request in queries.lock_pending_requests(tx):
        emails_left = [
            email for email in request.invitee_emails if email_key(email) not in address_keys
        ]
        if len(emails_left) < len(request.invitee_emails):
            queries.update_request(tx, request.id, {"invitee_emails": emails_left})


def _decide(
    context: Context,
    rule: RequestRule,
    request_id: Id,
    check_version: CheckVersion,
    **changes: object,
) -> StoredRequest:
    """Decide a pending event request. Only one of several concurrent decisions succeeds.

    While it is pending, no one can change what administrators read of it: no lock is needed.
    """
    with decisions.named_in_refusals(context, request_id):
        before = _request(context, request_id).request
        check_version(policies.version_of(before))
        rule.must_allow(context.caller, before)
        decision = {"reviewed_at": context.now, "updated_at": context.now, **changes}
        request = queries.update_pending_request(context.tx, request_id, decision)
        if request is None:
            rule.must_allow(context.caller, _request(context, request_id).request)
            raise EventRequestNotFound
    return request


def _notify(
    context: Context, request_id: Id, *, event_id: str = "", reason: str = ""
) -> EventRequest:
    submission = _request(context, request_id)
    request = submission.request
    kind = notifications.kind_of("event_request", request.status)
    new = notifications.New(kind, request.submitter_id, request_id, request.name)
    email = emails.event_request_decided(submission, event_id, reason)
    notifications.leave_with_email(context, new, email)
    return _to_schema(context, submission)


def _to_schema(context: Context, submission: Submission) -> EventRequest:
    site_url = context.app.settings.effective_site_url
    return serializers.to_request(site_url, context.caller, submission)


def _request(context: Context, request_id: Id) -> Submission:
    submission = queries.find_request(context.tx, request_id)
    if submission is None:
        raise EventRequestNotFound
    return submission
