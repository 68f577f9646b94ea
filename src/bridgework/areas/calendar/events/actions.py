"""Listing, holding, changing and cancelling events."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import rules
from bridgework.areas.calendar import store as calendar
from bridgework.areas.calendar.events import rendering, store
from bridgework.areas.calendar.events.shapes import (
    CreateEventRequest,
    CreateEventResult,
    EventDetail,
    EventsPage,
    EventsQuery,
    UpdateEventRequest,
)
from bridgework.areas.calendar.guests import actions as guests
from bridgework.areas.calendar.guests.shapes import Invites
from bridgework.areas.calendar.luma import actions as luma
from bridgework.areas.uploads import actions as uploads
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, date_range
from bridgework.kit.pagination.keyset import PageSlice
from bridgework.kit.tracing import origins

MADE_BEFORE = timedelta(minutes=10)
"""How far back a creation that is asked for again looks: longer than its key is leased."""


def listed(call: Call, query: EventsQuery) -> EventsPage:
    """A page of the events that the caller may see."""
    date_range.must_be_in_order(query.from_, query.to)
    page_request = cursors.page_request(call, query)
    found = store.upcoming(call.tx, call.caller, page_request, query)
    told = partial(rendering.summary, _public_url(call))
    return cursors.to_page(
        call, query, EventsPage, PageSlice([*map(told, found.items)], found.last)
    )


def shown(call: Call, event_id: Id) -> tuple[EventDetail, int]:
    """One event and its version. Raises EventNotFound."""
    event = calendar.event_for(call.tx, call.caller, event_id)
    if event is None:
        raise rules.EventNotFound
    detail = rendering.detail(
        _public_url(call),
        event,
        max_capacity=event.max_capacity if call.caller.is_admin else None,
        my_reply=guests.reply_of_caller(call, event_id),
    )
    return detail, event.version


def create(call: Call, body: CreateEventRequest) -> CreateEventResult:
    """Hold an event, and invite whom it names."""
    values = rules.whole(body.provided())
    rules.must_fit(values, body.provided())
    settle_cover(call, values["cover_url"])
    owner_id = call.caller.account()
    with call.writing():
        since = call.now - MADE_BEFORE
        event = store.made_before(call.tx, owner_id, values, since) if call.has_key else None
        if event is None:
            event, invites = hold(call, values, owner_id, body.invitee_emails)
            audit.note(call, "event.create", target=event.id)
        else:
            invites = guests.invited_before(call, event, body.invitee_emails)
    return CreateEventResult(event=rendering.created(_public_url(call), event), invites=invites)


def settle_cover(call: Call, cover_url: str | None) -> None:
    """Make the picture ready that was brought for an event. Raises ValidationFailed."""
    faults = uploads.settle_cover(call, cover_url) if cover_url else []
    if faults:
        raise ValidationFailed(*faults)


def hold(
    call: Call, values: Mapping[str, Any], owner_id: Id, emails: Sequence[str]
) -> tuple[Any, Invites]:
    """Put an event into the calendar and invite people; returns its row, and who was invited."""
    made = {"created_at": call.now, "updated_at": call.now, "version": rules.FIRST_VERSION}
    event = store.add(
        call.tx,
        {
            **values,
            "id": new_id(),
            "owner_id": owner_id,
            "search_key": rules.search_key(values),
            **made,
        },
    )
    luma.note_new(call, event.id)
    return event, guests.invite_addresses(call, event, emails)


def change(call: Call, event_id: Id, body: UpdateEventRequest) -> tuple[EventDetail, int]:
    """Change an event; to send what is there already changes nothing."""
    given = body.provided()
    cover_url = given.get("cover_url")
    settle_cover(call, str(cover_url) if cover_url else None)
    with call.writing():
        before = _locked(call, event_id)
        call.must_match(before.version)
        was = before._asdict()
        changes = {name: value for name, value in given.items() if value != was[name]}
        after = {**was, **changes}
        rules.must_fit(after, given)
        if changes:
            fresh = {"version": before.version + 1, "updated_at": call.now}
            changed = {**changes, "search_key": rules.search_key(after), **fresh}
            calendar.change(call.tx, event_id, changed)
            audit.note(call, "event.change", target=event_id, changes=audit.changed(was, changes))
            luma.note(call.tx, event_id, call.now)
        return shown(call, event_id)


def cancel(call: Call, event_id: Id) -> None:
    """Cancel an event and tell its guests; of two at once, one does it."""
    before = _locked(call, event_id)
    call.must_match(before.version)
    fresh = {"version": before.version + 1, "updated_at": call.now}
    cancelled = {"cancelled_at": call.now, **fresh, **origins.here()}
    event = calendar.change(call.tx, event_id, cancelled)
    audit.note(call, "event.cancel", target=event_id)
    luma.note(call.tx, event_id, call.now)
    guests.tell_cancelled(call.tx, call.kit.keyring, event, call.now)
    call.tx.after_commit(call.kit.outbox_signal.set)


def page(call: Call, event_id: Id) -> Any:
    """An event's row, for its page. Raises EventNotFound for one that is hidden."""
    event = calendar.event(call.tx, event_id)
    if event is None or event.hidden_at is not None:
        raise rules.EventNotFound
    return event


def _locked(call: Call, event_id: Id) -> Any:
    event = calendar.locked_event_for(call.tx, call.caller, event_id)
    if event is None:
        raise rules.EventNotFound
    return event


def _public_url(call: Call) -> str:
    return call.kit.settings.public_url
