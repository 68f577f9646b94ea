"""Synchronizes changed events with Luma, one at a time.

The queue (`delivery/lease_queue.py`) has events and no commands, so none is lost or executed twice.
Each attempt reads the event from the database, compares it with the recorded state on Luma, and
sends the difference in steps; each step is recorded after it. A crash between Luma's response and
the record repeats the step. A creation is looked up by its slug before it is repeated.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b

from bridgework.areas.community.calendar.formats.luma import queries
from bridgework.areas.community.calendar.formats.luma.client import (
    Luma,
    LumaNotFound,
    LumaRateLimited,
    LumaRejected,
    LumaTemporaryError,
)
from bridgework.areas.community.calendar.formats.luma.covers import Picture
from bridgework.areas.community.calendar.records import Guest, StoredEvent, Synchronization
from bridgework.kit.core import Clock, Id, outages
from bridgework.kit.core.observability import Metrics
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory, request_origin
from bridgework.kit.data.db import Database
from bridgework.kit.delivery import BackOff, QueueWorker
from bridgework.kit.text import full_name, time_zones

_log = logging.getLogger("bridgework.luma")

_BACK_OFF = BackOff((10, 60, 300, 1800, 2 * 3600, 6 * 3600, 12 * 3600))
"""After the last attempt, the event waits for a change."""
_LEASE = timedelta(minutes=5)
_SYNC_SECONDS = 200.0
"""The time limit of an attempt: the last request must end before the lease."""
_GUESTS_PER_REQUEST = 100
_FAULT_LENGTH = 500
_BACKFILL_BATCH = 100
_CANCELLED = "cancelled"
"""Stored instead of a digest after the cancellation on Luma."""

ReadCover = Callable[[str], Picture | None]
"""Reads the image at one of our URLs; None if Luma can't have it."""


@dataclass(slots=True)
class LumaSync(QueueWorker):
    """The worker that synchronizes events with Luma."""

    name = "luma"
    database: Database
    clock: Clock
    metrics: Metrics
    luma: Luma
    read_cover: ReadCover
    spans: SpanFactory = NO_SPANS
    _blocked_until: datetime | None = field(default=None, init=False)

    def step(self) -> int:
        """Mark or synchronize events."""
        return self.backfill() or self.work_once()

    def drain(self) -> None:
        """Close the connections."""
        self.luma.close()

    def backfill(self) -> int:
        """Mark future events that were created while Luma was not connected."""
        now = self.clock.now()
        with self.database.reading() as tx:
            if not queries.list_unmarked(tx, now, 1):  # an idle worker never takes the write lock
                return 0
        with self.database.writing() as tx:
            event_ids = queries.list_unmarked(tx, now, _BACKFILL_BATCH)
            if event_ids:
                queries.add(tx, event_ids, now)
        return len(event_ids)

    def work_once(self) -> int:
        """Synchronize the event that is due first; return 0 if none is due."""
        now = self.clock.now()
        if self._blocked_until is not None and now < self._blocked_until:
            return 0
        with self.database.reading() as tx:
            if not queries.queue.has_due(tx, now):
                return 0
        with self.database.writing() as tx:
            events = queries.queue.take(tx, now, lease=_LEASE)
        for taken in events:
            with request_origin.from_row(taken).resume(), self.spans.span("sync with Luma"):
                self._attempt(taken)
        return len(events)

    def _attempt(self, taken: Synchronization) -> None:
        try:
            is_done = self._sync(taken)
        except LumaRateLimited as blocked:
            outages.warn(_log, "Luma", "Luma accepts no requests for now: %s", blocked)
            self._blocked_until = due_at = self.clock.now() + blocked.wait
            # Not an error of the event: the attempt does not count.
            attempts = taken.attempts - 1
            self._release(taken, due_at=due_at, attempts=attempts, fault=str(blocked))
        except (LumaRejected, LumaTemporaryError) as error:
            self._fail(taken, error, is_permanent=isinstance(error, LumaRejected))
        except BaseException as error:
            self._fail(taken, error)
            raise
        else:
            state = "synced" if is_done else "waiting"
            self._release(taken, state=state, due_at=self.clock.now(), attempts=0, fault=None)
            _log.info(
                "event %s was synced with Luma%s", taken.event_id, "" if is_done else " in part"
            )

    def _fail(
        self, taken: Synchronization, error: BaseException, *, is_permanent: bool = False
    ) -> None:
        # Luma's message may contain an address: it is stored with the row, not logged.
        kind, event_id = type(error).__name__, taken.event_id
        _log.warning(
            "event %s was not synced with Luma (attempt %d): %s", event_id, taken.attempts, kind
        )
        fault = f"{kind}: {error}"[:_FAULT_LENGTH]
        delay = None if is_permanent else _BACK_OFF.delay(taken.attempts)
        if delay is None:
            self._release(taken, state="dead", fault=fault)
        else:
            self._release(taken, due_at=self.clock.now() + delay, fault=fault)

    def _release(self, taken: Synchronization, **values: object) -> None:
        with self.database.writing() as tx:
            queries.release(tx, taken, **values)

    def _record(self, event_id: Id, **values: object) -> None:
        with self.database.writing() as tx:
            queries.update_state(tx, event_id, **values)

    def _sync(self, taken: Synchronization) -> bool:
        """Send the differences to Luma; return False if the time limit was reached."""
        deadline = self.clock.monotonic() + _SYNC_SECONDS
        with self.database.reading() as tx:
            event = queries.get_event(tx, taken.event_id)
        if event.cancelled_at is not None:
            self._cancel(taken, event)
            return True
        luma_id, synced = event.luma_event_id, taken.synced_digest
        if luma_id is None:
            luma_id, synced = self._create(event)
        fields = {**fields_of(event), **self._cover(taken, event)}
        digest = _digest(fields)
        if digest != synced:
            self.luma.update(luma_id, fields)
            self._record(event.id, synced_digest=digest)
        return self._sync_guests(event.id, luma_id, deadline)

    def _create(self, event: StoredEvent) -> tuple[str, str | None]:
        """Create the event, unless an earlier attempt created it without recording it.

        Returns Luma's id, and the digest of the event on Luma if it is known.
        """
        slug, fields = slug_of(event.id), fields_of(event)
        luma_id, synced = self.luma.find(slug), None
        if luma_id is None:
            luma_id, synced = self.luma.create({**fields, "slug": slug}), _digest(fields)
        url = self.luma.url_of(luma_id)
        with self.database.writing() as tx:
            queries.update_luma_event(tx, event.id, luma_id, url)
            queries.update_state(tx, event.id, synced_digest=synced)
        return luma_id, synced

    def _cancel(self, taken: Synchronization, event: StoredEvent) -> None:
        # Without an id it was not created on Luma, or an attempt could not record it.
        luma_id = event.luma_event_id or self.luma.find(slug_of(event.id))
        if luma_id is not None and taken.synced_digest != _CANCELLED:
            self.luma.cancel(luma_id)
            self._record(event.id, synced_digest=_CANCELLED)

    def _sync_guests(self, event_id: Id, luma_id: str, deadline: float) -> bool:
        while self.clock.monotonic() < deadline:
            with self.database.reading() as tx:
                guests = queries.list_unsynchronized_guests(tx, event_id, _GUESTS_PER_REQUEST)
            if not guests:
                return True
            added = [guest for guest in guests if guest.luma_status is None]
            if added:
                names = {
                    guest.email: full_name(guest.first_name, guest.last_name) for guest in added
                }
                self.luma.add_guests(luma_id, names)
                self._record_guests([guest.id for guest in added], "invited")
            for guest in guests:
                if guest.status != "invited" and self.clock.monotonic() < deadline:
                    self._send_reply(luma_id, guest)
        return False

    def _send_reply(self, luma_id: str, guest: Guest) -> None:
        try:
            self.luma.set_reply(luma_id, guest.email, is_going=guest.status == "going")
        except LumaNotFound:
            _log.info("a guest does not exist on Luma; the reply is not sent")
        self._record_guests([guest.id], guest.status)

    def _record_guests(self, guest_ids: list[Id], status: str) -> None:
        with self.database.writing() as tx:
            queries.update_luma_status(tx, guest_ids, status)

    def _cover(self, taken: Synchronization, event: StoredEvent) -> Mapping[str, object]:
        """Return the URL of Luma's copy of the cover; upload a changed cover."""
        if event.cover_url is None:
            return {}
        luma_url = taken.cover_url
        if event.cover_url != taken.cover_from:
            picture = self.read_cover(event.cover_url)
            luma_url = None if picture is None else self.luma.upload(*picture)
            self._record(event.id, cover_from=event.cover_url, cover_url=luma_url)
        return {"cover_url": luma_url} if luma_url else {}


def slug_of(event_id: Id) -> str:
    """Return the slug of an event on Luma, which identifies it before its id is known."""
    return f"bridgework-{event_id.replace('-', '')}"


def fields_of(event: StoredEvent) -> dict[str, object]:
    """Convert an event to Luma's fields. A hidden event is private on Luma.

    Luma can't clear the end and the location, so they stay if they are removed here.
    """
    fields: dict[str, object] = {
        "name": event.name,
        "start_at": _timestamp(event.start_at),
        "timezone": "UTC" if time_zones.find(event.timezone) is None else event.timezone,
        "description_md": event.description or "",
        "meeting_url": event.meeting_url,
        "max_capacity": event.max_capacity,
        "visibility": "private" if event.hidden_at is not None else event.visibility,
    }
    if event.end_at is not None:
        fields["end_at"] = _timestamp(event.end_at)
    if event.location:
        fields["geo_address_json"] = {"type": "manual", "address": event.location}
    return fields


def _timestamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _digest(fields: Mapping[str, object]) -> str:
    return blake2b(json.dumps(fields, sort_keys=True).encode(), digest_size=16).hexdigest()
