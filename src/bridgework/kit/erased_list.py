"""The list of who was erased, kept beside the database: an id a line, and lines are only added.

It outlives the database, so that a backup put in its place can't bring back who was erased since.
An id alone reveals nothing about a person.
"""

from collections.abc import Iterable
from pathlib import Path

from bridgework.kit.durable_files import write_private
from bridgework.kit.ids import Id, is_id
from bridgework.settings import Settings


class UnreadableList(Exception):
    """The file is no list of ids; the message says why, in one line."""


def beside(settings: Settings) -> Path | None:
    """Where it is, if the database is a file of this machine."""
    return settings.data_dir / "erased.txt" if settings.on_sqlite else None


def add(file: Path, account_ids: Iterable[Id]) -> None:
    """Add those that are not in it yet. The new list replaces the old one whole, on the disk."""
    known = read(file) if file.exists() else []
    new = set(account_ids).difference(known)
    if new:
        write_private(file, "".join(f"{each}\n" for each in [*known, *sorted(new)]))


def read(file: Path) -> list[Id]:
    """Everybody in it, but for a last line that was cut off. Raises UnreadableList."""
    try:
        *lines, rest = file.read_text(encoding="ascii").split("\n")
    except (OSError, UnicodeDecodeError):
        raise UnreadableList(f"{file} can't be read as a list of ids") from None
    lines += [rest] if is_id(rest) else []
    for number, line in enumerate(lines, 1):
        if line and not is_id(line):
            raise UnreadableList(f"{file}, line {number}: that is no id of an account")
    return [Id(line) for line in lines if line]
