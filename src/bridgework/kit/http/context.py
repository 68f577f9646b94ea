"""The services of the application, and what a handler knows about its request."""

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
from bridgework.kit.http import etags
from bridgework.kit.ids import Id
from bridgework.kit.integrations import Integrations
from bridgework.kit.keyring import Keyring
from bridgework.kit.last_seen import LastSeen
from bridgework.kit.metrics import Metrics
from bridgework.kit.outbox import queries as outbox
from bridgework.kit.outbox.email import Email
from bridgework.kit.pagination.count_cache import CountCache
from bridgework.kit.passwords import Passwords
from bridgework.kit.rate_limit.limiter import RateLimiter
from bridgework.kit.storage.storage import Storage
from bridgework.settings import Settings

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class AppState:
    """The services of one running server, wired once."""

    settings: Settings
    clock: Clock
    database: Database
    keyring: Keyring
    tokens: AccessTokens
    passwords: Passwords
    outbox_signal: threading.Event
    """Wakes the outbox worker of this process."""
    api_docs: ApiDocs
    api_keys: ApiKeys
    last_seen: LastSeen
    captcha: CaptchaVerifier
    storage: Storage
    rate_limiter: RateLimiter
    admin_rate_limiter: RateLimiter
    """Counts the requests of sessions that the administrator login made."""
    ended_sessions: EndedSessions
    metrics: Metrics
    count_cache: CountCache
    integrations: Integrations


@dataclass(slots=True)
class Context:
    """Everything a handler needs to know about the current request."""

    app: AppState
    now: datetime
    request_id: str
    address: str
    """The address of the client, as far as trusted proxies report it."""
    user_agent: str
    marks: Sequence[str] = ()
    """Digests that identify the request under its key, the newest secret's first. A row that stores
    one is found when the request is sent again. Empty without a key."""
    if_match: str | None = None
    """The header `If-Match`, None if it was not sent: the versions that may be changed."""
    data_version: DataVersion | None = None
    """The version of a public read whose response may be cached; read before any row."""
    cache_subject: Id | None = None
    """The one member of the topic that the response is about; None for a list."""
    cache_expires_at: datetime | None = None
    """When the response changes without a write."""
    caller: Caller = ANONYMOUS
    _tx: Tx | None = field(default=None, repr=False)

    @property
    def tx(self) -> Tx:
        """The open transaction."""
        if self._tx is None:
            raise LookupError("no transaction is open: with run_in_thread=True a handler opens it")
        return self._tx

    @contextmanager
    def within(self, transaction: Transaction) -> Iterator[Tx]:
        """Use `transaction` for the request until the block ends."""
        if self._tx is not None:
            raise LookupError("a transaction is open already: they don't nest")
        try:
            with transaction as tx:
                self._tx = tx
                yield tx
        finally:
            self._tx = None

    def read_transaction(self) -> AbstractContextManager[Tx]:
        """Open a transaction that only reads; for handlers with `run_in_thread=True`."""
        return self.within(self.app.database.reading())

    def write_transaction(self) -> AbstractContextManager[Tx]:
        """Open a short transaction that may write; for handlers with `run_in_thread=True`."""
        return self.within(self.app.database.writing())

    def check_if_match(self, version: int) -> None:
        """Raise PreconditionFailed if the caller wants another version changed than this one.

        Asked with the row locked, or else before a change `WHERE version = …`: of two callers
        who have read the same version, one may change it.
        """
        if self.if_match is not None and not etags.allows_change(self.if_match, version):
            raise PreconditionFailed

    def enqueue_email(
        self,
        email: Callable[Arguments, Email],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Id:
        """Add an e-mail to the outbox: it is sent if, and only if, this transaction commits.

        Returns the e-mail's id.
        """
        email_id = outbox.add(self.tx, self.app.keyring, email(*arguments, **named), self.now)
        self.tx.after_commit(self.app.outbox_signal.set)
        return email_id

    def enqueue_emails(self, emails: Sequence[Email]) -> Sequence[Email]:
        """Add many e-mails at once, except those unsubscribed from; returns the added ones."""
        added = outbox.add_many(self.tx, self.app.keyring, emails, self.now)
        self.tx.after_commit(self.app.outbox_signal.set)
        return added
