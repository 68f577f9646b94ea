"""Reads the records of a file from any position, in bounded memory.

A line that is not valid is a record with an error. The rest of a file is unreadable if it is not
known where the next record begins.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import BinaryIO, Literal

from pydantic import JsonValue

from bridgework.areas.back_office.imports.fields import IGNORED
from bridgework.areas.back_office.imports.reading.headers import (
    MAX_ERRORS,
    SEPARATORS,
    Columns,
    Header,
    describe_separator,
    find_columns,
    header_errors,
    parse_header,
    separator_of,
    shown,
)
from bridgework.kit.core import FieldError, MalformedJson
from bridgework.kit.validation import MAX_BODY_SIZE, RequestBody, parse_body

Format = Literal["csv", "jsonl", "rows"]
"""`rows`: each line is a row of a workbook, an array of texts (`workbooks.py`)."""

_MAX_TITLES = 10
"""Rows above the header that are skipped."""
MAX_TEXT = 500
"""Characters of a line in the report."""
MAX_RECORD_SIZE = MAX_BODY_SIZE
"""The maximum size of a record in bytes: that of a JSON body."""
NOT_UTF_8 = (
    "The file is not encoded in UTF-8, nor in UTF-16 with a byte order mark. In a spreadsheet "
    'program, save it as "CSV UTF-8".'
)
IS_WORKBOOK = (
    'The file is a workbook. In the spreadsheet program, save its sheet as "CSV UTF-8", or the '
    "workbook as .xlsx. Programs send .xlsx with the media type of such workbooks."
)
_NAMELESS = "Has a value in a column whose name is missing."
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}
_EMPTY_ROW = ',;" \t\r\n\ufeff'
_BOM = b"\xef\xbb\xbf"

# Of the process, but nothing else reads CSV. A record is limited by its size.
csv.field_size_limit(MAX_RECORD_SIZE)


class FileUnreadable(Exception):
    """The rest of the file cannot be read; the message is for the administrator."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the file: a valid body, or the message of its errors."""

    line: int
    """The number of the first line."""
    body: RequestBody | None
    error: str
    text: str | None = None
    """The text of a record in CSV, shortened and without columns that are ignored."""


class Reader:
    """Reads records one after another; `line` and `position` are those of the next record."""

    def __init__(
        self,
        file: BinaryIO,
        columns: Columns,
        file_format: Format,
        given: Sequence[str] = (),
    ) -> None:
        """Read the header of CSV or of a workbook.

        `given` are the columns in the order of the file, in place of those that its names mean.
        Raises FileUnreadable.
        """
        self._columns = columns
        self._format = file_format
        self._given = given
        self._lines = _Lines(file)
        self.skipped = 0
        """The rows above the header, without empty ones."""
        self.header = Header(",", (), (), {}) if file_format == "jsonl" else self._read_header()
        self.header_line = self._lines.line
        self._records = self._read_jsonl() if file_format == "jsonl" else self._read_rows()

    @property
    def line(self) -> int:
        """The number of lines that were read."""
        return self._lines.line

    @property
    def position(self) -> int:
        """The size of the lines that were read, in bytes."""
        return self._lines.position

    def check_header(self, *, ignore_unknown: bool) -> None:
        """Raise FileUnreadable if the header is not valid."""
        if self._format == "jsonl":
            return
        line = f"Line {self.header_line}: "
        if self._given and len(self._given) != len(self.header.names):
            numbers = f"{len(self.header.names)} columns, and `columns` has {len(self._given)}"
            raise FileUnreadable(f"{line}the file has {numbers}.")
        ignore = ignore_unknown or bool(self._given)
        errors = header_errors(self.header, self._columns, ignore_unknown=ignore)
        if not errors:
            return
        messages = [error.message for error in errors]
        if any(self.header.names) and self._format == "csv":
            messages.append(describe_separator(self.header))
        raise FileUnreadable(line + " ".join(messages))

    def seek(self, line: int, position: int) -> None:
        """Continue at a position after the header; 0 stays where it is."""
        if position:
            self._lines.seek(line, position)

    def read(self) -> Record | None:
        """Return the next record, None at the end of the file. Raises FileUnreadable."""
        return next(self._records, None)

    def read_cells(self) -> Iterator[Sequence[str]]:
        """Return the cells of the rows that are not empty. Raises FileUnreadable."""
        return (cells for _, cells in self._rows() if isinstance(cells, list))

    def _read_header(self) -> Header:
        header = self._find_header()
        if not self._given:
            return header
        chosen = [None if name == IGNORED else name for name in self._given]
        return header._replace(columns=chosen, ambiguous={})

    def _find_header(self) -> Header:
        """Return the first row in which a name is known; without one, the first row.

        People write a title and a date above a table.
        """
        first = header = self._parse_row(self._next_row())
        after_first = self._lines.line, self._lines.position
        for skipped in range(_MAX_TITLES + 1):
            if any(header.columns) or header.ambiguous:
                self.skipped = skipped
                return header
            text = self._next_row()
            if not text:
                break
            with suppress(FileUnreadable):
                header = self._parse_row(text)
        self.seek(*after_first)
        return first

    def _parse_row(self, text: str) -> Header:
        if self._format == "rows":
            return find_columns(json.loads(text or "[]"), self._columns, "\t")
        return self._parse_header(text)

    def _parse_header(self, text: str) -> Header:
        separator = separator_of(text)
        if separator is not None:
            if separator not in SEPARATORS:
                raise FileUnreadable(
                    f'Line {self._lines.line}: the separator "{shown(separator)}" is not '
                    "supported. Separate columns with commas, semicolons or tabs."
                )
            text = self._next_row()
        try:
            return parse_header(text, self._columns, separator)
        except csv.Error as error:
            line = f"Line {self._lines.line}: "
            raise FileUnreadable(f"{line}the header is not valid CSV: {error}.") from None

    def _next_row(self) -> str:
        """Return the next row. A spreadsheet program may export empty rows above the header."""
        empty = "[] \n" if self._format == "rows" else _EMPTY_ROW
        return next((text for text in self._lines if text.strip(empty)), "")

    def _read_rows(self) -> Iterator[Record]:
        for line, cells in self._rows():
            if isinstance(cells, csv.Error):
                record = Record(line, None, f"Is not valid CSV: {cells}.")
                yield replace(record, text=self._text_of([]))
            else:
                yield replace(self._parse_cells(line, cells), text=self._text_of(cells))

    def _rows(self) -> Iterator[tuple[int, list[str] | csv.Error]]:
        """Return the rows that are not empty, each with the number of its first line."""
        rows = self._rows_of_workbook() if self._format == "rows" else self._rows_of_csv()
        while True:
            line = self._lines.start_record()
            try:
                cells = next(rows, None)
            except csv.Error as error:
                yield line, error
                continue
            if cells is None:
                return
            cells = [cell.strip() for cell in cells]
            if any(cells):
                yield line, cells

    def _rows_of_workbook(self) -> Iterator[list[str]]:
        width = len(self.header.names)
        for cells in map(json.loads, self._lines):
            yield cells + [""] * (width - len(cells))

    def _rows_of_csv(self) -> Iterator[list[str]]:
        separator = self.header.separator
        return csv.reader(self._lines, delimiter=separator, skipinitialspace=True, strict=True)

    def _parse_cells(self, line: int, cells: list[str]) -> Record:
        names, columns = self.header.names, self.header.columns
        while len(cells) > len(names) and not cells[-1]:
            cells.pop()  # an empty column
        if len(cells) > len(names) and self._format == "rows":
            return Record(line, None, _NAMELESS)
        if len(cells) != len(names):
            numbers = f"{len(cells)} cells instead of {len(names)}"
            return Record(line, None, f"Has {numbers}, as the header has.")
        is_lost = any(cell and not name for name, cell in zip(names, cells, strict=True))
        if is_lost and not self._given:
            return Record(line, None, _NAMELESS)
        # An empty cell is an omitted member: CSV has no null.
        pairs = zip(columns, cells, strict=True)
        values = {name: self._parse_cell(name, cell) for name, cell in pairs if name and cell}
        return self._parse(line, json.dumps(values).encode())

    def _text_of(self, cells: Sequence[str]) -> str | None:
        """Return the text of a record. Columns that are ignored may contain secrets."""
        columns, separator = self.header.columns, self.header.separator
        if not self.header.unknown and self._format == "csv":
            text = self._lines.record.strip()
        elif len(cells) == len(columns) or self._format == "rows":
            pairs = zip(columns, cells, strict=False)
            text = separator.join(cell for column, cell in pairs if column)
        else:
            return None
        return text.replace("\0", "\N{REPLACEMENT CHARACTER}")[:MAX_TEXT]

    def _parse_cell(self, name: str, cell: str) -> JsonValue:
        if name in self._columns.flags and cell.lower() in _FLAGS:
            return _FLAGS[cell.lower()]
        if name in self._columns.choices:
            return cell.lower().replace(" ", "_").replace("-", "_")
        if name in self._columns.numbers and cell.isascii() and cell.isdigit() and len(cell) < 10:
            return int(cell)
        if name in self._columns.lists:
            return _parse_list(cell)
        return cell

    def _read_jsonl(self) -> Iterator[Record]:
        while True:
            line = self._lines.start_record()
            text = next(self._lines, None)
            if text is None:
                return
            if text.strip():
                yield self._parse(line, text.encode())

    def _parse(self, line: int, raw: bytes) -> Record:
        errors: list[FieldError] = []
        try:
            body = parse_body(self._columns.schema, raw, errors, strictly=True)
        except MalformedJson as error:
            return Record(line, None, error.message.replace("The body", "The line"))
        return Record(line, body, error_message(errors))


def error_message(errors: Sequence[FieldError]) -> str:
    """Return the message of a line with invalid values. It names the columns, not the values."""
    return " ".join(f"{shown(error.path)}: {error.message}" for error in errors[:MAX_ERRORS])


class _Lines:
    """The decoded lines of a file, and the position after the last one that was read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._record_size = 0
        self.record = ""
        """The start of the record that is read."""
        self.line = 0
        self.position = 0

    def seek(self, line: int, position: int) -> None:
        self._file.seek(position)
        self.line, self.position = line, position

    def start_record(self) -> int:
        """Begin a record, whose size is limited. Returns the number of its first line."""
        self._record_size = 0
        self.record = ""
        return self.line + 1

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        raw = self._file.readline(MAX_RECORD_SIZE + 1)
        if not raw:
            raise StopIteration
        self._record_size += len(raw)
        if self._record_size > MAX_RECORD_SIZE:
            raise FileUnreadable(
                f"Line {self.line + 1}: the record is larger than 1 MiB. A quote may be missing, or"
                " the lines do not end with LF or CRLF."
            )
        text = raw.removeprefix(_BOM) if self.position == 0 else raw
        self.line += 1
        self.position += len(raw)
        try:
            decoded = text.decode()
        except UnicodeDecodeError:
            raise FileUnreadable(NOT_UTF_8) from None
        if len(self.record) < MAX_TEXT:
            self.record += decoded[: 2 * MAX_TEXT]
        return decoded


def _parse_list(cell: str) -> JsonValue:
    """Return a list that is written as JSON, or with commas."""
    if not cell.startswith("["):
        return [part.strip() for part in cell.split(",") if part.strip()]
    try:
        parsed: JsonValue = json.loads(cell)
    except (ValueError, RecursionError):
        return cell  # refused by the schema
    return parsed
