"""The worker that processes imports, in a thread of each server process.

Only the process that can read the file takes an import. It extends its lease with each batch
(`delivery/lease_queue.py`), and another process continues after the last batch that was saved.
"""

import threading
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bridgework.areas.back_office.imports import files, queries, schemas
from bridgework.areas.back_office.imports.import_types import (
    REPEATED,
    TYPES,
    Apply,
    ImportType,
    Result,
)
from bridgework.areas.back_office.imports.reading.parsing import (
    FileUnreadable,
    Reader,
    Record,
    error_message,
)
from bridgework.areas.back_office.imports.records import StoredImport
from bridgework.context import AppState, Context
from bridgework.kit.actions import Client
from bridgework.kit.core import Id, ValidationFailed, lower_priority
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery import QueueWorker
from bridgework.kit.security import Caller

MAX_REPORTED = 1_000
"""Lines in the report of an import."""
MAX_FAILED = 10_000
"""Failed lines after which an import stops."""
_LEASE = timedelta(minutes=1)
_NICENESS = 10
_USER_AGENT = "bridgework import"
_TOO_MANY_FAILED = (
    "The import stopped after 10,000 failed lines. Correct the file and send it again: lines that "
    "were imported are skipped."
)
_NO_ADMINISTRATOR = "The account that started the import is not an administrator any more."


class _ImportLost(Exception):
    """Another worker processes the import, or it was deleted."""


class _Batch(NamedTuple):
    """Some lines of an import, and the position after them."""

    lines: Sequence[tuple[Record, Apply]]
    line: int
    position: int
    is_last: bool
    failure: str | None
    """Why the rest of the file cannot be read."""


class ImportWorker(QueueWorker):
    """Processes imports whose file is on this machine."""

    name = "imports"
    busy_seconds = 0.005  # in which other requests write
    error_seconds = 60.0

    def __init__(self, app_state: AppState) -> None:
        self.metrics = app_state.metrics
        self._app_state = app_state
        self._held: StoredImport | None = None
        """The import that this worker has taken last."""

    def run(self, stop: threading.Event) -> None:
        """Process imports until `stop` is set. Exceptions are logged, and the batch is retried."""
        lower_priority(_NICENESS)
        super().run(stop)

    def drain(self) -> None:
        """Release the import, so that another process continues at once."""
        if self._held is not None:
            with self._app_state.database.writing() as tx:
                queries.queue.update(tx, self._held, held_until=None)

    def work_once(self) -> int:
        """Process a batch; 0 if there is none for this process."""
        with self._app_state.database.reading() as tx:
            running = queries.find_running(tx)
        if running is None:
            return 0
        path = files.path_of(self._app_state.settings, running.id, running.format)
        if not path.exists():
            return 0  # it is on another machine
        row = self._take(running.id)
        if row is None:
            return 0
        try:
            self._apply(row, self._read(row, path))
        except _ImportLost:
            return 0
        return 1

    def _take(self, import_id: Id) -> StoredImport | None:
        """Take an import, or extend the lease; None if another worker has taken it."""
        now, queue = self._app_state.clock.now(), queries.queue
        with self._app_state.database.writing() as tx:
            if self._held is not None:
                self._held = queue.extend(tx, self._held, now + _LEASE)
            if self._held is None:
                taken = queue.take(tx, now, lease=_LEASE, of_import=import_id)
                self._held = taken[0] if taken else None
        return self._held

    def _read(self, row: StoredImport, path: Path) -> _Batch:
        """Read the next lines and prepare them, without a transaction."""
        import_type = TYPES[row.kind]
        lines: list[tuple[Record, Apply]] = []
        line, position = row.line, row.position
        try:
            with path.open("rb") as file:
                # The header was validated when the import started.
                given = row.columns.split(",") if row.columns else ()
                reader = Reader(file, import_type.columns, row.format, given)
                reader.seek(line, position)
                while len(lines) < import_type.batch_size:
                    record = reader.read()
                    if record is None:
                        return _Batch(
                            lines, reader.line, reader.position, is_last=True, failure=None
                        )
                    lines.append((record, self._prepare(row, import_type, record)))
                    line, position = reader.line, reader.position
        except FileUnreadable as error:
            return _Batch(lines, line, position, is_last=True, failure=str(error))
        return _Batch(lines, line, position, is_last=False, failure=None)

    def _prepare(self, row: StoredImport, import_type: ImportType, record: Record) -> Apply:
        if record.body is None:
            return partial(_return, Result("failed", record.error))
        context = self._context(row, record.line)
        prepare = import_type.check if row.dry_run else import_type.prepare
        try:
            apply = prepare(context, record.body)
        except ValidationFailed as error:
            return partial(_return, Result("failed", error_message(error.faults)))
        if not row.dry_run:
            return apply
        key = self._app_state.keyring.digest("import-key", import_type.key_of(record.body))
        return partial(_check_repeated, row.id, key, apply)

    def _apply(self, row: StoredImport, batch: _Batch) -> None:
        """Create the records of a batch and save the progress, in one transaction."""
        context = self._context(row)
        with context.write_transaction() as tx:
            failure = batch.failure
            results: list[tuple[Record, Result]] = []
            if queries.is_administrator(tx, row.created_by):
                results = [(record, apply(context)) for record, apply in batch.lines]
            else:
                failure = _NO_ADMINISTRATOR
            self._save(tx, row, batch, results, failure)

    def _save(
        self,
        tx: Tx,
        row: StoredImport,
        batch: _Batch,
        results: Sequence[tuple[Record, Result]],
        failure: str | None,
    ) -> None:
        now = self._app_state.clock.now()
        outcomes = [result.outcome for _, result in results]
        if failure is None and row.failed + outcomes.count("failed") >= MAX_FAILED:
            failure = _TOO_MANY_FAILED
        values: dict[str, object] = {
            "lines": row.lines + len(results),
            "created": row.created + outcomes.count("created"),
            "skipped": row.skipped + outcomes.count("skipped"),
            "failed": row.failed + outcomes.count("failed"),
            "line": batch.line,
            "position": batch.position,
            "updated_at": now,
        }
        if batch.is_last or failure is not None:
            state = "done" if failure is None else "failed"
            values |= {"state": state, "message": failure, "finished_at": now}
            queries.delete_keys(tx, row.id)
            tx.after_commit(partial(files.delete, self._app_state.settings, row.id))
        if not queries.update_held(tx, row, values):
            raise _ImportLost
        reported = [
            schemas.ImportedLine(
                line=record.line,
                outcome=result.outcome,
                message=result.message,
                text=record.text,
            )
            for record, result in results
            if result.outcome != "created"
        ]
        queries.add_to_report(
            tx, row.id, reported[: max(0, MAX_REPORTED - row.skipped - row.failed)]
        )

    def _context(self, row: StoredImport, line: int | None = None) -> Context:
        """Return the context in which the administrator who started the import creates records."""
        keyring = self._app_state.keyring
        marks = [] if line is None else [keyring.digest("import-line", row.id, str(line))]
        return Context(
            app=self._app_state,
            now=self._app_state.clock.now(),
            request_id=f"import-{row.id}",
            client=Client(user_agent=_USER_AGENT),
            marks=marks,
            caller=Caller(account_id=row.created_by, is_admin=True),
        )


def _return(result: Result, _: Context) -> Result:
    return result


def _check_repeated(import_id: Id, key: str, check: Apply, context: Context) -> Result:
    """Check a line of a dry run, and whether an earlier line has the same key."""
    is_first = queries.add_key(context.tx, import_id, key)
    result = check(context)
    return result if is_first or result.outcome != "created" else REPEATED
