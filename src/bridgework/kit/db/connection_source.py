"""Where transactions get their connections: what each database provides."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class ConnectionLease:
    """A connection while one transaction uses it: SQLAlchemy's and, below it, the driver's."""

    connection: sa.Connection
    driver: Any

    @classmethod
    def of(cls, connection: sa.Connection) -> "ConnectionLease":
        """A lease of this connection."""
        return cls(connection, connection.connection.dbapi_connection)


class ConnectionSource(ABC):
    """The base of all sources."""

    dialect = ""
    """`sqlite` or `postgresql`."""
    on_loop = False
    """Whether its transactions run on the event loop."""

    @abstractmethod
    def lease(self) -> ConnectionLease:
        """A connection that belongs to the transaction until it is given back."""

    @abstractmethod
    def begin(self, lease: ConnectionLease) -> None:
        """Begin a transaction. Raises DatabaseBusy if a lock can't be had."""

    @abstractmethod
    def end(self, lease: ConnectionLease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """End the transaction, and release what `begin` locked."""

    def run_after_commit(self, acts: Sequence[Callable[[], None]]) -> None:
        """Call these after the commit."""
        for act in acts:
            act()

    @abstractmethod
    def give_back(self, lease: ConnectionLease, *, broken: bool) -> None:
        """Take the connection back; a broken one is closed."""

    def translate_error(self, error: BaseException) -> Exception | None:
        """The problem to raise in place of the driver's error, if there is one."""
        del error
        return None

    def is_disconnect(self, error: BaseException) -> bool:
        """Whether `error` says that the connection is lost."""
        del error
        return False
