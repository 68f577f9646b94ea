"""Workbooks (`.xlsx`) as people send them, and damaged ones."""

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from openpyxl import Workbook

Rows = Sequence[list[Any]]


def workbook(rows: Rows, others: Mapping[str, Rows] | None = None) -> bytes:
    """Return a workbook with a sheet "People" and further ones after it."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, each in {"People": rows, **(others or {})}.items():
        sheet = book.create_sheet(title)
        for row in each:
            sheet.append(row)
    return _saved(book)


def with_hidden_first(hidden: Rows, rows: Rows) -> bytes:
    """Return a workbook whose first sheet, "Lists", is hidden, and whose second one is empty."""
    book = Workbook()
    first = book.worksheets[0]
    first.title, first.sheet_state = "Lists", "hidden"
    for row in hidden:
        first.append(row)
    book.create_sheet("Empty")
    people = book.create_sheet("People")
    for row in rows:
        people.append(row)
    return _saved(book)


def changed(book: bytes, change: Callable[[str, bytes], bytes | None]) -> bytes:
    """Return a workbook with other parts; None leaves a part out."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as source, zipfile.ZipFile(result, "w") as target:
        for part in source.infolist():
            content = change(part.filename, source.read(part))
            if content is not None:
                target.writestr(part.filename, content, zipfile.ZIP_DEFLATED)
    return result.getvalue()


def with_sheet(xml: bytes) -> bytes:
    """Return a workbook whose sheet has these rows as XML."""
    space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (space, xml)
    book = workbook([["email"]])
    return changed(book, lambda name, part: sheet if "sheet1" in name else part)


def _saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
