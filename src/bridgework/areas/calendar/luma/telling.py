"""Telling Luma what has changed: one event at a time, until Luma holds what we do.

Nothing is a command that could be lost or come twice. What Luma should hold is read off our rows
each time, compared with what it was told last, and the difference is told, step by step; each step
is noted once it is done. So a crash between Luma's answer and our note costs one step done again,
and a creation is looked up by the name that it was to have before it is tried again.
"""

import json
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from bridgework.areas.calendar.luma import store
from bridgework.areas.calendar.luma.client import (
    Guest,
    Luma,
    LumaBlocked,
    LumaLost,
    LumaRefused,
    LumaStumbled,
)
from bridgework.areas.calendar.luma.covers import Picture
from bridgework.areas.calendar.luma.store import Row
from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.tracing import origins
from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.luma")

_WAITS = [timedelta(seconds=s) for s in (10, 60, 300, 1800, 2 * 3600, 6 * 3600, 12 * 3600)]
"""How long to wait after each failed try; after the last one nobody tries until it changes."""
_LEASE = timedelta(minutes=5)
_TELLING_SECONDS = 200.0
"""How long one event may be told of in one go: the lease outlasts the call in hand."""
_GUESTS_AT_ONCE = 100
_LOOK_SECONDS = 1.0
_PAUSE_AFTER_A_FAULT_SECONDS = 5.0
_LONGEST_FAULT = 500
_TAKEN_OVER_AT_ONCE = 100

ReadCover = Callable[[str], Picture | None]
"""The picture at an address of ours; None if it lies elsewhere, or is no picture for Luma."""


@dataclass(slots=True)
class Telling:
    """Tells Luma, until it is told to stop."""

    database: Database
    clock: Clock
    luma: Luma
    read_cover: ReadCover
    steps: Steps = NO_STEPS
    _blocked_until: datetime | None = field(default=None, init=False)

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set. Faults of ours or of Luma's pause it, and nothing ends it."""
        while not stop.is_set():
            try:
                while not stop.is_set() and (self.take_over() or self.work_once()):
                    continue
            except Exception:  # noqa: BLE001 - told to the log; the worker outlives it
                _log.exception("Luma can't be told of events; trying again in a moment")
                stop.wait(_PAUSE_AFTER_A_FAULT_SECONDS)
            stop.wait(_LOOK_SECONDS)
        self.luma.close()

    def take_over(self) -> int:
        """Have Luma told of some events to come that were made while it was not connected."""
        now = self.clock.now()
        with self.database.reading() as tx:
            if not store.unknown(tx, now, 1):  # an idle worker never asks for the write lock
                return 0
        with self.database.writing() as tx:
            unknown = store.unknown(tx, now, _TAKEN_OVER_AT_ONCE)
            if unknown:
                store.add(tx, unknown, now)
        return len(unknown)

    def work_once(self) -> bool:
        """Tell Luma of one event, as far as it goes; False if there is none that is due."""
        now = self.clock.now()
        if self._blocked_until is not None and now < self._blocked_until:
            return False
        with self.database.reading() as tx:
            due_at = store.next_due(tx)
        if due_at is None or due_at > now:
            return False
        with self.database.writing() as tx:
            taken = store.take(tx, now, _LEASE)
        if taken is not None:
            with origins.of(taken).resumed(), self.steps.step("tell Luma"):
                self._tried(taken)
        return taken is not None

    def _tried(self, taken: Row) -> None:
        try:
            is_done = self._told_all(taken)
        except LumaBlocked as blocked:
            _log.warning("nothing is told to Luma: %s", blocked)
            self._blocked_until = due_at = self.clock.now() + blocked.wait
            # No fault of the event's: the try does not count.
            self._release(taken, due_at=due_at, attempts=taken.attempts - 1, fault=str(blocked))
        except (LumaRefused, LumaStumbled) as fault:
            self._failed(taken, fault, for_good=isinstance(fault, LumaRefused))
        except BaseException as error:
            self._failed(taken, error)
            raise
        else:
            self._write(lambda tx: self._settled(tx, taken, is_done=is_done))
            _log.info("Luma was told of event %s%s", taken.event_id, "" if is_done else " in part")

    def _settled(self, tx: Tx, taken: Row, *, is_done: bool) -> None:
        if is_done:
            store.strike_out(tx, taken)
        else:
            store.release(tx, taken, due_at=self.clock.now(), attempts=0, fault=None)

    def _failed(self, taken: Row, fault: BaseException, *, for_good: bool = False) -> None:
        # An address may stand in what Luma says: it is kept with the row, not in the log.
        kind, event_id = type(fault).__name__, taken.event_id
        _log.warning("Luma was not told of event %s (try %d): %s", event_id, taken.attempts, kind)
        text = f"{kind}: {fault}"[:_LONGEST_FAULT]
        if for_good or taken.attempts > len(_WAITS):
            self._release(taken, state="dead", fault=text)
        else:
            due_at = self.clock.now() + _WAITS[taken.attempts - 1]
            self._release(taken, due_at=due_at, fault=text)

    def _told_all(self, taken: Row) -> bool:
        """Tell Luma whatever it does not hold yet; False if time ran out before that was all."""
        until = self.clock.monotonic() + _TELLING_SECONDS
        with self.database.reading() as tx:
            event = store.event(tx, taken.event_id)
        if event.cancelled_at is not None:
            self._told_of_the_end(taken, event)
            return True
        luma_id, told = event.luma_event_id, taken.told
        if luma_id is None:
            luma_id, told = self._created(event)
        fields = {**fields_of(event), **self._cover(taken, event)}
        digest = _digest(fields)
        if digest != told:
            self.luma.update(luma_id, fields)
            self._write(lambda tx: store.note(tx, event.id, {"told": digest}))
        return self._told_of_guests(event, luma_id, until)

    def _created(self, event: Row) -> tuple[str, str | None]:
        """Luma's id of an event, and what it holds of it, as far as that is known.

        It is created now, unless an earlier try had done so and was cut off before it could note
        that.
        """
        slug, fields = slug_of(event.id), fields_of(event)
        luma_id, told = self.luma.find(slug), None
        if luma_id is None:
            luma_id, told = self.luma.create({**fields, "slug": slug}), _digest(fields)
        address = self.luma.address_of(luma_id)

        def note(tx: Tx) -> None:
            store.note_event(tx, event.id, luma_id, address)
            store.note(tx, event.id, {"told": told})

        self._write(note)
        return luma_id, told

    def _told_of_the_end(self, taken: Row, event: Row) -> None:
        # One that was never shown there need not be taken away, unless a try went unnoticed.
        luma_id = event.luma_event_id or self.luma.find(slug_of(event.id))
        if luma_id is not None and taken.told != _GONE:
            self.luma.cancel(luma_id)
            self._write(lambda tx: store.note(tx, event.id, {"told": _GONE}))

    def _told_of_guests(self, event: Row, luma_id: str, until: float) -> bool:
        while self.clock.monotonic() < until:
            with self.database.reading() as tx:
                untold = store.untold_guests(tx, event.id, _GUESTS_AT_ONCE)
            if not untold:
                return True
            fresh = [guest for guest in untold if guest.luma_status is None]
            if fresh:
                self.luma.add_guests(luma_id, [_guest(each) for each in fresh])
                self._note_guests({guest.id: "invited" for guest in fresh})
            for guest in untold:
                if guest.status != "invited" and self.clock.monotonic() < until:
                    self._told_answer(luma_id, guest)
        return False

    def _told_answer(self, luma_id: str, guest: Row) -> None:
        try:
            self.luma.answer(luma_id, guest.email, comes=guest.status == "going")
        except LumaLost:
            _log.info("a guest is gone from Luma, and so is their answer")
        self._note_guests({guest.id: guest.status})

    def _cover(self, taken: Row, event: Row) -> Mapping[str, object]:
        """Luma's copy of the event's picture, made if there is none yet."""
        if event.cover_url is None:
            return {}
        if event.cover_url == taken.cover_from:
            return {"cover_url": taken.cover_url} if taken.cover_url else {}
        picture = self.read_cover(event.cover_url)
        copy = None if picture is None else self.luma.upload(*picture)
        values = {"cover_from": event.cover_url, "cover_url": copy}
        self._write(lambda tx: store.note(tx, event.id, values))
        return {} if copy is None else {"cover_url": copy}

    def _note_guests(self, told: Mapping[Id, str]) -> None:
        self._write(lambda tx: store.note_guests(tx, told))

    def _release(self, taken: Row, **values: object) -> None:
        self._write(lambda tx: store.release(tx, taken, **values))

    def _write(self, write: Callable[[Tx], None]) -> None:
        with self.database.writing() as tx:
            write(tx)


_GONE = "cancelled"
"""In place of a digest: what Luma was told of an event that is cancelled."""


def slug_of(event_id: Id) -> str:
    """By what name Luma knows an event of ours, whatever it calls it itself."""
    return f"bridgework-{event_id.replace('-', '')}"


def fields_of(event: Any) -> dict[str, object]:
    """An event in Luma's members; what is hidden here is shown to nobody there.

    An end and a place have no empty value on Luma: what was taken away here stays there.
    """
    fields: dict[str, object] = {
        "name": event.name,
        "start_at": _moment(event.start_at),
        "timezone": event.timezone,
        "description_md": event.description or "",
        "meeting_url": event.meeting_url,
        "max_capacity": event.max_capacity,
        "visibility": "private" if event.hidden_at is not None else event.visibility,
    }
    if event.end_at is not None:
        fields["end_at"] = _moment(event.end_at)
    if event.location:
        fields["geo_address_json"] = {"type": "manual", "address": event.location}
    return fields


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _digest(fields: Mapping[str, object]) -> str:
    return blake2b(json.dumps(fields, sort_keys=True).encode(), digest_size=16).hexdigest()


def _guest(row: Row) -> Guest:
    return Guest(
        row.email, " ".join(part for part in (row.first_name, row.last_name) if part) or None
    )
