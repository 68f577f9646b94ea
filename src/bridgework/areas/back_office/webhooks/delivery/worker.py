"""The worker: writes deliveries for new changes, and sends those that are due, at least once.

The deliveries of a change are written in the transaction that advances the position in the feed, so
none is missing and none is written twice. Deliveries are taken as `delivery/lease_queue.py` says.
The attempts of one webhook are limited, so a receiver that does not respond delays no other one:
one place is kept for each webhook, and a webhook whose last attempt timed out has no more than that
one.
"""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

from bridgework.areas.back_office.webhooks import emails, policies, queries, writes
from bridgework.areas.back_office.webhooks.delivery import payloads, signatures
from bridgework.areas.back_office.webhooks.fields import DisabledReason
from bridgework.areas.back_office.webhooks.records import Pair, StoredDelivery, StoredWebhook
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as changes
from bridgework.areas.history.changes.schemas import ChangePage
from bridgework.areas.history.notifications import actions as notifications
from bridgework.context import AppState
from bridgework.kit.core import Id
from bridgework.kit.core.observability import Metrics
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery import (
    CheckedClient,
    HttpFailure,
    HttpResponse,
    HttpTimeout,
    QueueWorker,
)
from bridgework.kit.delivery.outbox import queries as outbox

_log = logging.getLogger("bridgework.webhooks")

PER_WEBHOOK = 4
"""Attempts to one webhook at the same time, in one process."""
_IN_ALL = 500
"""Attempts at the same time, in one process: each has a socket."""
_SHARED = _IN_ALL - policies.MAX_WEBHOOKS
"""Places for second and further attempts to webhooks; the first place of each is its own."""
_ROWS_AT_ONCE = 2_000
"""Deliveries written in one transaction, which holds the write lock of SQLite."""
_SHUTDOWN_SECONDS = 5.0
"""How long a stopping worker waits for responses. Later ones are lost, and sent again."""
_USER_AGENT = "Bridgework-Webhooks"
_PROGRAM = "bridgework webhooks"
_LOST_SECRET = "The secret cannot be decrypted: rotate it."  # noqa: S105 - a message


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of an attempt."""

    status: int | None
    body: str | None
    error: str | None
    is_timeout: bool = False

    @property
    def is_success(self) -> bool:
        return self.error is None

    @property
    def response(self) -> Mapping[str, object]:
        """The response, by column."""
        return {"response_status": self.status, "response_body": self.body}


@dataclass(slots=True)
class WebhookWorker(QueueWorker):
    """Writes and sends the deliveries of webhooks."""

    name = "webhooks"
    poll_seconds = 0.5
    metrics: Metrics
    app_state: AppState
    client: CheckedClient
    _sending: "dict[Future[HttpResponse], StoredDelivery]" = field(default_factory=dict, init=False)
    """The deliveries that are being sent."""
    _hanging: set[Id] = field(default_factory=set, init=False)
    """The webhooks whose last attempt in this process timed out."""

    def step(self) -> int:
        """Write and begin deliveries, and wait shortly for responses."""
        has_more = self._write_batch()
        self._begin_due()
        if self._sending:
            wait(self._sending, 0.0 if has_more else self.poll_seconds, FIRST_COMPLETED)
            self._record_finished()
            return 1
        return has_more

    def drain(self) -> None:
        """Wait for the last responses."""
        wait(self._sending, _SHUTDOWN_SECONDS)
        self._record_finished()

    def close(self) -> None:
        """Cancel what is still being sent. Call it after `run` has ended."""
        self.client.close()

    def work_once(self) -> int:
        """Write the deliveries of new changes, and try each due delivery; returns how many."""
        while self._write_batch():
            continue
        count = self._begin_due()
        while self._sending:
            wait(self._sending, return_when=FIRST_COMPLETED)
            self._record_finished()
        return count

    def _write_batch(self) -> bool:
        """Write the deliveries of some changes. Returns whether there may be more."""
        database, now = self.app_state.database, self.app_state.clock.now()
        with database.reading() as tx:
            position, count = queries.get_position(tx), queries.count(tx)
        limit = max(1, min(100, _ROWS_AT_ONCE // max(1, count)))
        try:
            page = changes.read(database, now, after=position, limit=limit)
        except changes.ChangesExpired:
            _log.warning("changes after %d are not kept any more; webhooks skip them", position)
            page = changes.read(database, now, after=None, limit=limit)
        if page.next_after == position:
            return False
        with database.writing() as tx:
            if queries.lock_position(tx) == position:  # else another process was faster
                writes.add(tx, _new_deliveries(tx, page, now))
                writes.update_position(tx, page.next_after)
        return page.has_more

    def _begin_due(self) -> int:
        """Take due deliveries, as many as the limits allow, and begin to send them."""
        database, now = self.app_state.database, self.app_state.clock.now()
        with database.reading() as tx:  # an idle worker never asks for the write lock
            due = writes.list_with_due(tx, now)
        places, taken = self._free_places(due), list[StoredDelivery]()
        if not places:
            return 0
        with database.writing() as tx:
            for webhook_id, most in places.items():
                taken += writes.queue.take(
                    tx, now, lease=policies.LEASE, most=most, of_webhook=webhook_id
                )
            webhooks = queries.list_by_id(tx, {row.webhook_id for row in taken})
        for row in taken:
            self._sending[self._send(row, webhooks[row.webhook_id], now)] = row
        return len(taken)

    def _free_places(self, due: Sequence[Id]) -> Mapping[Id, int]:
        """Return how many attempts may begin now, for each webhook that has a free place."""
        busy = Counter(row.webhook_id for row in self._sending.values())
        shared = _SHARED - sum(count - 1 for count in busy.values())
        places = {}
        for webhook_id in due:
            own = 0 if busy[webhook_id] else 1
            limit = 1 if webhook_id in self._hanging else PER_WEBHOOK
            further = max(0, min(limit - busy[webhook_id] - own, shared))
            shared -= further
            if own + further:
                places[webhook_id] = own + further
        return places

    def _send(
        self, row: StoredDelivery, webhook: StoredWebhook, now: datetime
    ) -> "Future[HttpResponse]":
        sealed = [webhook.secret]
        if webhook.previous_secret is not None and not queries.has_expired(webhook, now):
            sealed.append(webhook.previous_secret)
        opened = [signatures.decrypt(self.app_state.keyring, each) for each in sealed]
        secrets = [secret for secret in opened if secret is not None]
        if opened[0] is None:
            lost: Future[HttpResponse] = Future()
            lost.set_exception(HttpFailure(_LOST_SECRET))
            return lost
        body = row.payload.encode()
        headers = {
            "content-type": "application/json",
            "user-agent": _USER_AGENT,
            "accept-encoding": "identity",
            **signatures.headers(row.id, body, now, secrets),
        }
        return self.client.post(webhook.url, headers, body)

    def _record_finished(self) -> None:
        """Record the outcomes of all attempts that have ended, in one transaction."""
        finished = {future: row for future, row in self._sending.items() if future.done()}
        if not finished:
            return
        outcomes = [(row, _outcome_of(future)) for future, row in finished.items()]
        with self.app_state.database.writing() as tx:
            # Locked in the order of ids, as everywhere: no delivery is added meanwhile.
            queries.lock_all(tx, {row.webhook_id for row, _ in outcomes})
            accepted = [(row, each.response) for row, each in outcomes if each.is_success]
            writes.mark_succeeded(tx, accepted, self.app_state.clock.now())
            for row, outcome in outcomes:
                if not outcome.is_success:
                    self._record_failure(tx, row, outcome)
        for (row, outcome), future in zip(outcomes, finished, strict=True):
            del self._sending[future]
            change = self._hanging.add if outcome.is_timeout else self._hanging.discard
            change(row.webhook_id)
            self.metrics.webhook_attempt("ok" if outcome.is_success else "failed")
            result = "was accepted" if outcome.is_success else "was not accepted"
            _log.info("delivery %s %s (attempt %d)", row.id, result, row.attempts)

    def _record_failure(self, tx: Tx, row: StoredDelivery, outcome: _Outcome) -> None:
        now, is_gone = self.app_state.clock.now(), outcome.status == policies.GONE
        values = {**outcome.response, "error": outcome.error}
        delay = None if is_gone else policies.BACK_OFF.delay(row.attempts)
        if delay is not None:
            writes.queue.update(tx, row, due_at=now + delay, **values)
            return
        ended = {"status": "failed", "due_at": None, "finished_at": now}
        if writes.queue.update(tx, row, **ended, **values):
            writes.release_next(tx, [(row.webhook_id, row.subject_id)], now)
            self._disable(tx, row.webhook_id, "gone" if is_gone else "failing")

    def _disable(self, tx: Tx, webhook_id: Id, reason: DisabledReason) -> None:
        """Disable a webhook and tell the administrators, unless it is disabled."""
        webhook, now = queries.lock(tx, webhook_id), self.app_state.clock.now()
        if webhook is None or not webhook.enabled:
            return
        values = {"enabled": False, "disabled_reason": reason, "disabled_at": now}
        queries.update(tx, webhook_id, {**values, "updated_at": now})
        host = urlsplit(webhook.url).hostname or ""
        for each in queries.list_administrators(tx):
            message = emails.webhook_disabled(
                each.email, each.id, host, webhook.description, reason
            )
            new = notifications.New("webhook.disabled", each.id, webhook_id, host)
            outbox.add(tx, self.app_state.keyring, notifications.with_page(message, new), now)
            notifications.leave(tx, now, new)
        tx.after_commit(self.app_state.outbox_signal.set)
        keyring = self.app_state.keyring
        audit.note_by_program(tx, keyring, now, "webhook.disable", _PROGRAM, target=webhook_id)


def _new_deliveries(tx: Tx, page: ChangePage, now: datetime) -> Sequence[StoredDelivery]:
    """Return the deliveries of changes. The first of each webhook and subject is due."""
    webhooks = queries.lock_enabled(tx)
    subjects = {change.subject.id for change in page.items}
    waiting = {*writes.list_pending_subjects(tx, subjects)}
    new = []
    for change in page.items:
        for webhook in webhooks:
            if policies.wants(webhook.types, change.type):
                pair = Pair(webhook.id, change.subject.id)
                delivery = payloads.delivery_of(webhook.id, change, now)
                new.append(delivery._replace(due_at=None if pair in waiting else now))
                waiting.add(pair)
    return new


def _outcome_of(future: "Future[HttpResponse]") -> _Outcome:
    try:
        response = future.result()
    except HttpFailure as error:
        return _Outcome(None, None, str(error)[:500], isinstance(error, HttpTimeout))
    except Exception as error:  # noqa: BLE001 - logged; the delivery is sent again
        _log.exception("a delivery failed unexpectedly")
        return _Outcome(None, None, type(error).__name__)
    fault = None
    if not 200 <= response.status < 300:
        fault = f"The receiver responded with the status {response.status}."
        if 300 <= response.status < 400:
            fault += " Redirects are not followed."
    # PostgreSQL does not store NUL in text.
    body = response.excerpt.decode(errors="replace").replace("\x00", "\ufffd")
    return _Outcome(response.status, body, fault)
