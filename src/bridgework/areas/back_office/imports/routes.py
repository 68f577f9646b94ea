"""The operations of imports."""

from bridgework.areas.back_office.imports import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.http.operations import Download, Router, Tag
from bridgework.kit.security import admin
from bridgework.kit.storage import ReceivedBody

router = Router(
    "Imports",
    administrators=Tag("Imports", "Create accounts, candidates and articles from a file."),
)


@router.post(
    "/admin/imports",
    who=admin,
    status=202,
    pool="storage",
    body_constraints=actions.body_constraints,
    body_media_types=tuple(actions.MEDIA_TYPES),
    body_lines=actions.LINE_SCHEMAS,
    errors=(errors.ImportRunning, errors.EmptyFile),
)
def admin_import(
    context: Context, query: schemas.AdminImportQuery, body: ReceivedBody
) -> schemas.Import:
    """Import accounts, candidates or articles from a file of at most 50 MiB.

    The file is CSV with a header (`text/csv`), or JSON Lines (`application/x-ndjson`), in UTF-8 or
    in UTF-16 with a byte order mark, or a workbook (`.xlsx`, with its media type) of at most 10
    MiB, 50,000 rows and 100 columns, of which the first visible sheet with cells is read. CSV is
    separated by commas, semicolons or tabs, also by what Excel declares in a first line such as
    `sep=;`; its lines end with LF, CRLF or CR. Blanks around cells are removed; lines of empty
    cells, and empty columns without a name, are skipped.
    The columns are the members of the request: for accounts `email`, `firstName`, `lastName`,
    `role`, `jobsRole` and `vendorsRole`, for candidates those of `adminCreateCandidate` without
    `jobIds`, for articles those of `adminCreateBlog`. In CSV an empty cell is an omitted member,
    tags are separated by commas or written as a JSON array, and roles and statuses are read without
    regard to case. The header is read without regard to case, blanks and punctuation, and may use
    common names such as `E-mail address`, `Given name` or `Surname`. A name that can be two columns
    is refused. Up to ten rows above the header, such as a title, are ignored, and the report names
    their number. A column that does not exist is refused, or with `ignoreUnknownColumns` it is
    ignored. `columns` states the columns in place of the header; `adminReadImportColumns` returns
    those of a file.

    The lines are processed after the response; `adminGetImport` returns the progress. One import
    runs at a time. Each line is validated like a request, on its own: an invalid line is `failed`
    and changes nothing. A record that exists already is `skipped`, so the same file can be sent
    again: accounts and candidates are found by `email`, which candidates need here, articles by
    `slug`. An imported account is not verified, has no password, and gets no e-mail. Its owner
    sets a password with `forgotPassword` and `resetPassword`.

    With `dryRun` no record is created, and the numbers are those of a real import. Candidates of
    an external recruiting system are not looked up then. An import stops after 10,000 failed
    lines. The file is deleted when the import has ended.
    """
    return actions.start(context, query, body)


@router.post(
    "/admin/imports/columns",
    who=admin,
    pool="storage",
    body_constraints=actions.constraints_of_part,
    body_media_types=actions.TYPES_WITH_COLUMNS,
    errors=(errors.EmptyFile,),
)
def admin_read_import_columns(
    _: Context, query: schemas.ImportKindQuery, body: ReceivedBody
) -> schemas.FileColumns:
    """Return the columns of a file with their first values, and those that the import knows.

    The file is CSV or a workbook, as in `adminImport`. Of CSV the first part suffices. The file is
    not stored.
    """
    return actions.read_columns(query, body)


@router.get("/admin/imports/samples/{sampleFile}", who=admin, not_found=errors.SampleNotFound)
def admin_get_import_sample(_: Context, sample_file: schemas.SampleFile) -> Download:
    """Return a file with all columns of an import and two records, to fill in."""
    return Download("text/csv; charset=utf-8", sample_file, actions.sample(sample_file))


@router.get("/admin/imports", who=admin)
def admin_list_imports(context: Context, query: OffsetQuery) -> schemas.ImportPage:
    """List the imports of the last 90 days, newest first, without their reports."""
    return actions.list_imports(context, query)


@router.get("/admin/imports/{id}", who=admin, not_found=errors.ImportNotFound)
def admin_get_import(context: Context, import_id: Id) -> schemas.Import:
    """Return the progress of an import, and the first 1,000 lines that were skipped or failed."""
    return actions.get(context, import_id)


@router.post(
    "/admin/imports/{id}/cancel",
    who=admin,
    not_found=errors.ImportNotFound,
    errors=(errors.ImportEnded,),
)
def admin_cancel_import(context: Context, import_id: Id) -> schemas.Import:
    """Stop a running import. The records that it has created stay."""
    return actions.cancel(context, import_id)
