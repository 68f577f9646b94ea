"""The transaction of a request: the object that owns a connection while the request runs.

SQLAlchemy's own begin and commit cost a third of a small request, and after a failed COMMIT it
loses track of a driver that still holds SQLite's write lock. So its connections stay in AUTOCOMMIT,
and BEGIN, COMMIT and ROLLBACK are sent by the source of the connection.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from bridgework.kit import log_redaction
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.errors import ApiError, DatabaseReadOnly, DatabaseUnavailable, NoRoomLeft

_log = logging.getLogger("bridgework.database")

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Statement = sa.Executable | CompiledStatement


class RetryInThread(Exception):
    """Signals that the read must be run again from its start in a worker thread."""


class Tx:
    """Executes statements; it can neither begin nor end the transaction.

    The transaction begins with the first statement, so a request that is refused before that never
    touches the database.
    """

    __slots__ = ("_transaction",)

    def __init__(self, transaction: "Transaction") -> None:
        self._transaction = transaction

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`, for the few statements that differ."""
        return self._transaction.source.dialect

    def move_to_thread(self) -> None:
        """Raise RetryInThread if this runs on the event loop; for what may take long."""
        if self._transaction.source.on_loop:
            raise RetryInThread

    def execute(
        self, statement: sa.Executable, parameters: Parameters | None = None
    ) -> sa.CursorResult[Any]:
        """Execute a statement, once for each of the parameters if they are a sequence.

        Raises DatabaseBusy, DatabaseReadOnly, DatabaseUnavailable or NoRoomLeft.
        """
        result: sa.CursorResult[Any] = self._transaction.run(statement, parameters)
        return result

    def rows(
        self, statement: Statement, parameters: Parameters | None = None
    ) -> Sequence[sa.Row[Any]]:
        found = self._transaction.run(statement, parameters)
        rows: Sequence[sa.Row[Any]] = found if isinstance(found, list) else found.all()
        return rows

    def row(self, statement: Statement, parameters: Parameters | None = None) -> sa.Row[Any] | None:
        """The only row, or None. Raises MultipleResultsFound if there are several."""
        rows = self.rows(statement, parameters)
        if len(rows) > 1:
            raise sa.exc.MultipleResultsFound("one row or none was expected, several were found")
        return rows[0] if rows else None

    def one(self, statement: Statement, parameters: Parameters | None = None) -> sa.Row[Any]:
        """The only row. Raises NoResultFound or MultipleResultsFound."""
        row = self.row(statement, parameters)
        if row is None:
            raise sa.exc.NoResultFound("a row was expected, none was found")
        return row

    def value(self, statement: Statement, parameters: Parameters | None = None) -> Any:
        """The first column of the only row, or None."""
        row = self.row(statement, parameters)
        return None if row is None else row[0]

    def values(self, statement: Statement, parameters: Parameters | None = None) -> Sequence[Any]:
        """The first column of all rows."""
        return [row[0] for row in self.rows(statement, parameters)]

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Undo what the block did if it raises.

        PostgreSQL refuses every statement after a failed one and SQLite does not. A statement that
        may fail is executed in a savepoint, so that both do the same.
        """
        self.execute(_SAVEPOINT)
        try:
            yield
        except (DatabaseUnavailable, NoRoomLeft):
            raise  # the whole transaction is lost, and with it the savepoint
        except BaseException:
            self.execute(_ROLLBACK_TO)
            self.execute(_RELEASE)
            raise
        self.execute(_RELEASE)

    def before_commit(self, name: str, act: Callable[[], object]) -> None:
        """Call `act` before the commit, once for each name, in the order of the names.

        For a row that many transactions write: it is locked as late as possible, and after all
        other rows.
        """
        self._transaction.before_commit[name] = act

    def after_commit(self, act: Callable[[], None]) -> None:
        """Call `act` after the commit, and never if the transaction is rolled back."""
        self._transaction.after_commit.append(act)


class Transaction:
    """Opens a Tx and ends it: commits if the block ends without an error, else rolls back.

    An ApiError whose class says `commits` is committed too.
    """

    __slots__ = ("_lease", "after_commit", "before_commit", "source")

    def __init__(self, source: ConnectionSource, lease: ConnectionLease | None = None) -> None:
        """`lease` is a connection on which the caller has begun the transaction, and ends it."""
        self.source = source
        self.before_commit: dict[str, Callable[[], object]] = {}
        self.after_commit: list[Callable[[], None]] = []
        self._lease = lease

    def __enter__(self) -> Tx:
        return Tx(self)

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if error is None or (isinstance(error, ApiError) and error.commits):
            self.commit()
        else:
            self.roll_back()

    def run(self, statement: Statement, parameters: Parameters | None) -> Any:
        """The rows of a compiled statement, or SQLAlchemy's result of another one."""
        try:
            if self._lease is not None:
                return _run_on(self._lease, statement, parameters)
            try:
                return _run_on(self.begun(), statement, parameters)
            except Exception as error:
                if not self.source.is_disconnect(error):
                    raise
            # The server closed the connection while it was idle, and nothing was executed yet.
            self.roll_back()
            return _run_on(self.begun(), statement, parameters)
        except Exception as error:
            self._raise_translated(error)
            raise

    def begun(self) -> ConnectionLease:
        """The connection, on which the transaction begins if it has not begun yet."""
        if self._lease is None:
            lease = self.source.lease()
            try:
                self.source.begin(lease)
            except BaseException as error:
                self.source.give_back(lease, broken=self.source.is_disconnect(error))
                raise
            self._lease = lease
        return self._lease

    def commit(self) -> None:
        """Commit; the transaction is rolled back if that fails."""
        if self._lease is not None:
            try:
                for name in sorted(self.before_commit):
                    self.before_commit[name]()
                self.source.end(self._lease, "COMMIT")
            except BaseException as error:
                # After a failed COMMIT the driver may still hold the write lock.
                self.roll_back()
                self._raise_translated(error)
                raise
            self._give_back(broken=False)
        self.source.run_after_commit(self.after_commit)

    def roll_back(self) -> None:
        """Roll back. A connection that can't even do that is closed."""
        if self._lease is None:
            return
        rolled_back = False
        try:
            self.source.end(self._lease, "ROLLBACK")
            rolled_back = True
        except Exception as error:  # noqa: BLE001 - the error that led here is raised
            _log.warning(
                "a rollback failed, its connection is closed: %s", log_redaction.format_error(error)
            )
        finally:
            self._give_back(broken=not rolled_back)

    def _give_back(self, *, broken: bool) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            self.source.give_back(lease, broken=broken)

    def _raise_translated(self, error: BaseException) -> None:
        """Raise what stands for a driver's error, if anything; logs a full disk."""
        problem = self.source.translate_error(error)
        if isinstance(problem, DatabaseReadOnly | NoRoomLeft):
            _log.warning("the database takes no changes: %s", log_redaction.format_error(error))
        if problem is not None:
            raise problem from error


def tx_on(connection: sa.Connection) -> Tx:
    """Statements in a transaction that the caller begins and ends, such as a backup's."""
    return Tx(Transaction(ConnectionSource(connection.engine), ConnectionLease(connection)))


def _run_on(lease: ConnectionLease, statement: Statement, parameters: Parameters | None) -> Any:
    if not isinstance(statement, CompiledStatement):
        return lease.connection.execute(statement, parameters)
    if isinstance(parameters, Sequence):
        raise TypeError("a compiled statement takes the parameters of one execution")
    return statement.rows(lease.connection, lease.driver, parameters or {})


_SAVEPOINT = sa.text("SAVEPOINT expected")
_ROLLBACK_TO = sa.text("ROLLBACK TO SAVEPOINT expected")
_RELEASE = sa.text("RELEASE SAVEPOINT expected")
