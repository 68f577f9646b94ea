"""Listing, reading, creating, changing and cancelling events."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import guests, policies, queries, serializers
from bridgework.areas.calendar.errors import EventNotFound
from bridgework.areas.calendar.luma import queries as luma
from bridgework.areas.calendar.schemas import (
    CreateEventRequest,
    CreateEventResult,
    EventDetail,
    EventsPage,
    EventsQuery,
    Invites,
    UpdateEventRequest,
)
from bridgework.areas.uploads import actions as uploads
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, date_range
from bridgework.kit.tracing import origins

REPEATED_WITHIN = timedelta(minutes=10)
"""How far back a repeated creation is looked up: longer than its idempotency key is leased."""


def list_events(call: Call, query: EventsQuery) -> EventsPage:
    """A page of the events that the caller may see."""
    date_range.must_be_in_order(query.from_, query.to)
    pages = queries.list_events(call.caller, query)
    to_item = partial(serializers.to_summary, call.kit.settings.public_url)
    return cursors.read(call, query, EventsPage, pages, to_item)


def read_event(call: Call, event_id: Id) -> tuple[EventDetail, int]:
    """One event and its version. Raises EventNotFound."""
    event = guests.visible_event(call, event_id)
    detail = serializers.to_detail(
        call.kit.settings.public_url,
        event,
        max_capacity=event.max_capacity if call.caller.is_admin else None,
        my_reply=guests.reply_of_caller(call, event_id),
    )
    return detail, event.version


def create(call: Call, body: CreateEventRequest) -> CreateEventResult:
    """Create an event, and invite the addresses that it names."""
    values = policies.with_defaults(body.provided())
    policies.must_be_valid(values, body.provided())
    complete_cover(call, values["cover_url"])
    owner_id = call.caller.account()
    with call.writing():
        since = call.now - REPEATED_WITHIN
        event = queries.created_under(call.tx, owner_id, call.marks, since)
        if event is None:
            mark = {"made_under": call.marks[0] if call.marks else None}
            event, invites = add_event(call, {**values, **mark}, owner_id, body.invitee_emails)
            audit.note(call, "event.create", target=event.id)
        else:
            invites = guests.invited_before(call, event, body.invitee_emails)
    created = serializers.to_created(call.kit.settings.public_url, event)
    return CreateEventResult(event=created, invites=invites)


def complete_cover(call: Call, cover_url: str | None) -> None:
    """Complete the upload of a cover, if there is one. Raises ValidationFailed."""
    faults = uploads.settle_cover(call, cover_url) if cover_url else []
    if faults:
        raise ValidationFailed(*faults)


def add_event(
    call: Call, values: Mapping[str, Any], owner_id: Id, emails: Sequence[str]
) -> tuple[Any, Invites]:
    """Add an event and invite guests; returns its row, and who was invited."""
    row = {
        **values,
        "id": new_id(),
        "owner_id": owner_id,
        "search_key": policies.search_key(values),
        "version": policies.FIRST_VERSION,
        "created_at": call.now,
        "updated_at": call.now,
    }
    event = queries.add(call.tx, row)
    if call.kit.settings.luma_api_key:
        luma.add(call.tx, [event.id], call.now)
    return event, guests.invite_by_email(call, event, emails)


def change(call: Call, event_id: Id, body: UpdateEventRequest) -> tuple[EventDetail, int]:
    """Change an event. Sending the present values changes nothing."""
    provided: dict[str, Any] = body.provided()
    complete_cover(call, provided.get("cover_url"))
    with call.writing():
        event = guests.visible_event(call, event_id, lock=True)
        call.must_match(event.version)
        before = event._asdict()
        changes = {name: value for name, value in provided.items() if value != before[name]}
        after = {**before, **changes}
        policies.must_be_valid(after, provided)
        if changes:
            search_key = policies.search_key(after)
            _change(call, event, {**changes, "search_key": search_key})
            audited = audit.changed(before, changes)
            audit.note(call, "event.change", target=event_id, changes=audited)
        return read_event(call, event_id)


def cancel(call: Call, event_id: Id) -> None:
    """Cancel an event and notify its guests."""
    before = guests.visible_event(call, event_id, lock=True)
    call.must_match(before.version)
    event = _change(call, before, {"cancelled_at": call.now, **origins.here()})
    audit.note(call, "event.cancel", target=event_id)
    guests.notify_of_cancellation(call.tx, call.kit.keyring, event, call.now)
    call.tx.after_commit(call.kit.outbox_signal.set)


def event_for_page(call: Call, event_id: Id) -> Any:
    """The row of an event, cancelled or not. Raises EventNotFound if it is hidden."""
    event = queries.event(call.tx, event_id)
    if event is None or event.hidden_at is not None:
        raise EventNotFound
    return event


def _change(call: Call, event: Any, changes: Mapping[str, Any]) -> Any:
    """Change a locked event as a new version, and have it synchronized with Luma."""
    version = {"version": event.version + 1, "updated_at": call.now}
    luma.mark_changed(call.tx, event.id, call.now)
    return queries.change(call.tx, event.id, {**changes, **version})
