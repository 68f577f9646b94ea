"""What actions need: the services, the time, the caller, and the transaction (`Context`).

An action never sees the request. What it needs of it, such as the expected version, is an argument.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from bridgework.kit.core import Clock, Id
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.delivery.outbox import Email
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.security import ANONYMOUS, Caller, Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The services that every context needs, created once per process."""

    clock: Clock
    database: Database
    keyring: Keyring
    outbox_signal: threading.Event
    """Wakes the workers of this process that send e-mails."""


StateT_co = TypeVar("StateT_co", bound=State, covariant=True)


@dataclass(frozen=True, slots=True)
class Client:
    """The program that asks for something, as the audit log keeps it. Empty if unknown."""

    address: str = ""
    """The IP address, as reported by trusted proxies."""
    user_agent: str = ""


CheckVersion = Callable[[int], None]
"""Raises PreconditionFailed unless the caller allows a change of the row in this version.

Call it with the row locked, or before an UPDATE `WHERE version = …`, so that only one of two
callers who have read the same version can change it.
"""


def any_version(_: int) -> None:
    """Accept every version, as a request without If-Match does. A CheckVersion."""


@dataclass(slots=True)
class Context(Generic[StateT_co]):
    """Everything that an action needs to know about who acts, when, and in which transaction."""

    app: StateT_co
    now: datetime
    request_id: str
    """The ID of the request, or of the work in the background, as in the logs."""
    client: Client = Client()
    marks: Sequence[str] = ()
    """Digests that identify the act by its idempotency key, newest secret first. A row that
    stores one is found when the act is repeated. Empty without a key."""
    caller: Caller = ANONYMOUS
    _tx: Tx | None = field(default=None, repr=False)

    @property
    def tx(self) -> Tx:
        """The open transaction."""
        if self._tx is None:
            raise LookupError("no transaction is open: a handler with pool= opens it")
        return self._tx

    @contextmanager
    def within(self, transaction: AbstractContextManager[Tx]) -> Iterator[Tx]:
        """Use `transaction` until the block ends."""
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

    def enqueue_email(self, email: Email) -> Id:
        """Add an e-mail to the outbox. It is sent if and only if this transaction commits.

        Returns the e-mail's id.
        """
        email_id = outbox.add(self.tx, self.app.keyring, email, self.now)
        self.tx.after_commit(self.app.outbox_signal.set)
        return email_id

    def enqueue_emails(self, emails: Sequence[Email]) -> Sequence[Email]:
        """Add many e-mails except those unsubscribed from, and return the added ones."""
        added = outbox.add_many(self.tx, self.app.keyring, emails, self.now)
        self.tx.after_commit(self.app.outbox_signal.set)
        return added
