"""Several transactions that SQLite commits as one.

A commit writes every page that was touched into the log, and the writes of one moment mostly touch
the same ones. So those of several calls go into one transaction, each as a savepoint of its own:
what one of them rolls back is its own alone, and none of them stands before all do.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Literal

from bridgework.kit import traces
from bridgework.kit.db.source import Lease, Source
from bridgework.kit.db.transaction import NotOnLoop, Transaction, undo
from bridgework.kit.problems import DatabaseUnavailable

_log = logging.getLogger("bridgework.database")


class Group:
    """A source of transactions that end when the group does; to be used by one thread.

    Whoever can't begin in it, since the lock is taken or all was lost, is told so by NotOnLoop, but
    for the first one, who is told why.
    """

    __slots__ = ("_follows", "_lease", "_source", "_whole", "dialect", "lost", "on_loop", "refusal")

    def __init__(self, source: Source) -> None:
        """`source` is where the one transaction comes from that is sent to the database."""
        self._source = source
        self._lease: Lease | None = None
        self._whole = True
        self._follows: list[Callable[[], None]] = []
        self.dialect = source.dialect
        self.on_loop = source.on_loop
        self.refusal = source.refusal
        self.lost = source.lost

    def writing(self) -> Transaction:
        """One more transaction: its commit is a promise, which `commit` keeps or breaks."""
        return Transaction(self)

    def commit(self) -> bool:
        """Commit what its transactions have left, and do what follows; else nothing of it stands.

        Whoever is told False may run them once more, each on its own: what one of them has broken,
        or a disk without room, is no fault of the others.
        """
        lease, self._lease = self._lease, None
        if lease is not None and not self._ended(lease):
            return False
        for act in self._follows:
            try:
                act()
            except Exception:  # noqa: BLE001 - what stands is not to be told as if it didn't
                _log.exception("what follows a commit broke")
        return True

    # --- what a transaction asks of its source --------------------------------------------------

    def lease(self) -> Lease:
        """The one connection of the group."""
        return self._lease or self._source.lease()

    def begin(self, lease: Lease) -> None:
        """Begin a savepoint, and the transaction around it with the first one."""
        if not self._whole:
            raise NotOnLoop  # nothing more can be kept here
        if self._lease is None:
            try:
                self._source.begin(lease)
            except Exception:
                self._whole = False  # nobody of the group waits a second time for what is taken
                raise
            self._lease = lease
        lease.driver.execute("SAVEPOINT member")

    def end(self, lease: Lease, word: Literal["COMMIT", "ROLLBACK"]) -> None:
        """Keep or undo what came since `begin`. Raises DatabaseUnavailable if all is lost."""
        if not lease.driver.in_transaction:
            # A full or a faulty disk: SQLite has rolled the whole transaction back.
            self._whole = False
            raise DatabaseUnavailable
        if word == "ROLLBACK":
            lease.driver.execute("ROLLBACK TO member")
        lease.driver.execute("RELEASE member")

    def follow(self, acts: Sequence[Callable[[], None]]) -> None:
        """Keep in mind what is to be done once all of it stands."""
        self._follows += acts

    def give_back(self, lease: Lease, *, broken: bool) -> None:
        """Note whether the connection is still good: it goes back when the group ends."""
        if self._lease is None:
            self._source.give_back(lease, broken=broken)
        elif broken:
            self._whole = False

    def _ended(self, lease: Lease) -> bool:
        if self._whole:
            try:
                self._source.end(lease, "COMMIT")
            except Exception as error:  # noqa: BLE001 - each may be run again, and told its own
                told = traces.told(error)
                _log.warning("a group of transactions was undone, each runs again: %s", told)
            else:
                self._source.give_back(lease, broken=False)
                return True
        self._roll_back(lease)
        return False

    def _roll_back(self, lease: Lease) -> None:
        undone = False
        try:
            undone = undo(self._source, lease)
        finally:
            self._source.give_back(lease, broken=not (undone and self._whole))
