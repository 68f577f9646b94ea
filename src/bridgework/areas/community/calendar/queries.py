"""The statements on events, on event requests and on tokens of calendar feeds."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.calendar import schemas
from bridgework.areas.community.calendar.records import (
    ListedEvent,
    Move,
    OnLuma,
    StoredEvent,
    StoredRequest,
    Submission,
    Submitter,
)
from bridgework.areas.community.calendar.tables import events, feed_tokens, guests, moves, requests
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import Id
from bridgework.kit.core.observability.tracing import request_origin
from bridgework.kit.data.db import Tx, UtcDateTimeColumn, insert, reader_of, side_by_side, to_values
from bridgework.kit.data.pagination import Keyset, Pages, offset
from bridgework.kit.security import Caller
from bridgework.kit.text import search_words

_MAX_SEARCH_WORDS = 10
_FEED_PAST = timedelta(days=365)
"""How long an event stays in a feed after its end."""
_FEED_CANCELLED = timedelta(days=30)
"""How long a cancelled event stays in a feed, so that calendar programs remove it."""
_FEED_LENGTH = 2_000
"""The number of events up to which a feed contains past ones."""
_FEED_LIMIT = 10_000
"""The limit of coming events in a feed, which bounds the work on a request."""

ends_at = sa.func.coalesce(events.c.end_at, events.c.start_at, type_=UtcDateTimeColumn)
"""When an event ends. An index has this expression."""
is_published = sa.and_(events.c.hidden_at.is_(None), events.c.cancelled_at.is_(None))
can_sign_in = sa.and_(
    accounts.c.is_email_verified, accounts.c.disabled_at.is_(None), accounts.c.erases_at.is_(None)
)
guests_with_contact = sa.select(
    *(column for column in guests.c if column.name not in {"email", "email_key"}),
    sa.func.coalesce(guests.c.email, accounts.c.email).label("email"),
    sa.func.coalesce(guests.c.email_key, accounts.c.email_key).label("email_key"),
    accounts.c.first_name,
    accounts.c.last_name,
).select_from(guests.outerjoin(accounts, accounts.c.id == guests.c.account_id))
"""Guests with their e-mail address and the name of their account."""
_submission = side_by_side(
    Submission, reader_of(StoredRequest), reader_of(Submitter), reader_of(OnLuma)
)
_request = sa.select(
    requests,
    accounts.c.email,
    accounts.c.first_name,
    accounts.c.last_name,
    events.c.luma_event_id,
    events.c.luma_url,
).select_from(
    requests.join(accounts, accounts.c.id == requests.c.submitter_id).outerjoin(
        events, events.c.id == requests.c.event_id
    )
)
_by_start = Keyset(events.c.start_at, events.c.id, descending=False)
_by_id = Keyset(events.c.id, events.c.id)
_summary = sa.select(*(events.c[name] for name in ListedEvent._fields if name in events.c))


def is_open_to(caller: Caller) -> sa.ColumnElement[bool]:
    """Return the condition that an event, if published, is visible to the caller."""
    if caller.is_admin:
        return sa.true()
    if caller.account_id is None:
        return events.c.visibility == "public"
    return sa.or_(
        events.c.visibility != "private",
        events.c.owner_id == caller.account_id,
        sa.exists().where(
            guests.c.event_id == events.c.id, guests.c.account_id == caller.account_id
        ),
    )


def list_events(caller: Caller, query: schemas.EventsQuery) -> Pages[ListedEvent]:
    """Return the events that the caller may see, with the caller's reply, by start time."""
    listed = _summary.add_columns(_reply_of(caller).label("my_reply"))
    return _by_start.pages(listed.where(*_conditions(caller, query)), ListedEvent)


def _reply_of(caller: Caller) -> sa.ColumnElement[Any]:
    """Return the column of the caller's reply to an event; null for partners."""
    if caller.account_id is None:
        return sa.null()
    return (
        sa.select(guests.c.status)
        .where(
            guests.c.event_id == events.c.id,
            guests.c.account_id == caller.account_id,
            guests.c.status != "invited",
        )
        .scalar_subquery()
    )


def count_unanswered(tx: Tx, account_id: Id, now: datetime) -> int:
    """Count the events to come to which an account is invited and has not replied."""
    return int(tx.value(sa.select(sa.func.count()).where(*_is_unanswered(account_id, now))))


def list_unanswered(tx: Tx, caller: Caller, now: datetime, limit: int) -> Sequence[ListedEvent]:
    """Return those of `count_unanswered` that start first, as `list_events` does."""
    listed = _summary.add_columns(sa.null().label("my_reply"))
    first = listed.where(*_is_unanswered(caller.account(), now)).order_by(
        events.c.start_at, events.c.id
    )
    return tx.records(ListedEvent, first.limit(limit))


def _is_unanswered(account_id: Id, now: datetime) -> Sequence[sa.ColumnElement[bool]]:
    is_invited = sa.and_(guests.c.account_id == account_id, guests.c.status == "invited")
    return (is_invited, guests.c.event_id == events.c.id, is_published, ends_at >= now)


def list_details(caller: Caller, query: schemas.EventsQuery) -> Pages[StoredEvent]:
    """Return all columns of the events that the caller may see, newest first."""
    return _by_id.pages(sa.select(events).where(*_conditions(caller, query)), StoredEvent)


def _conditions(caller: Caller, query: schemas.EventsQuery) -> Iterator[sa.ColumnElement[bool]]:
    yield from (is_published, is_open_to(caller))
    if query.from_ is not None:
        # The list is read by start; its first event is found by the index of ends.
        yield events.c.start_at >= _earliest_start(query.from_)
        yield ends_at >= query.from_
    if query.to is not None:
        yield events.c.start_at <= query.to
    if query.ended_before is not None:
        # An event starts before it ends: the first condition bounds the index by start.
        yield events.c.start_at < query.ended_before
        yield ends_at < query.ended_before
    words = search_words(query.search or "")[:_MAX_SEARCH_WORDS]
    yield from (events.c.search_key.contains(word, autoescape=True) for word in words)


def _earliest_start(time: datetime) -> sa.ScalarSelect[datetime]:
    """Return the earliest start of the published events that have not ended before a time."""
    other = events.alias()
    ends = sa.func.coalesce(other.c.end_at, other.c.start_at, type_=UtcDateTimeColumn)
    # For the minimum of a column, SQLite would read the index of starts from its begin.
    start = sa.func.coalesce(other.c.start_at, sa.literal(time, UtcDateTimeColumn))
    return (
        sa.select(sa.func.min(start, type_=UtcDateTimeColumn))
        .where(other.c.hidden_at.is_(None), other.c.cancelled_at.is_(None), ends >= time)
        .scalar_subquery()
    )


def find_visible_event(
    tx: Tx, caller: Caller, event_id: Id, *, lock: bool = False
) -> StoredEvent | None:
    """Return an event that the caller may see."""
    return _event(tx, lock, events.c.id == event_id, is_published, is_open_to(caller))


def find_hidden_event(tx: Tx, event_id: Id) -> StoredEvent | None:
    """Return an event that an administrator has hidden, unless it is cancelled."""
    is_hidden = events.c.hidden_at.is_not(None)
    return _event(tx, False, events.c.id == event_id, is_hidden, events.c.cancelled_at.is_(None))


def find_event(tx: Tx, event_id: Id, *, lock: bool = False) -> StoredEvent | None:
    """Return an event, even if it is hidden or cancelled."""
    return _event(tx, lock, events.c.id == event_id)


def _event(tx: Tx, lock: bool, *conditions: sa.ColumnElement[bool]) -> StoredEvent | None:
    """Read an event; `lock` serializes changes of the event and its guests."""
    statement = sa.select(events).where(*conditions)
    if lock:
        statement = statement.with_for_update(key_share=True, of=events)
    return tx.record(StoredEvent, statement)


def find_created_under(
    tx: Tx, owner_id: Id, marks: Sequence[str], since: datetime
) -> StoredEvent | None:
    """Return the event that the owner created since then with one of these request digests."""
    is_this = sa.and_(events.c.made_under.in_(marks), events.c.created_at > since, is_published)
    statement = sa.select(events).where(events.c.owner_id == owner_id, is_this)
    return tx.record(StoredEvent, statement) if marks else None


def add(tx: Tx, event: StoredEvent) -> None:
    """Add an event."""
    tx.execute(events.insert(), to_values(event))


def update(tx: Tx, event_id: Id, values: Mapping[str, object]) -> None:
    """Change an event."""
    tx.execute(events.update().where(events.c.id == event_id).values(**values))


def add_move(tx: Tx, event_id: Id, former_digest: str, now: datetime, wait: timedelta) -> None:
    """Record that a locked event moved. A move that waits already keeps its time."""
    origin = request_origin.current_values()
    row = {"event_id": event_id, "former_digest": former_digest, "due_at": now + wait, **origin}
    # Guests are being e-mailed if the time has passed: they get this move after another wait.
    later = sa.literal(now + wait, UtcDateTimeColumn)
    due_at = sa.case((moves.c.due_at <= now, later), else_=moves.c.due_at)
    upsert = insert(tx.dialect, moves).on_conflict_do_update(
        index_elements=[moves.c.event_id], set_={"due_at": due_at, **origin}
    )
    tx.execute(upsert, row)


def lock_moved_event(tx: Tx, now: datetime) -> StoredEvent | None:
    """Return an event with a move that is due, locked. Hidden events wait."""
    return tx.record(
        StoredEvent,
        sa.select(events)
        .join(moves, moves.c.event_id == events.c.id)
        .where(moves.c.due_at <= now, events.c.hidden_at.is_(None))
        .order_by(moves.c.due_at)
        .limit(1)
        .with_for_update(key_share=True, of=events, skip_locked=True),
    )


def find_due_move(tx: Tx, event_id: Id, now: datetime) -> Move | None:
    """Return the move of a locked event, if it is due."""
    is_due = sa.and_(moves.c.event_id == event_id, moves.c.due_at <= now)
    return tx.record(Move, sa.select(moves).where(is_due))


def delete_move(tx: Tx, event_id: Id) -> None:
    """Delete the move of an event whose guests need no e-mail about it, or have it."""
    tx.execute(moves.delete().where(moves.c.event_id == event_id))


def is_file_referenced(tx: Tx, object_path: str) -> bool:
    """Return whether an upload is the cover of an event or of a pending event request."""
    suffix = f"/{object_path}"
    of_event = sa.exists().where(
        events.c.cancelled_at.is_(None), events.c.cover_url.endswith(suffix, autoescape=True)
    )
    of_request = sa.exists().where(
        requests.c.status == "pending", requests.c.cover_url.endswith(suffix, autoescape=True)
    )
    return bool(tx.value(sa.select(sa.or_(of_event, of_request))))


def list_feed_events(tx: Tx, caller: Caller, now: datetime) -> Sequence[StoredEvent]:
    """Return the events of a member's feed: all to come, then the newest past ones, by start.

    Cancelled events follow. Each of the three statements uses an index.
    """
    visible = sa.select(events).where(events.c.hidden_at.is_(None), is_open_to(caller))
    published = visible.where(is_published)
    coming = published.where(ends_at >= now).order_by(ends_at, events.c.id)
    past = published.where(ends_at < now, ends_at > now - _FEED_PAST).order_by(
        ends_at.desc(), events.c.id.desc()
    )
    cancelled = visible.where(events.c.cancelled_at > now - _FEED_CANCELLED).order_by(
        events.c.cancelled_at, events.c.id
    )
    found = tx.records(StoredEvent, coming.limit(_FEED_LIMIT))
    found += tx.records(StoredEvent, past.limit(max(0, _FEED_LENGTH - len(found))))
    found.sort(key=lambda event: (event.start_at, event.id))
    return [*found, *tx.records(StoredEvent, cancelled.limit(_FEED_LENGTH))]


def find_feed_reader(tx: Tx, digests: Sequence[str]) -> Id | None:
    """Return the account of a feed token; None if it is unknown or may not sign in."""
    statement = sa.select(accounts.c.id).join_from(feed_tokens, accounts)
    account_id: Id | None = tx.value(
        statement.where(feed_tokens.c.digest.in_(digests), can_sign_in)
    )
    return account_id


def put_feed_token(tx: Tx, account_id: Id, digest: str, now: datetime) -> None:
    """Replace the feed token of an account."""
    tx.execute(sa.select(accounts.c.id).where(accounts.c.id == account_id).with_for_update())
    delete_feed_token(tx, account_id)
    token = {"account_id": account_id, "digest": digest, "created_at": now}
    tx.execute(feed_tokens.insert(), token)


def delete_feed_token(tx: Tx, account_id: Id) -> bool:
    """Delete the feed token of an account; return False if there was none."""
    statement = feed_tokens.delete().where(feed_tokens.c.account_id == account_id)
    return tx.execute(statement).rowcount == 1


def find_request(tx: Tx, request_id: Id) -> Submission | None:
    """Return an event request with its submitter and its event."""
    return tx.record(_submission, _request.where(requests.c.id == request_id))


def list_requests(tx: Tx, request_ids: Sequence[Id]) -> Sequence[StoredRequest]:
    """Return event requests with these IDs."""
    return tx.records(StoredRequest, sa.select(requests).where(requests.c.id.in_(request_ids)))


def list_requests_of(submitter_id: Id) -> Pages[Submission]:
    """Return the event requests of a submitter, newest first."""
    theirs = _request.where(requests.c.submitter_id == submitter_id)
    return Keyset(requests.c.created_at, requests.c.id).pages(theirs, _submission)


def list_all_requests(
    tx: Tx, query: schemas.AdminListEventRequestsQuery
) -> tuple[Sequence[Submission], int]:
    """Return a page of all event requests, newest first, and their total."""
    listed = _request if query.status is None else _request.where(requests.c.status == query.status)
    order = [requests.c.created_at.desc(), requests.c.id.desc()]
    return offset.read(tx, query, _submission, listed, order)


def find_submitted_under(
    tx: Tx, submitter_id: Id, marks: Sequence[str], since: datetime
) -> Id | None:
    """Return the event request that was submitted since then with one of these request digests."""
    is_this = sa.and_(requests.c.made_under.in_(marks), requests.c.created_at > since)
    statement = sa.select(requests.c.id).where(requests.c.submitter_id == submitter_id, is_this)
    request_id: Id | None = tx.value(statement) if marks else None
    return request_id


def add_request(tx: Tx, request: StoredRequest) -> None:
    """Add an event request."""
    tx.execute(requests.insert(), to_values(request))


def update_request(tx: Tx, request_id: Id, values: Mapping[str, object]) -> None:
    """Change an event request."""
    tx.execute(requests.update().where(requests.c.id == request_id).values(**values))


def update_pending_request(
    tx: Tx, request_id: Id, values: Mapping[str, object]
) -> StoredRequest | None:
    """Change and return a pending event request; return None if it is missing or not pending."""
    is_pending = sa.and_(requests.c.id == request_id, requests.c.status == "pending")
    statement = requests.update().where(is_pending).values(**values)
    return tx.record(StoredRequest, statement.returning(requests))


def lock_pending_requests(tx: Tx) -> Sequence[StoredRequest]:
    """Return the pending event requests, locked."""
    statement = sa.select(requests).where(requests.c.status == "pending")
    return tx.records(StoredRequest, statement.with_for_update())


def delete_pending_request(tx: Tx, submitter_id: Id, request_id: Id) -> bool:
    """Delete a pending event request of the submitter; return False if there is none."""
    statement = requests.delete().where(
        requests.c.id == request_id,
        requests.c.submitter_id == submitter_id,
        requests.c.status == "pending",
    )
    return tx.execute(statement).rowcount == 1
