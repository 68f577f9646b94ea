"""Start imports and read their progress."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import BinaryIO

from bridgework.areas.back_office.imports import errors, files, policies, queries, samples, schemas
from bridgework.areas.back_office.imports.fields import IGNORED
from bridgework.areas.back_office.imports.import_types import TYPES
from bridgework.areas.back_office.imports.reading import workbooks
from bridgework.areas.back_office.imports.reading.headers import Columns, shown
from bridgework.areas.back_office.imports.reading.parsing import FileUnreadable, Format, Reader
from bridgework.areas.back_office.imports.records import StoredImport
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed, new_id
from bridgework.kit.data.pagination import OffsetQuery, offset
from bridgework.kit.storage import BodyConstraints, ReceivedBody

MEDIA_TYPES: Mapping[str, Format] = {
    "text/csv": "csv",
    workbooks.MEDIA_TYPE: "rows",
    "application/x-ndjson": "jsonl",
}
"""The formats by media type."""
TYPES_WITH_COLUMNS = ("text/csv", workbooks.MEDIA_TYPE)
LINE_SCHEMAS = tuple(import_type.columns.schema for import_type in TYPES.values())
MAX_SIZE = 50 * 1024 * 1024
_MAX_NAMED = 20
"""Ignored columns, and ignored sheets, that the report names."""
_MAX_EXAMPLES = 3
_CANCELLED = "An administrator cancelled the import. The records that it has created stay."

count_waiting, count_failed = queries.count_waiting, queries.count_failed
"""For higher areas: the import that runs, and those that failed."""


def body_constraints(context: Context) -> BodyConstraints:
    """Return the constraints of a file. Raises ImportRunning before the file is received."""
    if queries.find_running(context.tx) is not None:
        raise errors.ImportRunning
    return _constraints(context, tuple(MEDIA_TYPES))


def constraints_of_part(context: Context) -> BodyConstraints:
    """Return the constraints of a file whose columns are read."""
    return _constraints(context, TYPES_WITH_COLUMNS)


def _constraints(context: Context, media_types: Sequence[str]) -> BodyConstraints:
    return BodyConstraints(
        context.app.settings.imports_dir,
        media_types,
        min_size=0,
        max_size=MAX_SIZE,
        upload_id="import",
        account_id=context.caller.account(),
    )


def start(context: Context, query: schemas.AdminImportQuery, body: ReceivedBody) -> schemas.Import:
    """Store a file, which the worker reads. Raises ImportRunning, EmptyFile, ValidationFailed."""
    if body.size == 0:
        raise errors.EmptyFile
    file_format = MEDIA_TYPES[body.media_type]
    ignored = _must_be_readable(body, query)
    import_id = new_id()
    target = files.path_of(context.app.settings, import_id, file_format)
    files.store(body.file, target)
    try:
        with context.write_transaction():
            return _add(context, import_id, query, file_format, ignored)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def read_columns(query: schemas.ImportKindQuery, body: ReceivedBody) -> schemas.FileColumns:
    """Return the columns of a file. Raises EmptyFile and ValidationFailed."""
    if body.size == 0:
        raise errors.EmptyFile
    columns = TYPES[query.kind].columns
    others = _converted(body, is_start=True)
    with body.file.open("rb") as opened:
        reader = _reader_of(opened, columns, MEDIA_TYPES[body.media_type])
        try:
            rows = [*islice(reader.read_cells(), _MAX_EXAMPLES)]
        except FileUnreadable as error:
            raise _header_invalid(error) from None
    header = reader.header
    found = [
        schemas.FileColumn(
            name=shown(name),
            column=column,
            may_be=[*header.ambiguous.get(name, ())],
            examples=[shown(cells[index]) for cells in rows if cells[index:] and cells[index]],
        )
        for index, (name, column) in enumerate(zip(header.names, header.columns, strict=True))
    ]
    known = [
        schemas.ImportColumn(name=name, required=name in columns.required) for name in columns.names
    ]
    return schemas.FileColumns(
        header_line=reader.header_line, columns=found, known=known, other_sheets=[*others]
    )


def sample(sample_file: schemas.SampleFile) -> Iterator[bytes]:
    """Return the parts of a sample."""
    yield samples.render(TYPES[schemas.SAMPLES[sample_file]].examples)


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
    body: ReceivedBody, query: schemas.AdminImportQuery
) -> Sequence[schemas.ImportedLine]:
    """Return the columns and sheets that are ignored, as a line of the report.

    Raises ValidationFailed for another encoding, and if the header or `columns` is not valid.
    """
    columns, given = TYPES[query.kind].columns, query.columns
    file_format = MEDIA_TYPES[body.media_type]
    _must_be_columns(given, columns, file_format)
    others = _converted(body)
    with body.file.open("rb") as opened:
        reader = _reader_of(opened, columns, file_format, given)
        try:
            reader.check_header(ignore_unknown=query.ignore_unknown_columns)
        except FileUnreadable as error:
            raise _header_invalid(error) from None
    parts = [
        f"Ignored rows above the header: {reader.skipped}." if reader.skipped else "",
        _ignored("columns", reader.header.unknown),
        _ignored("sheets", others),
    ]
    message = " ".join(filter(None, parts))
    if not message:
        return ()
    line = schemas.ImportedLine(
        line=reader.header_line, outcome="ignored", message=message, text=None
    )
    return (line,)


def _must_be_columns(given: Sequence[str], columns: Columns, file_format: Format) -> None:
    if given and file_format == "jsonl":
        message = "A file of JSON Lines has no columns."
        raise ValidationFailed(FieldError("columns", "not_allowed", message))
    unknown = [name for name in given if name not in (*columns.names, IGNORED)]
    if unknown:
        message = f'There is no column "{shown(unknown[0])}".'
        raise ValidationFailed(FieldError("columns", "unknown_column", message))


def _converted(body: ReceivedBody, *, is_start: bool = False) -> Sequence[str]:
    """Convert a file to the lines that the worker reads. Returns the sheets that are ignored."""
    file_format = MEDIA_TYPES[body.media_type]
    code = "workbook_unreadable" if file_format == "rows" else "encoding_unsupported"
    try:
        if file_format == "rows":
            return workbooks.convert(body.file)
        files.convert(body.file, file_format, is_start=is_start)
    except FileUnreadable as error:
        raise ValidationFailed(FieldError("file", code, str(error))) from None
    return ()


def _reader_of(
    opened: BinaryIO, columns: Columns, file_format: Format, given: Sequence[str] = ()
) -> Reader:
    try:
        return Reader(opened, columns, file_format, given)
    except FileUnreadable as error:
        raise _header_invalid(error) from None


def _header_invalid(error: FileUnreadable) -> ValidationFailed:
    return ValidationFailed(FieldError("header", "header_invalid", str(error)))


def _ignored(what: str, found: Sequence[str]) -> str:
    if not found:
        return ""
    names = ", ".join(f'"{shown(name)}"' for name in found[:_MAX_NAMED])
    more = len(found) - _MAX_NAMED
    return f"Ignored {what}: {names}" + (f" and {more} more." if more > 0 else ".")


def _add(
    context: Context,
    import_id: Id,
    query: schemas.AdminImportQuery,
    file_format: Format,
    ignored: Sequence[schemas.ImportedLine],
) -> schemas.Import:
    """Add a running import. Raises ImportRunning."""
    if not queries.add(context.tx, _running(context, import_id, query, file_format)):
        raise errors.ImportRunning
    queries.add_to_report(context.tx, import_id, ignored)
    parameters = {"kind": query.kind, "dry_run": query.dry_run}
    changes = audit.changed(dict.fromkeys(parameters), parameters)
    audit.note(context, "data.import", target=import_id, changes=changes)
    return get(context, import_id)


def _running(
    context: Context, import_id: Id, query: schemas.AdminImportQuery, file_format: Format
) -> StoredImport:
    return StoredImport(
        id=import_id,
        created_by=context.caller.account(),
        kind=query.kind,
        format=file_format,
        columns=",".join(query.columns) or None,
        dry_run=query.dry_run,
        state="running",
        message=None,
        lines=0,
        created=0,
        skipped=0,
        failed=0,
        line=0,
        position=0,
        held_until=None,
        created_at=context.now,
        updated_at=context.now,
        finished_at=None,
    )
