"""The list of who was erased, kept beside the database: an id a line, and lines are only added.

It outlives the database, so that a backup put in its place can't bring back who was erased since.
An id alone tells nothing of anybody.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from bridgework.kit.backup.errors import BackupRefused
from bridgework.kit.ids import Id, is_id
from bridgework.settings import Settings


def beside(settings: Settings) -> Path | None:
    """Where it is, if the database is a file of this machine."""
    return settings.data_dir / "erased.txt" if settings.on_sqlite else None


def add(file: Path, account_ids: Iterable[Id]) -> None:
    """Add those that are not in it yet, on the disk before this returns."""
    known = set(read(file)) if file.exists() else set()
    fresh = [account_id for account_id in account_ids if account_id not in known]
    if not fresh:
        return
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+b") as end:
        text = end.read()
        last = text.rpartition(b"\n")[2]
        whole = is_id(last.decode("ascii", "replace"))
        end.seek(len(text) if whole else len(text) - len(last))  # a power cut may cut a line off
        end.write((b"\n" if whole else b"") + b"".join(b"%b\n" % one.encode() for one in fresh))
        end.truncate()
        end.flush()
        os.fsync(end.fileno())


def read(file: Path) -> list[Id]:
    """Everybody in it. A last line that was cut off says nothing. Raises BackupRefused."""
    try:
        *lines, rest = file.read_text(encoding="ascii").split("\n")
    except (OSError, UnicodeDecodeError):
        raise BackupRefused(f"{file} can't be read as a list of ids") from None
    lines += [rest] if is_id(rest) else []
    for number, line in enumerate(lines, 1):
        if line and not is_id(line):
            raise BackupRefused(f"{file}, line {number}: that is no id of an account")
    return [Id(line) for line in lines if line]
