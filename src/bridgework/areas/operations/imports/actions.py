"""Start imports and read their progress."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.operations.imports import errors, files, policies, queries, schemas
from bridgework.areas.operations.imports.import_types import TYPES
from bridgework.areas.operations.imports.parsing import FileUnreadable, Format, Reader
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed, new_id
from bridgework.kit.data.pagination import OffsetQuery, offset
from bridgework.kit.storage import BodyConstraints, ReceivedBody

MEDIA_TYPES = {"text/csv": "csv", "application/x-ndjson": "jsonl"}
"""The formats by media type."""
LINE_SCHEMAS = tuple(import_type.columns.schema for import_type in TYPES.values())
MAX_SIZE = 50 * 1024 * 1024
_MAX_NAMED = 20
"""Ignored columns that the report names."""
_CANCELLED = "An administrator cancelled the import. The records that it has created stay."

count_waiting, count_failed = queries.count_waiting, queries.count_failed
"""For higher areas: the import that runs, and those that failed."""


def body_constraints(context: Context) -> BodyConstraints:
    """Return the constraints of a file. Raises ImportRunning before the file is received."""
    if queries.find_running(context.tx) is not None:
        raise errors.ImportRunning
    return BodyConstraints(
        context.app.settings.imports_dir,
        tuple(MEDIA_TYPES),
        min_size=0,
        max_size=MAX_SIZE,
        upload_id="import",
        account_id=context.caller.account(),
    )


def start(context: Context, query: schemas.AdminImportQuery, body: ReceivedBody) -> schemas.Import:
    """Store a file, which the worker reads. Raises ImportRunning, EmptyFile, ValidationFailed."""
    if body.size == 0:
        raise errors.EmptyFile
    file_format = cast("Format", MEDIA_TYPES[body.media_type])
    ignored = _must_be_readable(body.file, query, file_format)
    import_id = new_id()
    target = files.path_of(context.app.settings, import_id, file_format)
    files.store(body.file, target)
    try:
        with context.write_transaction():
            return _add(context, import_id, query, file_format, ignored)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def get(context: Context, import_id: Id) -> schemas.Import:
    """Return an import with its report. Raises ImportNotFound."""
    found = queries.find(context.tx, context.caller, import_id)
    if found is None:
        raise errors.ImportNotFound
    return found


def cancel(context: Context, import_id: Id) -> schemas.Import:
    """Stop a running import. Raises ImportNotFound and ImportEnded."""
    found = get(context, import_id)
    policies.CANCEL.must_allow(context.caller, found.state)
    if not queries.mark_failed(context.tx, import_id, _CANCELLED, context.now):
        raise errors.ImportEnded
    audit.note(context, "data.cancel_import", target=import_id)
    context.tx.after_commit(partial(files.delete, context.app.settings, found.id))
    return get(context, import_id)


def list_imports(context: Context, query: OffsetQuery) -> schemas.ImportPage:
    """Return a page of all imports, newest first."""
    items, total = queries.list_page(context.tx, context.caller, query)
    return offset.to_page(query, schemas.ImportPage, items, total)


def _must_be_readable(
    file: Path, query: schemas.AdminImportQuery, file_format: Format
) -> Sequence[schemas.ImportedLine]:
    """Return the columns that are ignored, as a line of the report.

    Raises ValidationFailed for another encoding, or if the header of a CSV file is not valid.
    """
    columns = TYPES[query.kind].columns
    try:
        files.convert(file, file_format)
    except FileUnreadable as error:
        raise ValidationFailed(FieldError("file", "encoding_unsupported", str(error))) from None
    try:
        with file.open("rb") as opened:
            ignore = query.ignore_unknown_columns
            reader = Reader(opened, columns, file_format, ignore_unknown=ignore)
    except FileUnreadable as error:
        raise ValidationFailed(FieldError("header", "header_invalid", str(error))) from None
    if not reader.unknown:
        return ()
    names = ", ".join(f'"{name}"' for name in reader.unknown[:_MAX_NAMED])
    more = len(reader.unknown) - _MAX_NAMED
    message = f"Ignored columns: {names}" + (f" and {more} more." if more > 0 else ".")
    line = schemas.ImportedLine(
        line=reader.header_line, outcome="ignored", message=message, text=None
    )
    return (line,)


def _add(
    context: Context,
    import_id: Id,
    query: schemas.AdminImportQuery,
    file_format: Format,
    ignored: Sequence[schemas.ImportedLine],
) -> schemas.Import:
    """Add a running import. Raises ImportRunning."""
    if not queries.add(context.tx, _to_row(context, import_id, query, file_format)):
        raise errors.ImportRunning
    queries.add_to_report(context.tx, import_id, ignored)
    parameters = {"kind": query.kind, "dry_run": query.dry_run}
    changes = audit.changed(dict.fromkeys(parameters), parameters)
    audit.note(context, "data.import", target=import_id, changes=changes)
    return get(context, import_id)


def _to_row(
    context: Context, import_id: Id, query: schemas.AdminImportQuery, file_format: Format
) -> dict[str, object]:
    return {
        "id": import_id,
        "created_by": context.caller.account(),
        "kind": query.kind,
        "format": file_format,
        "dry_run": query.dry_run,
        "state": "running",
        "lines": 0,
        "created": 0,
        "skipped": 0,
        "failed": 0,
        "line": 0,
        "position": 0,
        "created_at": context.now,
        "updated_at": context.now,
    }
