"""The requests and responses of imports."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.operations.recruiting.schemas import CandidateInput
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
ImportState = TypeAliasType("ImportState", Literal["running", "done", "failed"])
LineOutcome = TypeAliasType("LineOutcome", Literal["created", "skipped", "failed", "ignored"])


class ImportedCandidate(CandidateInput):
    """A candidate in an import. The e-mail address finds a candidate that exists already."""

    email: Email


class AdminImportQuery(QueryParams):
    kind: ImportKind
    """What the lines of the file are."""
    dry_run: QueryFlag = False
    """Validate the file without creating records."""
    ignore_unknown_columns: QueryFlag = False
    """Ignore columns of CSV that do not exist, and name them in the report. The default refuses
    such a file."""


class ImportedLine(ResponseModel):
    """A line that created no record."""

    line: int
    """The number of the line in the file, from 1. The header of a CSV file counts."""
    outcome: LineOutcome
    """`skipped`: the record exists already. `failed`: the line is not valid. `ignored`: the header
    names columns that are ignored."""
    message: str
    """The reason. An invalid value is named by its column."""
    text: str | None
    """The first 500 characters of a line of CSV, without columns that are ignored. It is null for
    the header and for JSON Lines, 7 days after the import, and when an account whose address the
    line contains is erased."""


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
