"""Reads a sheet of a workbook (`.xlsx`) in bounded time and memory."""

import json
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date, datetime, time
from pathlib import Path
from typing import IO, Any

from bridgework.areas.back_office.imports.reading.parsing import FileUnreadable

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MAX_SIZE = 10 * 1024 * 1024
"""The maximum size of a workbook in bytes."""
MAX_UNPACKED_SIZE = 32 * 1024 * 1024
"""The maximum size of all parts of a workbook, which is a ZIP archive, in bytes."""
MAX_ROWS = 50_000
MAX_COLUMNS = 100
_MAX_CELLS = MAX_ROWS * MAX_COLUMNS
"""Cells of rows as far as their last one, also empty ones with a format."""
_MAX_PARTS = 1_000
_LAST_ROW = 1_048_576
"""The last row that the format allows."""
_TOO_LARGE = (
    f"The workbook is too large: at most {MAX_SIZE // 2**20} MiB, unpacked "
    f'{MAX_UNPACKED_SIZE // 2**20} MiB. Save its sheet as "CSV UTF-8".'
)
_NO_WORKBOOK = (
    "The file is not a workbook of the format .xlsx, or it is damaged. In the spreadsheet program, "
    'save its sheet as "CSV UTF-8".'
)
_PROTECTED = (
    "The workbook is protected by a password, or of an old format. Save it as .xlsx without a "
    "password."
)
_MOST_NAMED = 5
_CELLS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_COMPOUND_MARK = b"\xd0\xcf\x11\xe0"
"""The first bytes of encrypted workbooks, and of those of Excel until 2003."""
_DAMAGED = (
    ArithmeticError,
    AttributeError,
    EOFError,
    OSError,  # the archive is of another program, such as a text document
    LookupError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What openpyxl raises for archives and XML that are not valid."""


def convert(received: Path) -> Sequence[str]:
    """Replace a workbook by the rows of its first visible sheet that is not empty.

    Each row becomes a line with the texts of its cells as a JSON array. Formulas are read as the
    values that the spreadsheet program saved, and refused if there are none. Returns the names of
    the other sheets. Raises FileUnreadable.
    """
    _check_size(received)
    rows = received.with_suffix(".rows")
    try:
        try:
            others = _convert(received, rows)
        except _DAMAGED:
            raise FileUnreadable(_NO_WORKBOOK) from None
        rows.replace(received)
    finally:
        rows.unlink(missing_ok=True)
    return others


def _check_size(received: Path) -> None:
    if received.stat().st_size > MAX_SIZE:
        raise FileUnreadable(_TOO_LARGE)
    with received.open("rb") as file:
        if file.read(len(_COMPOUND_MARK)) == _COMPOUND_MARK:
            raise FileUnreadable(_PROTECTED)
    try:
        with zipfile.ZipFile(received) as archive:
            parts = archive.infolist()
    except _DAMAGED:
        raise FileUnreadable(_NO_WORKBOOK) from None
    # `zipfile` unpacks no more of a part than the size that the archive states.
    if len(parts) > _MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_SIZE:
        raise FileUnreadable(_TOO_LARGE)


def _convert(received: Path, target: Path) -> Sequence[str]:
    # Few processes read a workbook, and the import takes 10 MiB.
    from openpyxl import load_workbook

    # It warns of parts that it leaves out, such as pictures.
    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")
    with (
        received.open("rb") as file,
        closing(load_workbook(file, read_only=True, data_only=True, keep_links=False)) as workbook,
    ):
        sheets = workbook.worksheets
        for sheet in sheets:
            if sheet.sheet_state != "visible":
                continue
            _must_have_saved_values(received, vars(sheet)["_worksheet_path"])
            sheet.reset_dimensions()  # programs write wrong ones
            if _write(sheet.iter_rows(values_only=True), target):
                return [other.title for other in sheets if other is not sheet]
    raise FileUnreadable("The workbook has no visible sheet with cells.")


def _must_have_saved_values(received: Path, part: str) -> None:
    """Refuse a sheet with formulas whose values no spreadsheet program has computed."""
    with zipfile.ZipFile(received) as archive, archive.open(part) as file:
        rows = list(dict.fromkeys(_rows_without_values(file)))
    if not rows:
        return
    named = ", ".join(str(row) for row in rows[:_MOST_NAMED])
    more = f" and {len(rows) - _MOST_NAMED:,} more" if len(rows) > _MOST_NAMED else ""
    raise FileUnreadable(
        f"Line {named}{more}: a formula has no saved value. Open the workbook in a spreadsheet "
        "program and save it, or replace the formulas by their values."
    )


def _rows_without_values(file: IO[bytes]) -> Iterator[int]:
    """Return the numbers of the rows with a formula that has no value. An empty text is one."""
    # As above. Its types would be one more package for one call.
    from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

    for _, element in iterparse(file):
        if element.tag == f"{_CELLS}row":
            for cell in element.iterfind(f"{_CELLS}c"):
                has_formula = cell.find(f"{_CELLS}f") is not None
                if has_formula and cell.get("t") != "str" and not cell.findtext(f"{_CELLS}v"):
                    yield int(element.get("r", "0"))
            element.clear()


def _write(rows: Iterable[Sequence[Any]], target: Path) -> bool:
    """Write the rows; False if all are empty."""
    written = 0
    with target.open("w", encoding="utf-8") as file:
        for number, cells in _filled(rows):
            file.write("[]\n" * (number - written - 1))
            file.write(json.dumps(cells) + "\n")
            written = number
    return written > 0


def _filled(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[int, list[str]]]:
    """Return the rows with cells, by number."""
    cells = 0
    for number, row in enumerate(rows, 1):
        cells += len(row)
        if number > _LAST_ROW or cells > _MAX_CELLS:
            raise FileUnreadable(_TOO_LARGE)
        if all(cell is None for cell in row):
            continue
        if number > MAX_ROWS:
            raise FileUnreadable(
                f'The sheet has more than {MAX_ROWS:,} rows. Save it as "CSV UTF-8".'
            )
        if any(cell is not None for cell in row[MAX_COLUMNS:]):
            raise FileUnreadable(
                f"Row {number}: the sheet has more than {MAX_COLUMNS} columns. Delete those that "
                "are not needed."
            )
        yield number, [_to_text(cell) for cell in row[:MAX_COLUMNS]]


def _to_text(cell: object) -> str:
    """Return the text of a cell as CSV of a spreadsheet program would have it."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() if cell.time() == time.min:
            return cell.date().isoformat()
        case date() | time():
            return cell.isoformat()
        case _:
            return str(cell)
