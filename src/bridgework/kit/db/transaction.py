"""One call, one transaction: the object that owns a connection while a call runs.

SQLAlchemy's own begin and commit cost a third of a small request, and after a failed COMMIT it
forgets a driver that still holds SQLite's write lock. So its connections stay in AUTOCOMMIT for
ever, and BEGIN, COMMIT and ROLLBACK are sent raw, here and nowhere else.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import sqlalchemy as sa

from bridgework.kit import log_redaction
from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.db.prepared import Prepared
from bridgework.kit.errors import ApiError, DatabaseReadOnly, DatabaseUnavailable, NoRoomLeft

_log = logging.getLogger("bridgework.database")

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Statement = sa.Executable | Prepared


class NotOnLoop(Exception):
    """Signals that the call must be run again from its start, in a thread."""


class Tx:
    """What a call may do with the database: execute, and nothing about beginning or ending.

    It begins at its first statement, so a call that refuses its body never touches the database.
    """

    __slots__ = ("_after_commit", "_before_commit", "_lease", "_source")

    def __init__(self, source: ConnectionSource) -> None:
        self._source = source
        self._lease: ConnectionLease | None = None
        self._before_commit: dict[str, Callable[[], object]] = {}
        self._after_commit: list[Callable[[], None]] = []

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`, for the few statements that differ."""
        return self._source.dialect

    def leave_loop(self) -> None:
        """Raise NotOnLoop if this transaction runs on the event loop: what follows takes long."""
        if self._source.on_loop:
            raise NotOnLoop

    def execute(
        self, statement: sa.Executable, parameters: Parameters | None = None
    ) -> sa.CursorResult[Any]:
        """Run one statement. Raises whichever kind of Unavailable the case may be."""
        result: sa.CursorResult[Any] = self._run(statement, parameters)
        return result

    def _run(self, statement: Statement, parameters: Parameters | None) -> Any:
        """What came of a statement: of a prepared one its rows, else SQLAlchemy's result."""
        if self._lease is None:
            return self._first(statement, parameters)
        try:
            return _run_on(self._lease, statement, parameters)
        except sa.exc.DBAPIError as error:
            self._tell(error)
            raise

    def _tell(self, error: BaseException) -> None:
        """Raise the problem that callers are told of in place of the driver's error, if any is."""
        instead = self._source.translate_error(error)
        if instead is None and self._source.is_disconnect(error):
            instead = DatabaseUnavailable()
        if isinstance(instead, DatabaseReadOnly | NoRoomLeft):
            _log.warning("the database takes no changes: %s", log_redaction.format_error(error))
        if isinstance(instead, ApiError):
            raise instead from error

    def rows(
        self, statement: Statement, parameters: Parameters | None = None
    ) -> Sequence[sa.Row[Any]]:
        """All rows."""
        found = self._run(statement, parameters)
        rows: Sequence[sa.Row[Any]] = found if isinstance(found, list) else found.all()
        return rows

    def write(self, statement: Prepared, parameters: Parameters) -> None:
        """Run a statement that returns nothing, with each of the parameters if they are several."""
        self._run(statement, parameters)

    def row(self, statement: Statement, parameters: Parameters | None = None) -> sa.Row[Any] | None:
        """The only row, or None. Two are a defect and raise."""
        found = self._run(statement, parameters)
        row: sa.Row[Any] | None
        row = _only(found) if isinstance(found, list) else found.one_or_none()
        return row

    def one(self, statement: Statement, parameters: Parameters | None = None) -> sa.Row[Any]:
        """The only row. None is a defect and raises, as two are."""
        row = self.row(statement, parameters)
        if row is None:
            raise sa.exc.NoResultFound("No row was found when one was required")
        return row

    def value(self, statement: Statement, parameters: Parameters | None = None) -> Any:
        """The only column of the only row, or None."""
        found = self._run(statement, parameters)
        if not isinstance(found, list):
            return found.scalar_one_or_none()
        row = _only(found)
        return None if row is None else row[0]

    def values(self, statement: Statement, parameters: Parameters | None = None) -> Sequence[Any]:
        """The only column of all rows."""
        found = self._run(statement, parameters)
        told: Sequence[Any]
        told = [row[0] for row in found] if isinstance(found, list) else found.scalars().all()
        return told

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Undo what is inside if it raises, and nothing more.

        PostgreSQL refuses every statement after one that failed, SQLite goes on; a statement
        whose failure is expected stands in a savepoint, so that both do the same.
        """
        self.execute(_SAVEPOINT)
        try:
            yield
        except (DatabaseUnavailable, NoRoomLeft):
            raise  # the transaction is lost as a whole: there is nothing to go back to
        except BaseException:
            self.execute(_ROLLBACK_TO)
            self.execute(_RELEASE)
            raise
        self.execute(_RELEASE)

    def before_commit(self, name: str, act: Callable[[], object]) -> None:
        """Have `act` done as the last of this transaction, once for a name, in the names' order.

        For a row that many write: it is locked for as short as can be, after whatever else is.
        """
        self._before_commit[name] = act

    def after_commit(self, act: Callable[[], None]) -> None:
        """Have `act` done once the transaction stands, and never if it does not."""
        self._after_commit.append(act)

    def _first(self, statement: Statement, parameters: Parameters | None) -> Any:
        try:
            return self._attempt(statement, parameters)
        except Exception as error:
            if not self._source.is_disconnect(error):
                self._tell(error)
                raise
        # The server went away while the connection lay idle. Nothing was done yet: once more.
        try:
            return self._attempt(statement, parameters)
        except Exception as error:
            self._tell(error)
            raise

    def _attempt(self, statement: Statement, parameters: Parameters | None) -> Any:
        """Begin and run the first statement; if either fails for want of a lock, undo both."""
        source = self._source
        lease = source.lease()
        try:
            source.begin(lease)
        except BaseException as error:
            source.give_back(lease, broken=source.is_disconnect(error))
            raise
        self._lease = lease
        try:
            return _run_on(lease, statement, parameters)
        except Exception as error:
            instead = source.translate_error(error)
            if instead is None and not source.is_disconnect(error):
                raise
            self._roll_back()
            if isinstance(instead, NotOnLoop):
                raise instead from None
            raise

    def _commit(self) -> None:
        if self._lease is not None:
            try:
                for name in sorted(self._before_commit):
                    self._before_commit[name]()
                self._source.end(self._lease, "COMMIT")
            except BaseException as error:
                # The driver may still be inside: left so, it would hold the write lock for ever.
                self._roll_back()
                self._tell(error)
                raise
            self._let_go(broken=False)
        self._source.run_after_commit(self._after_commit)

    def _roll_back(self) -> None:
        if self._lease is None:
            return
        undone = False
        try:
            undone = roll_back(self._source, self._lease)
        finally:
            self._let_go(broken=not undone)

    def _let_go(self, *, broken: bool) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            self._source.give_back(lease, broken=broken)


def roll_back(source: ConnectionSource, lease: ConnectionLease) -> bool:
    """Roll back what is on a lease; False where that failed and its connection is good no more."""
    try:
        source.end(lease, "ROLLBACK")
    except Exception as error:  # noqa: BLE001 - what brought us here is the error to tell
        told = log_redaction.format_error(error)
        _log.warning("a rollback failed, its connection is thrown away: %s", told)
        return False
    return True


def _run_on(lease: ConnectionLease, statement: Statement, parameters: Parameters | None) -> Any:
    if not isinstance(statement, Prepared):
        return lease.connection.execute(statement, parameters)
    if isinstance(parameters, Sequence):
        return statement.each(lease.connection, lease.driver, parameters)
    return statement.rows(lease.connection, lease.driver, parameters or {})


def _only(rows: Sequence[Any]) -> Any:
    if len(rows) > 1:
        raise sa.exc.MultipleResultsFound("Multiple rows were found when one or none was required")
    return rows[0] if rows else None


_SAVEPOINT = sa.text("SAVEPOINT expected")
_ROLLBACK_TO = sa.text("ROLLBACK TO SAVEPOINT expected")
_RELEASE = sa.text("RELEASE SAVEPOINT expected")


class Transaction:
    """Opens a Tx and ends it: commits when the block ends well, else rolls back.

    An ApiError whose class says `commits` ends well as far as the database is concerned.
    """

    __slots__ = ("_tx",)

    def __init__(self, source: ConnectionSource) -> None:
        self._tx = Tx(source)

    def __enter__(self) -> Tx:
        return self._tx

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None or (isinstance(error, ApiError) and error.commits):
            self._tx._commit()
        else:
            self._tx._roll_back()
