"""Renders batches of records as CSV (RFC 4180) or as JSON Lines."""

import codecs
import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic_core import to_json

from bridgework.kit.validation import ResponseModel

Format = Literal["csv", "jsonl"]

CONTENT_TYPES: Mapping[Format, str] = {
    "csv": "text/csv; charset=utf-8; header=present",
    "jsonl": "application/x-ndjson",
}
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A spreadsheet program executes a cell that begins with one of these (OWASP, CSV Injection)."""


def columns_of(schema: type[ResponseModel], without: Sequence[str]) -> Sequence[str]:
    """Return the names of the columns: the members in JSON, except some by Python name."""
    return [
        member.alias or name for name, member in schema.model_fields.items() if name not in without
    ]


def render_header(columns: Sequence[str]) -> bytes:
    """Return the first line of a CSV file, with a byte order mark.

    Without a mark, spreadsheet programs read a file as text of the local encoding.
    """
    return codecs.BOM_UTF8 + _to_csv([columns])


def render(records: Iterable[ResponseModel], columns: Sequence[str], file_format: Format) -> bytes:
    """Return the lines of some records."""
    rows = (record.model_dump(mode="json", by_alias=True) for record in records)
    if file_format == "csv":
        return _to_csv([_to_cell(row[column]) for column in columns] for row in rows)
    return b"".join(to_json({column: row[column] for column in columns}) + b"\n" for row in rows)


def _to_csv(rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue().encode()


def _to_cell(value: object) -> str:
    """Return the text of a member: lists and objects as JSON, null as an empty cell."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return to_json(value).decode()
    # An apostrophe makes a spreadsheet program display the cell as text.
    return f"'{value}" if value.startswith(_FORMULA_STARTS) else value
