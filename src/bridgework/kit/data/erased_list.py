"""The list of erased accounts in a file next to the database: one ID per line, append-only.

It outlives the database, so that after a restore the accounts erased since the backup are erased
again. An ID alone identifies no person.
"""

from collections.abc import Iterable
from pathlib import Path

from bridgework.kit.core import Id, is_id
from bridgework.kit.core.files import write_private


class UnreadableList(Exception):
    """The file is not a list of IDs; the message names the reason in one line."""


def add(file: Path, account_ids: Iterable[Id]) -> None:
    """Add the IDs that are missing. The file is replaced atomically."""
    listed = read(file) if file.exists() else []
    new = set(account_ids).difference(listed)
    if new:
        write_private(file, "".join(f"{account}\n" for account in [*listed, *sorted(new)]))


def read(file: Path) -> list[Id]:
    """The IDs in the list; a truncated last line is ignored. Raises UnreadableList."""
    try:
        *lines, rest = file.read_text(encoding="ascii").split("\n")
    except (OSError, UnicodeDecodeError):
        raise UnreadableList(f"{file} cannot be read as a list of IDs") from None
    lines += [rest] if is_id(rest) else []
    for number, line in enumerate(lines, 1):
        if line and not is_id(line):
            raise UnreadableList(f"{file}, line {number}: this is not the ID of an account")
    return [Id(line) for line in lines if line]
