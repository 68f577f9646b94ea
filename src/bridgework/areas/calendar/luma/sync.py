"""Synchronizes changed events with Luma, one at a time, until Luma holds what we do.

No command is queued that could be lost or executed twice. What Luma should hold is read from our
rows each time, compared with what it holds, and the difference is sent step by step; each step is
recorded once it is done. A crash between Luma's response and our record repeats that step, and a
creation is looked up by its slug before it is tried again.
"""

import json
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from bridgework.areas.calendar.luma import queries
from bridgework.areas.calendar.luma.client import (
    Luma,
    LumaNotFound,
    LumaRateLimited,
    LumaRejected,
    LumaTemporaryError,
)
from bridgework.areas.calendar.luma.covers import Picture
from bridgework.areas.calendar.luma.queries import Row
from bridgework.areas.calendar.serializers import full_name
from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.ids import Id
from bridgework.kit.tracing import origins
from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.luma")

_RETRY_DELAYS = [timedelta(seconds=s) for s in (10, 60, 300, 1800, 2 * 3600, 6 * 3600, 12 * 3600)]
"""After each failed attempt; after the last one the event is left until it changes."""
_LEASE = timedelta(minutes=5)
_SYNC_SECONDS = 200.0
"""How long one event may take at once: the lease outlasts the request under way."""
_GUESTS_PER_REQUEST = 100
_POLL_SECONDS = 1.0
_PAUSE_AFTER_ERROR_SECONDS = 5.0
_FAULT_LENGTH = 500
_BACKFILL_BATCH = 100
_CANCELLED = "cancelled"
"""Stored in place of a digest once Luma has cancelled the event."""

ReadCover = Callable[[str], Picture | None]
"""Reads the image at one of our URLs; None if it is elsewhere, or not an image for Luma."""


@dataclass(slots=True)
class LumaSync:
    """Synchronizes events with Luma until it is stopped."""

    database: Database
    clock: Clock
    luma: Luma
    read_cover: ReadCover
    steps: Steps = NO_STEPS
    _blocked_until: datetime | None = field(default=None, init=False)

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set. Errors pause it, and none ends it."""
        while not stop.is_set():
            try:
                while not stop.is_set() and (self.backfill() or self.work_once()):
                    continue
            except Exception:  # noqa: BLE001 - logged; the worker must outlive it
                _log.exception("events cannot be synced with Luma; trying again")
                stop.wait(_PAUSE_AFTER_ERROR_SECONDS)
            stop.wait(_POLL_SECONDS)
        self.luma.close()

    def backfill(self) -> int:
        """Mark future events that were created while Luma was not connected."""
        now = self.clock.now()
        with self.database.reading() as tx:
            if not queries.unmarked(tx, now, 1):  # an idle worker never takes the write lock
                return 0
        with self.database.writing() as tx:
            event_ids = queries.unmarked(tx, now, _BACKFILL_BATCH)
            if event_ids:
                queries.add(tx, event_ids, now)
        return len(event_ids)

    def work_once(self) -> bool:
        """Synchronize the event that is due first; False if none is due."""
        now = self.clock.now()
        if self._blocked_until is not None and now < self._blocked_until:
            return False
        with self.database.reading() as tx:
            due_at = queries.next_due(tx)
        if due_at is None or due_at > now:
            return False
        with self.database.writing() as tx:
            taken = queries.take(tx, now, _LEASE)
        if taken is not None:
            with origins.of(taken).resumed(), self.steps.step("tell Luma"):
                self._attempt(taken)
        return taken is not None

    def _attempt(self, taken: Row) -> None:
        try:
            is_done = self._sync(taken)
        except LumaRateLimited as blocked:
            _log.warning("Luma accepts no requests for now: %s", blocked)
            self._blocked_until = due_at = self.clock.now() + blocked.wait
            # The event is not at fault: the attempt does not count.
            attempts = taken.attempts - 1
            self._release(taken, due_at=due_at, attempts=attempts, fault=str(blocked))
        except (LumaRejected, LumaTemporaryError) as error:
            self._fail(taken, error, for_good=isinstance(error, LumaRejected))
        except BaseException as error:
            self._fail(taken, error)
            raise
        else:
            if is_done:
                with self.database.writing() as tx:
                    queries.finish(tx, taken)
            else:
                self._release(taken, due_at=self.clock.now(), attempts=0, fault=None)
            _log.info(
                "event %s was synced with Luma%s", taken.event_id, "" if is_done else " in part"
            )

    def _fail(self, taken: Row, error: BaseException, *, for_good: bool = False) -> None:
        # Luma's message may contain an address: it is stored with the row, not logged.
        kind, event_id = type(error).__name__, taken.event_id
        _log.warning(
            "event %s was not synced with Luma (attempt %d): %s", event_id, taken.attempts, kind
        )
        fault = f"{kind}: {error}"[:_FAULT_LENGTH]
        if for_good or taken.attempts > len(_RETRY_DELAYS):
            self._release(taken, state="dead", fault=fault)
        else:
            due_at = self.clock.now() + _RETRY_DELAYS[taken.attempts - 1]
            self._release(taken, due_at=due_at, fault=fault)

    def _release(self, taken: Row, **values: object) -> None:
        with self.database.writing() as tx:
            queries.release(tx, taken, values)

    def _record(self, event_id: Id, **values: object) -> None:
        with self.database.writing() as tx:
            queries.change(tx, event_id, **values)

    def _sync(self, taken: Row) -> bool:
        """Send what Luma does not hold yet; False if time ran out before that was all."""
        deadline = self.clock.monotonic() + _SYNC_SECONDS
        with self.database.reading() as tx:
            event = queries.event(tx, taken.event_id)
        if event.cancelled_at is not None:
            self._cancel(taken, event)
            return True
        luma_id, held = event.luma_event_id, taken.synced_digest
        if luma_id is None:
            luma_id, held = self._create(event)
        fields = {**fields_of(event), **self._cover(taken, event)}
        digest = _digest(fields)
        if digest != held:
            self.luma.update(luma_id, fields)
            self._record(event.id, synced_digest=digest)
        return self._sync_guests(event.id, luma_id, deadline)

    def _create(self, event: Row) -> tuple[str, str | None]:
        """Create the event, unless an earlier attempt did and could not record it.

        Returns Luma's id, and the digest of what Luma holds, as far as it is known.
        """
        slug, fields = slug_of(event.id), fields_of(event)
        luma_id, held = self.luma.find(slug), None
        if luma_id is None:
            luma_id, held = self.luma.create({**fields, "slug": slug}), _digest(fields)
        url = self.luma.url_of(luma_id)
        with self.database.writing() as tx:
            queries.set_luma_event(tx, event.id, luma_id, url)
            queries.change(tx, event.id, synced_digest=held)
        return luma_id, held

    def _cancel(self, taken: Row, event: Row) -> None:
        # Without an id it was never created there, unless an attempt could not record it.
        luma_id = event.luma_event_id or self.luma.find(slug_of(event.id))
        if luma_id is not None and taken.synced_digest != _CANCELLED:
            self.luma.cancel(luma_id)
            self._record(event.id, synced_digest=_CANCELLED)

    def _sync_guests(self, event_id: Id, luma_id: str, deadline: float) -> bool:
        while self.clock.monotonic() < deadline:
            with self.database.reading() as tx:
                guests = queries.unsynchronized_guests(tx, event_id, _GUESTS_PER_REQUEST)
            if not guests:
                return True
            added = [guest for guest in guests if guest.luma_status is None]
            if added:
                names = {guest.email: full_name(guest) for guest in added}
                self.luma.add_guests(luma_id, names)
                self._record_guests([guest.id for guest in added], "invited")
            for guest in guests:
                if guest.status != "invited" and self.clock.monotonic() < deadline:
                    self._send_reply(luma_id, guest)
        return False

    def _send_reply(self, luma_id: str, guest: Row) -> None:
        try:
            self.luma.answer(luma_id, guest.email, comes=guest.status == "going")
        except LumaNotFound:
            _log.info("a guest is gone from Luma, and so is their answer")
        self._record_guests([guest.id], guest.status)

    def _record_guests(self, guest_ids: list[Id], status: str) -> None:
        with self.database.writing() as tx:
            queries.set_luma_status(tx, guest_ids, status)

    def _cover(self, taken: Row, event: Row) -> Mapping[str, object]:
        """The URL of Luma's copy of the cover, which is uploaded if it has changed."""
        if event.cover_url is None:
            return {}
        luma_url = taken.cover_url
        if event.cover_url != taken.cover_from:
            picture = self.read_cover(event.cover_url)
            luma_url = None if picture is None else self.luma.upload(*picture)
            self._record(event.id, cover_from=event.cover_url, cover_url=luma_url)
        return {"cover_url": luma_url} if luma_url else {}


def slug_of(event_id: Id) -> str:
    """The slug of an event on Luma, which identifies it before its id there is known."""
    return f"bridgework-{event_id.replace('-', '')}"


def fields_of(event: Any) -> dict[str, object]:
    """An event in Luma's format; an event that is hidden here is private there.

    End and location can't be cleared on Luma: removed here, they stay there.
    """
    fields: dict[str, object] = {
        "name": event.name,
        "start_at": _timestamp(event.start_at),
        "timezone": event.timezone,
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
