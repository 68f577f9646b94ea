"""The worker: sends queued e-mails through the transport, at least once.

A process has two, each with a transport of its own: one sends urgent e-mails and the other the
rest. So a code does not wait while the mail server takes long for another e-mail.

A lease outlasts the longest delivery and no e-mail of a batch is begun late, so two workers never
send one e-mail at the same time (`delivery/lease_queue.py`).
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bridgework.kit.core import Clock, Unavailable, outages
from bridgework.kit.core.observability import Metrics, redact
from bridgework.kit.core.observability.tracing import NO_SPANS, Span, SpanFactory
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.delivery.lease_queue import BackOff, QueueWorker
from bridgework.kit.delivery.outbox import queries
from bridgework.kit.delivery.outbox.priorities import Priority
from bridgework.kit.delivery.outbox.queries import QueuedEmail
from bridgework.kit.delivery.outbox.rendering import EmailRenderer
from bridgework.kit.delivery.outbox.transport import (
    PermanentFailure,
    TemporaryFailure,
    Transport,
    TransportUnavailable,
)

_log = logging.getLogger("bridgework.outbox")

_BATCH = 20
_BEGIN_WITHIN = timedelta(seconds=5)
"""How long after it was taken an e-mail of a batch may still be begun."""
_MARGIN = timedelta(seconds=10)
"""The reserve of a lease for recording the outcome, and for clocks that differ."""
_RECORD_PAUSE_SECONDS = 0.2
_RECORD_RETRIES = 20
_BACK_OFF = BackOff((5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600))
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_PAUSE = timedelta(minutes=1)
"""Between attempts to open a transport that is unavailable; doubled from the first on."""
_MAX_FAULT = 500
_CODES = re.compile(r"(?<!\d)\d{6}(?!\d)")
"""The six digits of one-time codes, which a server may quote."""
_NAMES = re.compile(r"\w{4,}")
"""The words of an address that a server may quote, such as a name."""


@dataclass(slots=True)
class Worker(QueueWorker):
    """Sends the e-mails of the outbox."""

    name = "outbox"
    database: Database
    renderer: EmailRenderer
    transport: Transport
    clock: Clock
    wake: threading.Event = field()  # required, unlike in the base class
    metrics: Metrics
    priorities: Collection[Priority]
    """Those of the e-mails that it sends."""
    spans: SpanFactory = NO_SPANS
    _paused_until: datetime | None = field(default=None, init=False)
    _next_pause: timedelta = field(default=_FIRST_PAUSE, init=False)

    def work_once(self) -> int:
        """Try each e-mail of a batch once; returns the size of the batch.

        It is 0 during the pause after the transport was unavailable.
        """
        if self._paused_until is not None and self.clock.now() < self._paused_until:
            return 0
        with self.database.reading() as tx:  # an idle worker never asks for the write lock
            if not queries.has_due(tx, self.clock.now(), self.priorities):
                return 0
        lease = _BEGIN_WITHIN + self.transport.longest + _MARGIN
        begin_before = self.clock.monotonic() + _BEGIN_WITHIN.total_seconds()
        with self.database.writing() as tx:
            batch = queries.take(
                tx, self.clock.now(), lease=lease, most=_BATCH, priorities=self.priorities
            )
        self._send_batch(batch, begin_before)
        return len(batch)

    def idle(self) -> None:
        """Disconnect."""
        self.transport.close()

    def _send_batch(self, batch: Sequence[QueuedEmail], begin_before: float) -> None:
        for position, queued in enumerate(batch):
            rest = batch[position:]
            if queued.email.expires is not None and queued.email.expires <= self.clock.now():
                self._record([queued], queries.mark_expired)
                _log_outcome(queued, "was given up: it expired")
                continue
            try:
                self.transport.open()
            except TransportUnavailable as error:
                self._pause(rest, str(error))
                return
            self._paused_until, self._next_pause = None, _FIRST_PAUSE
            if self.clock.monotonic() > begin_before:
                self._record(rest, lambda tx, each: queries.release(tx, each, self.clock.now()))
                return
            try:
                with queued.origin.resume(), self.spans.span("send e-mail") as span:
                    self._send(queued, span)
            except TransportUnavailable as error:
                reason = _redact(str(error), [queued.email.to])
                outages.warn(_log, "mail server", "no e-mail can be sent: %s", reason)
                self._record_failure(rest, str(error))
                return

    def _send(self, queued: QueuedEmail, span: Span) -> None:
        """Try one e-mail. Raises TransportUnavailable."""
        span.set_attribute("bridgework.email", queued.email.name)
        span.set_attribute("bridgework.attempt", queued.row.attempts)
        try:
            message, masked = self.renderer.message(queued), self.renderer.masked(queued)
            self.transport.deliver(self.renderer.message_id(queued), queued.email.to, message)
        except TransportUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever failed, the e-mail must not be lost
            # Other errors may quote anything: they are stored with the e-mail and not logged.
            kind, number = type(error).__name__, queued.row.attempts
            span.set_error(kind)
            says_why = isinstance(error, PermanentFailure | TemporaryFailure)
            reply = _redact(str(error), [queued.email.to]) if says_why else ""
            logged = f"{kind}: {reply}" if says_why else kind
            _log.warning("e-mail %s was not sent (attempt %d): %s", queued.id, number, logged)
            fault = str(error) if says_why else f"{kind}: {error}"
            self._record_failure([queued], fault, permanent=isinstance(error, PermanentFailure))
            return
        self._record(
            [queued], lambda tx, each: queries.mark_sent(tx, each, masked, self.clock.now())
        )
        self.metrics.email("sent")
        _log_outcome(queued, "was sent")

    def _pause(self, batch: Sequence[QueuedEmail], fault: str) -> None:
        """Return e-mails to the queue, without counting the attempt, and pause."""
        reason = _redact(fault, [queued.email.to for queued in batch])
        outages.warn(_log, "mail server", "no e-mail can be sent: %s", reason)
        self._paused_until = self.clock.now() + self._next_pause
        self._next_pause = min(2 * self._next_pause, _LONGEST_PAUSE)
        self._record(
            batch, lambda tx, each: queries.release(tx, each, each.row.created_at, fault=fault)
        )
        for _ in batch:
            self.metrics.email("retry")

    def _record_failure(
        self, batch: Sequence[QueuedEmail], fault: str, *, permanent: bool = False
    ) -> None:
        def retry_at(queued: QueuedEmail) -> datetime | None:
            delay = None if permanent else _BACK_OFF.delay(queued.row.attempts)
            return None if delay is None else self.clock.now() + delay

        def mark(tx: Tx, queued: QueuedEmail) -> None:
            says = self.renderer.without_secrets(queued, fault)[:_MAX_FAULT]
            queries.mark_failed(tx, queued, fault=says, retry_at=retry_at(queued))

        self._record(batch, mark)
        for queued in batch:
            is_dead = retry_at(queued) is None
            self.metrics.email("failed" if is_dead else "retry")
            _log_outcome(queued, "was given up" if is_dead else "will be retried")

    def _record(
        self, batch: Sequence[QueuedEmail], update: Callable[[Tx, QueuedEmail], None]
    ) -> None:
        """Update e-mails in one transaction, retried: what is not recorded is sent again."""
        for retries_left in reversed(range(_RECORD_RETRIES + 1)):
            try:
                with self.database.writing() as tx:
                    for queued in batch:
                        update(tx, queued)
            except Unavailable:
                if not retries_left:
                    raise
                time.sleep(_RECORD_PAUSE_SECONDS)
            else:
                return


def _redact(text: str, recipients: Iterable[str]) -> str:
    """The reply of a mail server on one short line, without addresses, names in them, and codes."""
    printable = "".join(each if each.isprintable() else " " for each in text[:_MAX_FAULT])
    redacted = _CODES.sub("…", redact(printable))
    for recipient in recipients:
        local, _, _ = recipient.rpartition("@")
        for name in (local, *_NAMES.findall(local)):
            redacted = re.sub(re.escape(name), "…", redacted, flags=re.IGNORECASE)
    return redacted


def _log_outcome(queued: QueuedEmail, outcome: str) -> None:
    """Log an outcome under the request that queued the e-mail."""
    with queued.origin.resume():
        name, number = queued.email.name, queued.row.attempts
        _log.info("e-mail %s (%s) %s (attempt %d)", queued.id, name, outcome, number)
