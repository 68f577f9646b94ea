"""The requests and responses of imports."""

from collections.abc import Mapping
from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.back_office.imports.fields import ColumnNames
from bridgework.areas.back_office.recruiting.schemas import CandidateInput
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.validation import (
    Email,
    QueryFlag,
    QueryParams,
    ResponseModel,
    UtcDatetime,
    Uuid,
)

ImportKind = TypeAliasType("ImportKind", Literal["accounts", "candidates", "articles"])
SampleFile = TypeAliasType("SampleFile", Literal["accounts.csv", "candidates.csv", "articles.csv"])
SAMPLES: Mapping[SampleFile, ImportKind] = {
    "accounts.csv": "accounts",
    "candidates.csv": "candidates",
    "articles.csv": "articles",
}
"""What the sample files contain."""
ImportState = TypeAliasType("ImportState", Literal["running", "done", "failed"])
LineOutcome = TypeAliasType("LineOutcome", Literal["created", "skipped", "failed", "ignored"])


class ImportedCandidate(CandidateInput):
    """A candidate in an import. The e-mail address finds a candidate that exists already."""

    email: Email


class ImportKindQuery(QueryParams):
    kind: ImportKind
    """What the lines of the file are."""


class AdminImportQuery(ImportKindQuery):
    dry_run: QueryFlag = False
    """Validate the file without creating records."""
    ignore_unknown_columns: QueryFlag = False
    """Ignore columns of CSV that do not exist, and name them in the report. The default refuses
    such a file."""
    columns: ColumnNames
    """The columns in the order of the file, separated by commas, such as `email,-,firstName`, in
    place of those that the names in the header mean. One that is `-` is ignored, and named in the
    report. JSON Lines have no columns."""


class FileColumn(ResponseModel):
    """A column of a file."""

    name: str
    """The name in the header."""
    column: str | None
    """The column that the name means. Null if it means none, or several."""
    may_be: list[str]
    """The columns that an ambiguous name can mean."""
    examples: list[str]
    """The first values, at most 3."""


class ImportColumn(ResponseModel):
    """A column that an import knows."""

    name: str
    """The name of the column: that of the member of the request."""
    required: bool
    """Whether a file must have the column."""


class FileColumns(ResponseModel):
    """The columns of a file, and those that the import knows."""

    header_line: int
    """The number of the line with the names of the columns, from 1."""
    columns: list[FileColumn]
    """In the order of the file."""
    known: list[ImportColumn]
    """The columns that the import reads."""
    other_sheets: list[str]
    """The names of the sheets of a workbook that are not read."""


class ImportedLine(ResponseModel):
    """A line that created no record."""

    line: int
    """The number of the line in the file, from 1. The header of a CSV file counts."""
    outcome: LineOutcome
    """`skipped`: the record exists already. `failed`: the line is not valid. `ignored`: the header
    names columns that are ignored, rows are above it, or the workbook has further sheets."""
    message: str
    """The reason. An invalid value is named by its column."""
    text: str | None
    """The first 500 characters of a line of CSV or of a workbook, without columns that are ignored.
    It is null for the header and for JSON Lines, 7 days after the import, and when an account whose
    address the line contains is erased."""


class ImportSummary(ResponseModel):
    """An import, without its report."""

    id: Uuid
    kind: ImportKind
    """What the lines of the file are."""
    dry_run: bool
    """Whether no records are created: the numbers are those of a real import."""
    state: ImportState
    """`failed`: the rest of the file could not be read; `message` is the reason."""
    allowed_actions: list[str]
    lines: int
    """The number of lines that were processed so far, without the header and empty lines."""
    created: int
    skipped: int
    failed: int
    message: str | None
    """Why the import failed. Null otherwise."""
    created_by: Uuid
    created_at: UtcDatetime
    finished_at: UtcDatetime | None


class Import(ImportSummary):
    """An import, with its report."""

    report: list[ImportedLine]


class ImportPage(OffsetPage[ImportSummary]):
    """Imports, newest first."""
