"""Transactions.

The begin and commit of SQLAlchemy take a third of the time of a small request, and after a failed
COMMIT it does not roll back a driver that still holds the write lock of SQLite. Therefore its
connections are in AUTOCOMMIT, and the connection source sends BEGIN, COMMIT and ROLLBACK.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.kit.core import (
    ApiError,
    DatabaseDamaged,
    DatabaseReadOnly,
    DatabaseUnavailable,
    NoRoomLeft,
    outages,
)
from bridgework.kit.core.observability import log_redaction
from bridgework.kit.data.db.compiled import CompiledStatement
from bridgework.kit.data.db.engines.connection_source import ConnectionLease, ConnectionSource
from bridgework.kit.data.db.records import Reader, reader_of

_log = logging.getLogger("bridgework.database")

R = TypeVar("R")
Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Statement = sa.Executable | CompiledStatement


class RetryInThread(Exception):
    """Signals that the read must be run again from its start in a worker thread."""


class Tx:
    """Executes statements. It cannot begin or end the transaction.

    The transaction begins with the first statement, so a request that is refused before it does not
    use the database.
    """

    __slots__ = ("_transaction",)

    def __init__(self, transaction: "Transaction") -> None:
        self._transaction = transaction

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`, for statements that differ."""
        return self._transaction.source.dialect

    def move_to_thread(self) -> None:
        """Raise RetryInThread on the event loop. Call it before a read that may take long."""
        if self._transaction.source.on_loop:
            raise RetryInThread

    def execute(
        self, statement: sa.Executable, parameters: Parameters | None = None
    ) -> sa.CursorResult[Any]:
        """Execute a statement, once for each of the parameters if they are a sequence.

        Raises DatabaseBusy, DatabaseDamaged, DatabaseReadOnly, DatabaseUnavailable or NoRoomLeft.
        """
        result: sa.CursorResult[Any] = self._transaction.run(statement, parameters)
        return result

    def rows(
        self, statement: Statement, parameters: Parameters | None = None
    ) -> Sequence[sa.Row[Any]]:
        result = self._transaction.run(statement, parameters)
        rows: Sequence[sa.Row[Any]] = result if isinstance(result, list) else result.all()
        return rows

    def row(self, statement: Statement, parameters: Parameters | None = None) -> sa.Row[Any] | None:
        """Return the only row, or None. Raises MultipleResultsFound for several rows."""
        rows = self.rows(statement, parameters)
        if len(rows) > 1:
            raise sa.exc.MultipleResultsFound("expected at most one row, got several")
        return rows[0] if rows else None

    def one(self, statement: Statement, parameters: Parameters | None = None) -> sa.Row[Any]:
        """Return the only row. Raises NoResultFound or MultipleResultsFound."""
        row = self.row(statement, parameters)
        if row is None:
            raise sa.exc.NoResultFound("expected a row, got none")
        return row

    def records(
        self,
        record: type[R] | Reader[R],
        statement: Statement,
        parameters: Parameters | None = None,
    ) -> list[R]:
        """Return all rows as records. Raises TypeError if their columns are others."""
        reader = record if isinstance(record, Reader) else reader_of(record)
        return reader.read(self.rows(statement, parameters))

    def record(
        self,
        record: type[R] | Reader[R],
        statement: Statement,
        parameters: Parameters | None = None,
    ) -> R | None:
        """Return the only row as a record, or None. Raises MultipleResultsFound for several."""
        found = self.records(record, statement, parameters)
        if len(found) > 1:
            raise sa.exc.MultipleResultsFound("expected at most one row, got several")
        return found[0] if found else None

    def value(self, statement: Statement, parameters: Parameters | None = None) -> Any:
        """Return the first column of the only row, or None."""
        row = self.row(statement, parameters)
        return None if row is None else row[0]

    def values(self, statement: Statement, parameters: Parameters | None = None) -> Sequence[Any]:
        """Return the first column of all rows."""
        return [row[0] for row in self.rows(statement, parameters)]

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Roll back the statements of the block if it raises.

        After a failed statement PostgreSQL refuses all others, but SQLite does not. Execute a
        statement that may fail in a savepoint, so that both databases behave the same.
        """
        self.execute(_SAVEPOINT)
        try:
            yield
        except (DatabaseDamaged, DatabaseUnavailable, NoRoomLeft):
            raise  # the whole transaction is lost
        except BaseException:
            self.execute(_ROLLBACK_TO)
            self.execute(_RELEASE)
            raise
        self.execute(_RELEASE)

    def before_commit(self, name: str, action: Callable[[], object]) -> None:
        """Call `action` before the commit, once per name, in the order of the names.

        Use it for a row that many transactions write, to lock it as late as possible and after all
        other rows.
        """
        self._transaction.before_commit[name] = action

    def after_commit(self, action: Callable[[], None]) -> None:
        """Call `action` after the commit. It is not called after a rollback."""
        self._transaction.after_commit.append(action)


class Transaction:
    """Commits if the block ends without an error, else rolls back.

    It also commits for an ApiError whose class has `commits = True`.
    """

    __slots__ = ("_lease", "after_commit", "before_commit", "source")

    def __init__(self, source: ConnectionSource, lease: ConnectionLease | None = None) -> None:
        """With `lease`, the caller begins and ends the transaction on this connection."""
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
        """Return the rows of a compiled statement, or SQLAlchemy's result of another one."""
        try:
            if self._lease is not None:
                return _run_on(self._lease, statement, parameters)
            try:
                return _run_on(self.begun(), statement, parameters)
            except Exception as error:
                if not self.source.may_run_again(error):
                    raise
            # The server closed the idle connection, and no statement was executed yet.
            self.roll_back()
            return _run_on(self.begun(), statement, parameters)
        except Exception as error:
            self._raise_translated(error)
            raise

    def begun(self) -> ConnectionLease:
        """Return the connection, after beginning the transaction if necessary."""
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
        """Commit. If that fails, roll back and raise."""
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
        """Roll back. If that fails, close the connection."""
        if self._lease is None:
            return
        rolled_back = False
        try:
            self.source.end(self._lease, "ROLLBACK")
            rolled_back = True
        except Exception as error:  # noqa: BLE001 - the error that led here is raised
            outages.warn(
                _log,
                "database",
                "a rollback failed; its connection is closed: %s",
                log_redaction.format_error(error),
            )
        finally:
            self._give_back(broken=not rolled_back)

    def _give_back(self, *, broken: bool) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            self.source.give_back(lease, broken=broken)

    def _raise_translated(self, error: BaseException) -> None:
        """Raise the translated error of the driver, if any.

        Logs that the database is damaged, unreachable, read-only or full.
        """
        translated = self.source.translate_error(error)
        if isinstance(translated, DatabaseDamaged):
            message = "the database is damaged: %s"
            outages.warn(_log, "damaged database", message, log_redaction.format_error(error))
        if isinstance(translated, DatabaseReadOnly | NoRoomLeft):
            message = "the database does not accept changes: %s"
            outages.warn(_log, "refused writes", message, log_redaction.format_error(error))
        elif isinstance(translated, DatabaseUnavailable):
            message = "the database is unreachable: %s"
            outages.warn(_log, "database", message, log_redaction.format_error(error))
        if translated is not None:
            raise translated from error


def tx_on(connection: sa.Connection) -> Tx:
    """Return a Tx for a transaction that the caller begins and ends, such as that of a backup."""
    return Tx(
        Transaction(
            ConnectionSource(connection.engine), ConnectionLease(connection, connection.engine.pool)
        )
    )


def _run_on(lease: ConnectionLease, statement: Statement, parameters: Parameters | None) -> Any:
    if not isinstance(statement, CompiledStatement):
        return lease.connection.execute(statement, parameters)
    if isinstance(parameters, Sequence):
        raise TypeError("a compiled statement is executed with one set of parameters")
    return statement.rows(lease.connection, lease.driver, parameters or {})


_SAVEPOINT = sa.text("SAVEPOINT block")
_ROLLBACK_TO = sa.text("ROLLBACK TO SAVEPOINT block")
_RELEASE = sa.text("RELEASE SAVEPOINT block")
