"""Listing, reading, creating, changing and cancelling events."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial

from bridgework.areas.community.calendar import policies, queries, schemas
from bridgework.areas.community.calendar.errors import EventNotFound
from bridgework.areas.community.calendar.formats import html_pages, serializers
from bridgework.areas.community.calendar.formats.luma import queries as luma
from bridgework.areas.community.calendar.guests import guest_queries, guests, moves
from bridgework.areas.community.calendar.records import EventFields, StoredEvent
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, allowed_actions, cursors, hidden_by_decision
from bridgework.kit.core import Id, ValidationFailed, new_id
from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import replaced
from bridgework.kit.data.pagination import must_be_in_order
from bridgework.kit.text import time_zones
from bridgework.kit.validation import or_none

REPEATED_WITHIN = timedelta(minutes=10)
"""The age limit of a repeated creation: longer than the lease of an idempotency key."""


def list_events(context: Context, query: schemas.EventsQuery) -> schemas.EventsPage:
    """Return a page of the events that the caller may see."""
    must_be_in_order(query.from_, query.to)
    pages = queries.list_events(context.caller, query)
    site_url = context.app.settings.effective_site_url
    to_item = partial(serializers.to_summary, site_url, context.caller, context.now)
    return cursors.read(context, query, schemas.EventsPage, pages, to_item, "events")


def list_unanswered(context: Context, limit: int) -> tuple[Sequence[schemas.EventSummary], int]:
    """Return the next events that the caller is invited to and has not answered, and their number.

    Events that have ended do not count.
    """
    site_url = context.app.settings.effective_site_url
    events = queries.list_unanswered(context.tx, context.caller, context.now, limit)
    items = [serializers.to_summary(site_url, context.caller, context.now, each) for each in events]
    return items, queries.count_unanswered(context.tx, context.caller.account(), context.now)


def export_events(
    context: Context, query: schemas.EventsQuery
) -> Iterator[Sequence[schemas.EventDetail]]:
    """Return the matching events in batches, newest first, for an administrator."""
    must_be_in_order(query.from_, query.to)

    def to_item(event: StoredEvent) -> schemas.EventDetail:
        site_url = context.app.settings.effective_site_url
        capacity = event.max_capacity
        return serializers.to_detail(
            site_url, event, max_capacity=capacity, my_reply=None, actions=[]
        )

    return queries.list_details(context.caller, query).batches(context.app.database, to_item)


def export_guests(
    context: Context, event_id: Id | None
) -> Iterator[Sequence[schemas.ExportedGuest]]:
    """Return the guests of an event, or of all events, in batches, newest first."""
    pages = guest_queries.list_all_guests(event_id)
    return pages.batches(context.app.database, serializers.to_exported_guest)


def read_event(context: Context, event_id: Id) -> tuple[schemas.EventDetail, int]:
    """Return an event and its version. Raises EventNotFound.

    Administrators also read a hidden event. No other operation finds it.
    """
    hidden_event = (
        queries.find_hidden_event(context.tx, event_id) if context.caller.is_admin else None
    )
    event = hidden_event or guests.visible_event(context, event_id)
    facts = policies.event_facts(event, context.now)
    rules = policies.EVENT_RULES if event.hidden_at is None else [policies.READ_EVENT]
    hidden = None
    if event.hidden_at is not None:
        hidden = hidden_by_decision(context.tx, event_id, event.hidden_at)
    detail = serializers.to_detail(
        context.app.settings.effective_site_url,
        event,
        hidden=hidden,
        max_capacity=event.max_capacity if context.caller.is_admin else None,
        my_reply=guests.reply_of_caller(context, event_id),
        actions=allowed_actions(rules, context.caller, facts),
    )
    return detail, event.version


def create(context: Context, body: schemas.CreateEventRequest) -> schemas.CreateEventResult:
    """Create an event, and invite the given addresses."""
    fields = policies.fields_of(body)
    policies.must_be_valid(fields, body.model_fields_set)
    complete_cover(context, fields.cover_url)
    owner_id = context.caller.account()
    with context.write_transaction():
        since = context.now - REPEATED_WITHIN
        event = queries.find_created_under(context.tx, owner_id, context.marks, since)
        if event is None:
            mark = context.marks[0] if context.marks else None
            event, invites = add_event(context, fields, owner_id, body.invitee_emails, mark)
            audit.note(context, "event.create", target=event.id)
        else:
            invites = guests.invited_before(context, event, body.invitee_emails)
    created = serializers.to_created(context.app.settings.effective_site_url, event)
    return schemas.CreateEventResult(event=created, invites=invites)


def complete_cover(context: Context, cover_url: str | None) -> None:
    """Complete the upload of a cover, if any. Raises ValidationFailed."""
    faults = uploads.complete_cover(context, cover_url) if cover_url else []
    if faults:
        raise ValidationFailed(*faults)


def add_event(
    context: Context,
    fields: EventFields,
    owner_id: Id,
    emails: Sequence[str],
    made_under: str | None = None,
) -> tuple[StoredEvent, schemas.Invites]:
    """Add an event and invite guests; return it and the result of the invitations."""
    event = StoredEvent(
        id=new_id(),
        owner_id=owner_id,
        **fields._asdict(),
        search_key=policies.search_key(fields.name, fields.location, fields.description),
        version=policies.FIRST_VERSION,
        made_under=made_under,
        luma_event_id=None,
        luma_url=None,
        hidden_at=None,
        cancelled_at=None,
        notified_through=None,
        guests_notified_at=None,
        created_at=context.now,
        updated_at=context.now,
        request_id=None,
        traceparent=None,
    )
    queries.add(context.tx, event)
    change_feed.announce(context.tx, "event.created", event.id)
    if context.app.settings.luma_api_key:
        luma.add(context.tx, [event.id], context.now)
    return event, guests.invite_by_email(context, event, emails)


def change(
    context: Context, event_id: Id, body: schemas.UpdateEventRequest, check_version: CheckVersion
) -> tuple[schemas.EventDetail, int]:
    """Change an event. Sending the current values changes nothing."""
    provided = body.provided()
    complete_cover(context, or_none(body.cover_url))
    with context.write_transaction():
        event = guests.visible_event(context, event_id, lock=True)
        check_version(event.version)
        before = event._asdict()
        changes = {name: value for name, value in provided.items() if value != before[name]}
        after = replaced(event, changes)
        policies.must_be_valid(after, provided)
        if changes:
            key = policies.search_key(after.name, after.location, after.description)
            changed = _change(context, event, {**changes, "search_key": key})
            moves.note(context.tx, event, changed, context.now)
            change_feed.announce(context.tx, "event.changed", event_id)
            audited = audit.changed(before, changes)
            audit.note(context, "event.change", target=event_id, changes=audited)
        return read_event(context, event_id)


def cancel(context: Context, event_id: Id, check_version: CheckVersion) -> None:
    """Cancel an event and notify its guests, unless it is over."""
    before = guests.visible_event(context, event_id, lock=True)
    check_version(before.version)
    event = _change(
        context, before, {"cancelled_at": context.now, **request_origin.current_values()}
    )
    queries.delete_move(context.tx, event_id)
    change_feed.announce(context.tx, "event.cancelled", event_id)
    audit.note(context, "event.cancel", target=event_id)
    guests.notify_of_cancellation(context.tx, context.app.keyring, event, context.now)
    context.tx.after_commit(context.app.outbox_signal.set)


def event_for_page(context: Context, event_id: Id) -> StoredEvent:
    """Return an event, cancelled or not. Raises EventNotFound if it is hidden."""
    event = queries.find_event(context.tx, event_id)
    if event is None or event.hidden_at is not None:
        raise EventNotFound
    return event


def find_any_event(context: Context, event_id: Id) -> StoredEvent | None:
    """Return an event, also if it is hidden or cancelled."""
    return queries.find_event(context.tx, event_id)


def list_coming(context: Context, limit: int) -> Sequence[tuple[schemas.EventSummary, str]]:
    """Return the next events that the caller may see, each with its time as a text."""
    query = schemas.EventsQuery.model_construct(from_=context.now, limit=limit)
    items = list_events(context, query).items
    return [
        (event, time_zones.text_of(event.start_at, event.end_at, event.timezone or "UTC"))
        for event in items
    ]


def texts_for_page(context: Context, event: StoredEvent, site_url: str) -> schemas.EventTexts:
    """Return what the page of a public event says: its time, a summary, and schema.org data."""
    return schemas.EventTexts(
        when=serializers.local_time(event),
        is_over=policies.is_over(event, context.now),
        summary=html_pages.summary(event),
        linked_data=html_pages.linked_data(site_url, event),
        detail=serializers.to_detail(
            site_url, event, max_capacity=None, my_reply=None, actions=[]
        ).model_copy(update={"meeting_url": None}),
    )


def _change(context: Context, event: StoredEvent, changes: Mapping[str, object]) -> StoredEvent:
    """Store a new version of a locked event, and mark it for the synchronization with Luma."""
    values = {**changes, "version": event.version + 1, "updated_at": context.now}
    luma.mark_changed(context.tx, event.id, context.now)
    queries.update(context.tx, event.id, values)
    return replaced(event, values)
