"""Proposing events, and deciding what becomes of them."""

from functools import partial
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import letters
from bridgework.areas.calendar import rules as calendar
from bridgework.areas.calendar.events import actions as events
from bridgework.areas.calendar.submissions import rendering, rules, store
from bridgework.areas.calendar.submissions.shapes import (
    AdminEventRequestPage,
    AdminListEventRequestsQuery,
    EventRequest,
    EventRequestPage,
    EventRequestStatus,
    MyEventRequestsQuery,
    SubmitEventRequest,
)
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.pagination.keyset import PageSlice


def submit(call: Call, body: SubmitEventRequest) -> EventRequest:
    """Propose an event. Nobody is invited before it is approved."""
    values = calendar.whole(body.provided())
    calendar.must_fit(values, body.provided())
    events.settle_cover(call, values["cover_url"])
    told = {
        "submitter_id": call.caller.account(),
        "ticket_drafts": rules.drafts(body),
        "invitee_emails": body.invitee_emails,
    }
    with call.writing():
        request_id = None
        if call.has_key:
            since = call.now - events.MADE_BEFORE
            request_id = store.made_before(call.tx, {**values, **told}, since)
        if request_id is None:
            request_id = new_id()
            fresh = {"status": "pending", "created_at": call.now, "updated_at": call.now}
            store.add(call.tx, {"id": request_id, **values, **told, **fresh})
        return _shown(call, request_id)


def mine(call: Call, query: MyEventRequestsQuery) -> EventRequestPage:
    """A page of the caller's own proposals."""
    page_request = cursors.page_request(call, query)
    found = store.mine(call.tx, call.caller.account(), page_request)
    told = partial(rendering.request, call.kit.settings.public_url)
    return cursors.to_page(
        call, query, EventRequestPage, PageSlice([*map(told, found.items)], found.last)
    )


def shown_to_submitter(call: Call, request_id: Id) -> EventRequest:
    """One of the caller's own proposals. Raises EventRequestNotFound."""
    return rendering.request(call.kit.settings.public_url, _own_row(call, request_id))


def withdraw(call: Call, request_id: Id) -> None:
    """Delete one of the caller's own proposals while it is pending.

    If an administrator decides it at the same time, one of the two succeeds.
    """
    if not store.delete_pending(call.tx, call.caller.account(), request_id):
        raise InvalidTransition(_own_row(call, request_id).status, open_moves=())
    audit.note(call, "event_request.withdraw", target=request_id)


def listed(call: Call, query: AdminListEventRequestsQuery) -> AdminEventRequestPage:
    """One page of everybody's proposals."""
    with call.reading() as tx:
        rows, total = store.page(tx, query)
    told = partial(rendering.request, call.kit.settings.public_url)
    return offset.to_page(query, AdminEventRequestPage, [*map(told, rows)], total)


def approve(call: Call, request_id: Id) -> EventRequest:
    """Take a proposal into the calendar, invite whom it names, and tell who proposed it."""
    request = _decided(call, request_id, "approved")
    values = calendar.whole(request._asdict())
    event, _ = events.hold(call, values, request.submitter_id, request.invitee_emails)
    store.note_event(call.tx, request_id, event.id)
    audit.note(call, "event_request.approve", target=request_id)
    return _told(call, request_id, reason="", event_id=event.id)


def reject(call: Call, request_id: Id, reason: str) -> EventRequest:
    """PageRequest a proposal down, and tell who proposed it why."""
    _decided(call, request_id, "rejected", rejection_reason=reason, invitee_emails=[])
    audit.note(call, "event_request.reject", target=request_id)
    return _told(call, request_id, reason=reason, event_id="")


def _decided(call: Call, request_id: Id, to: EventRequestStatus, **values: object) -> Any:
    """The proposal, decided now. Of two decisions at once, one is made."""
    fresh = {"status": to, "reviewed_at": call.now, "updated_at": call.now}
    request = store.decide(call.tx, request_id, {**fresh, **values})
    if request is None:
        rules.must_move(_row(call, request_id).status, to)
    return request


def _told(call: Call, request_id: Id, *, reason: str, event_id: str) -> EventRequest:
    row = _row(call, request_id)
    call.enqueue_email(letters.event_request_decided, row, row.email, reason, event_id)
    return rendering.request(call.kit.settings.public_url, row)


def _shown(call: Call, request_id: Id) -> EventRequest:
    return rendering.request(call.kit.settings.public_url, _row(call, request_id))


def _own_row(call: Call, request_id: Id) -> Any:
    row = _row(call, request_id)
    if row.submitter_id != call.caller.account():
        raise rules.EventRequestNotFound
    return row


def _row(call: Call, request_id: Id) -> Any:
    row = store.request(call.tx, request_id)
    if row is None:
        raise rules.EventRequestNotFound
    return row
