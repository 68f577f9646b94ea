"""The worker: sends queued e-mails through the transport, at least once.

A process has two, each with a transport of its own: one sends urgent e-mails and the other the
rest. So a code does not wait while the mail server takes long for another e-mail.

It may be killed at any moment: an e-mail that it had taken is due again when its lease ends. A
lease outlasts the longest delivery and no e-mail of a batch is begun late, so two workers never
send one e-mail at the same time.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bridgework.kit import outages
from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import Unavailable
from bridgework.kit.log_redaction import redact
from bridgework.kit.metrics import Metrics
from bridgework.kit.outbox import queries
from bridgework.kit.outbox.email_renderer import EmailRenderer
from bridgework.kit.outbox.priorities import Priority
from bridgework.kit.outbox.queries import QueuedEmail
from bridgework.kit.outbox.transport import (
    PermanentFailure,
    TemporaryFailure,
    Transport,
    TransportUnavailable,
)
from bridgework.kit.tracing.tracer import NO_SPANS, Span, SpanFactory

_log = logging.getLogger("bridgework.outbox")

_BATCH = 20
_BEGIN_WITHIN = timedelta(seconds=5)
"""How long after it was taken an e-mail of a batch may still be begun."""
_MARGIN = timedelta(seconds=10)
"""The reserve of a lease for recording the outcome, and for clocks that differ."""
_POLL_SECONDS = 1.0
_ERROR_PAUSE_SECONDS = 5.0
_RECORD_PAUSE_SECONDS = 0.2
_RECORD_RETRIES = 20
_RETRY_DELAYS = [timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600)]
"""The delay after each failed attempt; after one more the e-mail is dead."""
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_PAUSE = timedelta(minutes=1)
"""Between attempts to open a transport that is unavailable; doubled from the first on."""
_MAX_FAULT = 500
_CODES = re.compile(r"(?<!\d)\d{6}(?!\d)")
"""The six digits of one-time codes, which a server may quote."""
_NAMES = re.compile(r"\w{4,}")
"""The words of an address that a server may quote, such as a name."""


@dataclass(slots=True)
class Worker:
    """Sends the e-mails of the outbox."""

    database: Database
    renderer: EmailRenderer
    transport: Transport
    clock: Clock
    signal: threading.Event
    """Set after a commit that queued e-mails."""
    metrics: Metrics
    priorities: Collection[Priority]
    """Those of the e-mails that it sends."""
    spans: SpanFactory = NO_SPANS
    _paused_until: datetime | None = field(default=None, init=False)
    _next_pause: timedelta = field(default=_FIRST_PAUSE, init=False)

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set; an error, such as a broken database, causes a pause."""
        while not stop.is_set():
            try:
                while self.work_once() and not stop.is_set():
                    continue
            except Exception as error:  # noqa: BLE001 - logged; the worker must go on
                message = "the outbox worker failed; it will try again in a few seconds"
                outages.report(_log, error, message)
                stop.wait(_ERROR_PAUSE_SECONDS)
            self.transport.close()
            self.signal.wait(_POLL_SECONDS)
            self.signal.clear()

    def work_once(self) -> int:
        """Try each e-mail of a batch once; returns the size of the batch.

        It is 0 during the pause after the transport was unavailable.
        """
        if self._paused_until is not None and self.clock.now() < self._paused_until:
            return 0
        with self.database.reading() as tx:  # an idle worker never asks for the write lock
            due_at = queries.find_next_due(tx, self.priorities)
        if due_at is None or due_at > self.clock.now():
            return 0
        lease = _BEGIN_WITHIN + self.transport.longest + _MARGIN
        begin_before = self.clock.monotonic() + _BEGIN_WITHIN.total_seconds()
        with self.database.writing() as tx:
            batch = queries.take(
                tx, self.clock.now(), lease=lease, most=_BATCH, priorities=self.priorities
            )
        self._send_batch(batch, begin_before)
        return len(batch)

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
        span.set_attribute("bridgework.attempt", queued.attempts)
        try:
            message = self.renderer.message(queued)
            self.transport.deliver(self.renderer.message_id(queued), queued.email.to, message)
        except TransportUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever failed, the e-mail must not be lost
            # Other errors may quote anything: they are stored with the e-mail and not logged.
            kind, number = type(error).__name__, queued.attempts
            span.set_error(kind)
            says_why = isinstance(error, PermanentFailure | TemporaryFailure)
            reply = _redact(str(error), [queued.email.to]) if says_why else ""
            logged = f"{kind}: {reply}" if says_why else kind
            _log.warning("e-mail %s was not sent (attempt %d): %s", queued.id, number, logged)
            fault = str(error) if says_why else f"{kind}: {error}"
            self._record_failure([queued], fault, permanent=isinstance(error, PermanentFailure))
            return
        self._record([queued], lambda tx, each: queries.mark_sent(tx, each, self.clock.now()))
        self.metrics.email("sent")
        _log_outcome(queued, "was sent")

    def _pause(self, batch: Sequence[QueuedEmail], fault: str) -> None:
        """Return e-mails to the queue, without counting the attempt, and pause."""
        reason = _redact(fault, [queued.email.to for queued in batch])
        outages.warn(_log, "mail server", "no e-mail can be sent: %s", reason)
        self._paused_until = self.clock.now() + self._next_pause
        self._next_pause = min(2 * self._next_pause, _LONGEST_PAUSE)
        self._record(
            batch, lambda tx, each: queries.release(tx, each, each.created_at, fault=fault)
        )
        for _ in batch:
            self.metrics.email("retry")

    def _record_failure(
        self, batch: Sequence[QueuedEmail], fault: str, *, permanent: bool = False
    ) -> None:
        def is_dead(queued: QueuedEmail) -> bool:
            return permanent or queued.attempts > len(_RETRY_DELAYS)

        def mark(tx: Tx, queued: QueuedEmail) -> None:
            retry_at = None
            if not is_dead(queued):
                retry_at = self.clock.now() + _RETRY_DELAYS[queued.attempts - 1]
            queries.mark_failed(tx, queued, fault=fault[:_MAX_FAULT], retry_at=retry_at)

        self._record(batch, mark)
        for queued in batch:
            self.metrics.email("failed" if is_dead(queued) else "retry")
            _log_outcome(queued, "was given up" if is_dead(queued) else "will be retried")

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
        name, number = queued.email.name, queued.attempts
        _log.info("e-mail %s (%s) %s (attempt %d)", queued.id, name, outcome, number)
