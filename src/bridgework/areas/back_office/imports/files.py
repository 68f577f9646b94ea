"""The files of imports, on the machine that received them."""

import codecs
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from bridgework.areas.back_office.imports.reading.parsing import (
    IS_WORKBOOK,
    NOT_UTF_8,
    FileUnreadable,
    Format,
)
from bridgework.kit.core import Id
from bridgework.kit.core.files import durable_files
from bridgework.settings import Settings

_PART_SIZE = 1024 * 1024
_LINE_END = re.compile(r"\r\n?|\n")
_WORKBOOK_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of workbooks of Excel and LibreOffice, which people send as CSV."""
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def convert(received: Path, file_format: Format, *, is_start: bool = False) -> None:
    """Check that a text file is in UTF-8; convert one in UTF-16 with a byte order mark.

    The lines of CSV of old programs end with CR, which becomes LF. With `is_start` the file may end
    in the middle of a character. Raises FileUnreadable for a workbook and for another encoding.
    """
    converted = received.with_suffix(".utf8")
    try:
        with received.open("rb") as file, converted.open("wb") as target:
            if _convert(file, target, file_format, is_start=is_start):
                converted.replace(received)
    except UnicodeError:
        raise FileUnreadable(NOT_UTF_8) from None
    finally:
        converted.unlink(missing_ok=True)


def _convert(file: BinaryIO, target: BinaryIO, file_format: Format, *, is_start: bool) -> bool:
    """Write the converted file; False if the file is to be left as it is."""
    start = file.read(len(_WORKBOOK_MARKS[0]))
    if start in _WORKBOOK_MARKS:
        raise FileUnreadable(IS_WORKBOOK)
    file.seek(0)
    is_utf16 = start[:2] in _UTF_16_MARKS
    decoder = codecs.getincrementaldecoder("utf-16" if is_utf16 else "utf-8")()
    part = file.read(_PART_SIZE)
    text = decoder.decode(part, final=not (part or is_start))
    end = _LINE_END.search(text) if file_format == "csv" else None
    has_cr = end is not None and end[0] == "\r"
    while part:
        if is_utf16 or has_cr:
            target.write((text.replace("\r", "\n") if has_cr else text).encode())
        part = file.read(_PART_SIZE)
        text = decoder.decode(part, final=not (part or is_start))
    return is_utf16 or has_cr


def path_of(settings: Settings, import_id: Id, file_format: str) -> Path:
    """Return the path of the file of an import."""
    return settings.imports_dir / f"{import_id}.{file_format}"


def store(received: Path, target: Path) -> None:
    """Move a received file to its path durably."""
    durable_files.rename(received, target)


def delete(settings: Settings, import_id: Id) -> None:
    """Delete the file of an import, if it is on this machine."""
    for path in settings.imports_dir.glob(f"{import_id}.*"):
        path.unlink(missing_ok=True)


def delete_old(settings: Settings, before: datetime, keep: frozenset[str]) -> None:
    """Delete the files that were received before a time, except those of the ids in `keep`."""
    for path in settings.imports_dir.glob("*"):
        # Another process of this machine may delete it at the same time.
        with suppress(FileNotFoundError):
            if path.stem not in keep and path.stat().st_mtime < before.timestamp():
                path.unlink()
