"""Finds the columns that the header of a CSV file names, as spreadsheets of people write it."""

import csv
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bridgework.kit.core import FieldError
from bridgework.kit.validation import RequestBody

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""The separators of the columns of CSV. Spreadsheet programs of many countries use semicolons."""
MAX_ERRORS = 5
"""Errors of a line that its message contains."""
_MAX_NAME_LENGTH = 50
_SEPARATOR_LINE = re.compile(r'"?sep=([^\r\n])"?[,;\s]*', re.IGNORECASE)
"""The first line with which Excel reads and writes the separator of a file."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The members of a record, the types of those that are not text, and their other names."""

    schema: type[RequestBody]
    numbers: Collection[str] = ()
    flags: Collection[str] = ()
    lists: Collection[str] = ()
    choices: Collection[str] = ()
    other_names: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Further names in headers. One that occurs at several columns is refused as ambiguous."""

    @property
    def names(self) -> list[str]:
        """The names of all columns."""
        return [member.alias or name for name, member in self.schema.model_fields.items()]

    @property
    def required(self) -> list[str]:
        """The names of the required columns."""
        members = self.schema.model_fields.items()
        return [member.alias or name for name, member in members if member.is_required()]

    def by_key(self) -> Mapping[str, Sequence[str]]:
        """Return the columns that each name can mean, by the keys of the names."""
        found: dict[str, list[str]] = {}
        for column in self.names:
            for key in dict.fromkeys(map(_key, (column, *self.other_names.get(column, ())))):
                found.setdefault(key, []).append(column)
        return {**found, **{column: [column] for column in self.names}}


class Header(NamedTuple):
    """The header of a CSV file."""

    separator: str
    names: Sequence[str]
    """The names as they are written, without empty ones at the end."""
    columns: Sequence[str | None]
    """The column of each name; None if it is unknown, ambiguous or empty."""
    ambiguous: Mapping[str, Sequence[str]]
    """The names that can mean several columns."""

    @property
    def unknown(self) -> list[str]:
        """The names without a column, printable and shortened."""
        pairs = zip(self.names, self.columns, strict=True)
        return [
            shown(name)
            for name, column in pairs
            if name and column is None and name not in self.ambiguous
        ]


def separator_of(text: str) -> str | None:
    """Return the separator that a line of Excel declares; None for another line."""
    found = _SEPARATOR_LINE.fullmatch(text)
    return found and found[1]


def parse_header(text: str, columns: Columns, separator: str | None) -> Header:
    """Return the header with the separator that yields the most columns. Raises csv.Error."""
    headers: list[Header] = []
    fault: csv.Error | None = None
    for each in [separator] if separator else SEPARATORS:
        try:
            headers.append(_with_separator(text, columns, each))
        except csv.Error as error:
            fault = fault or error
    if not headers:
        raise fault or csv.Error("there is no separator")
    return max(headers, key=lambda header: (_count_known(header), len(header.names)))


def find_columns(cells: Sequence[str], columns: Columns, separator: str) -> Header:
    """Return the header that has these cells."""
    names = [cell.strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    by_key = columns.by_key()
    found = [by_key.get(name) or by_key.get(_key(name), ()) for name in names]
    pairs = zip(names, found, strict=True)
    ambiguous = {name: several for name, several in pairs if len(several) > 1}
    return Header(separator, names, [one[0] if len(one) == 1 else None for one in found], ambiguous)


def header_errors(header: Header, columns: Columns, *, ignore_unknown: bool) -> list[FieldError]:
    """Return the errors of the header of a CSV file."""
    if not any(header.names):
        return [_error("required", "The header is missing.")]
    errors = [
        _error(
            "ambiguous_column",
            f'The column "{shown(name)}" can be {" or ".join(found)}. Rename it.',
        )
        for name, found in header.ambiguous.items()
    ]
    for name in () if ignore_unknown else dict.fromkeys(header.unknown):
        # A column without effect would be lost.
        message = f'There is no column "{name}". The columns are {", ".join(columns.names)}.'
        errors.append(_error("unknown_column", message))
    errors += _repeated(header)
    ambiguous = {column for found in header.ambiguous.values() for column in found}
    errors += [
        _error("required", f'The column "{name}" is missing.')
        for name in columns.required
        if name not in header.columns and name not in ambiguous
    ]
    return errors[:MAX_ERRORS]


def shown(name: str) -> str:
    """Return a name from the file that fits into a message."""
    printable = "".join(character if character.isprintable() else "?" for character in name)
    return printable[:_MAX_NAME_LENGTH]


def describe_separator(header: Header) -> str:
    """Return a sentence about the separator of a header with errors."""
    if len(header.names) == 1:
        return "No comma, semicolon or tab separates columns."
    return f"The columns are separated by {SEPARATORS[header.separator]}."


def _with_separator(text: str, columns: Columns, separator: str) -> Header:
    rows = csv.reader([text], delimiter=separator, skipinitialspace=True, strict=True)
    return find_columns(next(rows, []), columns, separator)


def _count_known(header: Header) -> int:
    return len({*header.columns} - {None})


def _repeated(header: Header) -> list[FieldError]:
    """Return the errors of columns that occur more than once."""
    errors = []
    for column in dict.fromkeys(filter(None, header.columns)):
        pairs = zip(header.names, header.columns, strict=True)
        names = [shown(name) for name, found in pairs if found == column]
        if len(names) > 1 and len({*names}) == 1:
            message = f'The column "{names[0]}" occurs more than once.'
            errors.append(_error("duplicate_column", message))
        elif len(names) > 1:
            listed = " and ".join(f'"{name}"' for name in dict.fromkeys(names))
            message = f"The columns {listed} are both {column}. Keep one of them."
            errors.append(_error("duplicate_column", message))
    return errors


def _key(name: str) -> str:
    """Return a name without case, blanks and punctuation. A control character stays unknown."""
    return "".join(
        character for character in name.casefold() if character.isalnum() or character < " "
    )


def _error(code: str, message: str) -> FieldError:
    return FieldError("header", code, message)
