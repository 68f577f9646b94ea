"""What the statements on imports return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.imports.reading.parsing import Format
from bridgework.areas.back_office.imports.schemas import ImportKind, ImportState, LineOutcome
from bridgework.kit.core import Id


class StoredImport(NamedTuple):
    """An import (table `imports`)."""

    id: Id
    created_by: Id
    kind: ImportKind
    format: Format
    columns: str | None
    dry_run: bool
    state: ImportState
    message: str | None
    lines: int
    created: int
    skipped: int
    failed: int
    line: int
    position: int
    held_until: datetime | None
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None


class ReportedLine(NamedTuple):
    """A line of the report of an import."""

    line: int
    outcome: LineOutcome
    message: str
    text: str | None
