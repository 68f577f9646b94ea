"""The services of the application (`AppState`) and the context of a request (`Context`)."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import ParamSpec

from bridgework.kit.access_tokens import AccessTokens
from bridgework.kit.api_docs.api_docs import ApiDocs
from bridgework.kit.api_keys import ApiKeys
from bridgework.kit.auth import ANONYMOUS, Caller
from bridgework.kit.captcha.verifier import CaptchaVerifier
from bridgework.kit.clock import Clock
from bridgework.kit.db.cache_versions import DataVersion
from bridgework.kit.db.database import Database
from bridgework.kit.db.transaction import Transaction, Tx
from bridgework.kit.ended_sessions import EndedSessions
from bridgework.kit.errors import PreconditionFailed
from bridgework.kit.event_streams import EventStreams
from bridgework.kit.http import etags
from bridgework.kit.http.options import HttpOptions
from bridgework.kit.ids import Id
from bridgework.kit.integrations import Integrations
from bridgework.kit.keyring import Keyring
from bridgework.kit.last_seen import LastSeen
from bridgework.kit.measured_gauges import MeasuredGauges
from bridgework.kit.metrics import Metrics
from bridgework.kit.outbox import queries as outbox
from bridgework.kit.outbox.email import Email
from bridgework.kit.pagination.count_cache import CountCache
from bridgework.kit.passwords import Passwords
from bridgework.kit.rate_limit.limiter import RateLimiter
from bridgework.kit.static_files import StaticSite
from bridgework.kit.storage.check import StorageCheck
from bridgework.kit.storage.storage import Storage
from bridgework.settings import Settings

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class AppState:
    """The services of the application, created once per process."""

    settings: Settings
    http_options: HttpOptions
    clock: Clock
    database: Database
    keyring: Keyring
    tokens: AccessTokens
    passwords: Passwords
    outbox_signal: threading.Event
    """Wakes the workers of this process that send e-mails."""
    api_docs: ApiDocs
    console: StaticSite | None
    """The console of administrators; None if it is not served."""
    api_keys: ApiKeys
    last_seen: LastSeen
    captcha: CaptchaVerifier
    storage: Storage
    storage_check: StorageCheck
    rate_limiter: RateLimiter
    admin_rate_limiter: RateLimiter
    """Counts the requests of sessions created by the administrator login."""
    ended_sessions: EndedSessions
    event_streams: EventStreams
    metrics: Metrics
    gauges: MeasuredGauges
    count_cache: CountCache
    integrations: Integrations


@dataclass(slots=True)
class Context:
    """Everything a handler needs to know about the current request."""

    app: AppState
    now: datetime
    request_id: str
    address: str
    """The address of the client, as reported by trusted proxies."""
    user_agent: str
    marks: Sequence[str] = ()
    """Digests that identify the request by its idempotency key, newest secret first. A row that
    stores one is found when the request is repeated. Empty without a key."""
    if_match: str | None = None
    """The header `If-Match`: the versions that may be changed. None if it was not sent."""
    device_token: str = ""
    """The header `X-Device-Token`; empty if it was not sent."""
    last_event_id: str = ""
    """The header `Last-Event-ID`; empty if it was not sent."""
    data_version: DataVersion | None = None
    """The data version of a cacheable response, which was read before any row."""
    cache_subject: Id | None = None
    """The member of the topic that the response is about; None for a list."""
    cache_expires_at: datetime | None = None
    """The time at which the response changes without a write."""
    caller: Caller = ANONYMOUS
    _tx: Tx | None = field(default=None, repr=False)

    @property
    def tx(self) -> Tx:
        """The open transaction."""
        if self._tx is None:
            raise LookupError("no transaction is open: a handler with pool= opens it")
        return self._tx

    @contextmanager
    def within(self, transaction: Transaction) -> Iterator[Tx]:
        """Use `transaction` for the request until the block ends."""
        if self._tx is not None:
            raise LookupError("a transaction is already open: transactions do not nest")
        try:
            with transaction as tx:
                self._tx = tx
                yield tx
        finally:
            self._tx = None

    def read_transaction(self) -> AbstractContextManager[Tx]:
        """Open a read-only transaction, in a handler with `pool=`."""
        return self.within(self.app.database.reading())

    def write_transaction(self) -> AbstractContextManager[Tx]:
        """Open a short write transaction, in a handler with `pool=`."""
        return self.within(self.app.database.writing())

    def check_if_match(self, version: int) -> None:
        """Raise PreconditionFailed if `If-Match` does not allow a change of this version.

        Call it with the row locked, or before an UPDATE `WHERE version = …`, so that only one of
        two callers who have read the same version can change it.
        """
        if self.if_match is not None and not etags.allows_change(self.if_match, version):
            raise PreconditionFailed

    def enqueue_email(
        self,
        email: Callable[Arguments, Email],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Id:
        """Add an e-mail to the outbox. It is sent if and only if this transaction commits.

        Returns the e-mail's id.
        """
        email_id = outbox.add(self.tx, self.app.keyring, email(*arguments, **named), self.now)
        self.tx.after_commit(self.app.outbox_signal.set)
        return email_id

    def enqueue_emails(self, emails: Sequence[Email]) -> Sequence[Email]:
        """Add many e-mails except those unsubscribed from, and return the added ones."""
        added = outbox.add_many(self.tx, self.app.keyring, emails, self.now)
        self.tx.after_commit(self.app.outbox_signal.set)
        return added
