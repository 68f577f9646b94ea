"""Where transactions get their connections from: what each kind of engine has to offer them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Lease:
    """A connection while it is one transaction's: SQLAlchemy's, and the driver's beneath it."""

    connection: sa.Connection
    driver: Any


class Source(Protocol):
    """Where transactions get their connections and how they begin: one per kind of engine."""

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        ...

    @property
    def on_loop(self) -> bool:
        """Whether its transactions run on the event loop, where nothing may take long."""
        ...

    def lease(self) -> Lease:
        """A connection, this transaction's until it is given back."""
        ...

    def begin(self, lease: Lease) -> None:
        """Send what begins the transaction. Raises LockTaken or DatabaseBusy."""
        ...

    def end(self, lease: Lease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """Send `word` if there is something to end, and let go of what `begin` took."""
        ...

    def follow(self, acts: Sequence[Callable[[], None]]) -> None:
        """Do what follows a commit, now that there was one."""
        ...

    def give_back(self, lease: Lease, *, broken: bool) -> None:
        """Take the connection back; a broken one is thrown away."""
        ...

    def refusal(self, error: BaseException) -> Exception | None:
        """What to raise instead: a lock is held, no change is taken, no room is left. Else None."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Whether `error` says that the connection to the server is gone."""
        ...
