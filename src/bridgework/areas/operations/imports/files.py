"""The files of imports, on the machine that received them."""

import codecs
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from bridgework.areas.operations.imports.parsing import NOT_UTF_8, FileUnreadable
from bridgework.kit.core import Id
from bridgework.kit.core.files import durable_files
from bridgework.settings import Settings

_PART_SIZE = 1024 * 1024
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def convert_to_utf8(received: Path) -> None:
    """Check that a file is in UTF-8; convert one in UTF-16 with a byte order mark.

    Raises FileUnreadable for another encoding.
    """
    converted = received.with_suffix(".utf8")
    try:
        with received.open("rb") as file, converted.open("wb") as target:
            is_utf16 = file.read(2) in _UTF_16_MARKS
            file.seek(0)
            decoder = codecs.getincrementaldecoder("utf-16" if is_utf16 else "utf-8")()
            is_last = False
            while not is_last:
                part = file.read(_PART_SIZE)
                is_last = not part
                text = decoder.decode(part, final=is_last)
                if is_utf16:
                    target.write(text.encode())
        if is_utf16:
            converted.replace(received)
    except UnicodeError:
        raise FileUnreadable(NOT_UTF_8) from None
    finally:
        converted.unlink(missing_ok=True)


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
