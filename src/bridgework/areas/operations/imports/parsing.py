"""Reads the records of a CSV or JSON Lines file from any position, in bounded memory.

A line that is not valid is a record with an error. The rest of a file is unreadable if it is not
known where the next record begins.
"""

import csv
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Literal

from pydantic import JsonValue

from bridgework.kit.core import FieldError, MalformedJson
from bridgework.kit.validation import MAX_BODY_SIZE, RequestBody, parse_body

Format = Literal["csv", "jsonl"]

MAX_RECORD_SIZE = MAX_BODY_SIZE
"""The maximum size of a record in bytes: that of a JSON body."""
_MAX_ERRORS = 5
"""Errors of a line that its message contains."""
_MAX_NAME_LENGTH = 50
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""The separators of the columns of CSV. Spreadsheet programs of many countries use semicolons."""
NOT_UTF_8 = (
    "The file is not encoded in UTF-8, nor in UTF-16 with a byte order mark. In a spreadsheet "
    'program, save it as "CSV UTF-8".'
)
_EMPTY_ROW = ',;" \t\r\n\ufeff'
_BOM = b"\xef\xbb\xbf"

# Of the process, but nothing else reads CSV. A record is limited by its size.
csv.field_size_limit(MAX_RECORD_SIZE)


class FileUnreadable(Exception):
    """The rest of the file cannot be read; the message is for the administrator."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The members of a record, and the types of those that are not text."""

    schema: type[RequestBody]
    numbers: Collection[str] = ()
    flags: Collection[str] = ()
    lists: Collection[str] = ()

    @property
    def names(self) -> list[str]:
        """The names of all columns."""
        return [member.alias or name for name, member in self.schema.model_fields.items()]

    @property
    def required(self) -> list[str]:
        """The names of the required columns."""
        members = self.schema.model_fields.items()
        return [member.alias or name for name, member in members if member.is_required()]


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the file: a valid body, or the message of its errors."""

    line: int
    """The number of the first line."""
    body: RequestBody | None
    error: str


class Reader:
    """Reads records one after another; `line` and `position` are those of the next record."""

    def __init__(
        self, file: BinaryIO, columns: Columns, file_format: Format, *, line: int, position: int
    ) -> None:
        """Continue at a position; 0 is the start. Raises FileUnreadable for an invalid header."""
        self._columns = columns
        self._lines = _Lines(file)
        self._header: Sequence[str] = ()
        self._separator = ","
        if file_format == "csv":
            self._header = self._read_header()
        if position:
            self._lines.seek(line, position)
        self._records = self._read_csv() if file_format == "csv" else self._read_jsonl()

    @property
    def line(self) -> int:
        """The number of lines that were read."""
        return self._lines.line

    @property
    def position(self) -> int:
        """The size of the lines that were read, in bytes."""
        return self._lines.position

    def read(self) -> Record | None:
        """Return the next record, None at the end of the file. Raises FileUnreadable."""
        return next(self._records, None)

    def _read_header(self) -> Sequence[str]:
        # A spreadsheet program may export empty rows above the header.
        text = next((text for text in self._lines if text.strip(_EMPTY_ROW)), "")
        line = f"Line {self._lines.line}: "
        self._separator, header = self._find_separator(text, line)
        errors = header_errors(header, self._columns)
        if errors:
            messages = [error.message for error in errors]
            if any(header):
                messages.append(_describe_separator(self._separator, header))
            raise FileUnreadable(line + " ".join(messages))
        return header

    def _find_separator(self, text: str, line: str) -> tuple[str, Sequence[str]]:
        """Return the separator that yields the most known columns, and the cells of the header."""
        names = set(self._columns.names)
        headers: dict[str, Sequence[str]] = {}
        fault = ""
        for separator in SEPARATORS:
            try:
                headers[separator] = _parse_row(text, separator)
            except csv.Error as error:
                fault = fault or str(error)
        if not headers:
            raise FileUnreadable(f"{line}the header is not valid CSV: {fault}.")
        return max(headers.items(), key=lambda pair: (len(names & {*pair[1]}), len(pair[1])))

    def _read_csv(self) -> Iterator[Record]:
        rows = csv.reader(
            self._lines, delimiter=self._separator, skipinitialspace=True, strict=True
        )
        while True:
            line = self._lines.start_record()
            try:
                cells = next(rows, None)
            except csv.Error as error:
                yield Record(line, None, f"Is not valid CSV: {error}.")
                continue
            if cells is None:
                return
            cells = [cell.strip() for cell in cells]
            if any(cells):
                yield self._parse_cells(line, cells)

    def _parse_cells(self, line: int, cells: list[str]) -> Record:
        while len(cells) > len(self._header) and not cells[-1]:
            cells.pop()  # an empty column
        if len(cells) != len(self._header):
            numbers = f"{len(cells)} cells instead of {len(self._header)}"
            return Record(line, None, f"Has {numbers}, as the header has.")
        pairs = [*zip(self._header, cells, strict=True)]
        if any(cell and not name for name, cell in pairs):
            return Record(line, None, "Has a value in a column whose name is missing.")
        # An empty cell is an omitted member: CSV has no null.
        values = {name: self._parse_cell(name, cell) for name, cell in pairs if cell}
        return self._parse(line, json.dumps(values).encode())

    def _parse_cell(self, name: str, cell: str) -> JsonValue:
        if name in self._columns.flags and cell.lower() in {"true", "false"}:
            return cell.lower() == "true"
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


def header_errors(header: Sequence[str], columns: Columns) -> list[FieldError]:
    """Return the errors of the header of a CSV file."""
    if not any(header):
        return [FieldError("header", "required", "The header is missing.")]
    names = columns.names
    errors = []
    for name in dict.fromkeys(filter(None, header)):
        if name not in names:
            # A column without effect would be lost.
            message = f'There is no column "{_shown(name)}". The columns are {", ".join(names)}.'
            errors.append(FieldError("header", "unknown_column", message))
        elif header.count(name) > 1:
            message = f'The column "{name}" occurs more than once.'
            errors.append(FieldError("header", "duplicate_column", message))
    errors += [
        FieldError("header", "required", f'The column "{name}" is missing.')
        for name in columns.required
        if name not in header
    ]
    return errors[:_MAX_ERRORS]


def error_message(errors: Sequence[FieldError]) -> str:
    """Return the message of a line with invalid values. It names the columns, not the values."""
    shown = [f"{_shown(error.path)}: {error.message}" for error in errors[:_MAX_ERRORS]]
    return " ".join(shown)


class _Lines:
    """The decoded lines of a file, and the position after the last one that was read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._record_size = 0
        self.line = 0
        self.position = 0

    def seek(self, line: int, position: int) -> None:
        self._file.seek(position)
        self.line, self.position = line, position

    def start_record(self) -> int:
        """Begin a record, whose size is limited. Returns the number of its first line."""
        self._record_size = 0
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
            return text.decode()
        except UnicodeDecodeError:
            raise FileUnreadable(NOT_UTF_8) from None


def _parse_row(text: str, separator: str) -> list[str]:
    """Return the cells of a header, without empty ones at its end."""
    rows = csv.reader([text], delimiter=separator, skipinitialspace=True, strict=True)
    cells = [cell.strip() for cell in next(rows, [])]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _describe_separator(separator: str, header: Sequence[str]) -> str:
    if len(header) == 1:
        return "No comma, semicolon or tab separates columns."
    return f"The columns are separated by {SEPARATORS[separator]}."


def _parse_list(cell: str) -> JsonValue:
    """Return a list that is written as JSON, or with commas."""
    if not cell.startswith("["):
        return [part.strip() for part in cell.split(",") if part.strip()]
    try:
        parsed: JsonValue = json.loads(cell)
    except (ValueError, RecursionError):
        return cell  # refused by the schema
    return parsed


def _shown(name: str) -> str:
    """Return a name from the file that fits into a message."""
    printable = "".join(character if character.isprintable() else "?" for character in name)
    return printable[:_MAX_NAME_LENGTH]
