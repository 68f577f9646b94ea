"""Reads a password from a file or from standard input, so that no process list shows it."""

import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from bridgework.commands import errors
from bridgework.kit.security import Passwords
from bridgework.kit.validation import NewMasterPassword, NewPassword

STANDARD_INPUT = "-"
_MAX_BYTES = 4096
"""More than any password has."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of password: its name, its type, and its limits in words."""

    name: str
    type: Any
    limits: str


MEMBER = Kind("password", NewPassword, "6 to 128 characters")
MASTER = Kind("master password", NewMasterPassword, "12 to 256 characters")


def read(file: str | None, kind: Kind, passwords: Passwords) -> str:
    """Return the first line of the file without its line end; empty if `file` is None.

    Raises ClickException if the password is refused: its length, or that it is a common one.
    Prints a warning if other users of the machine can read the file.
    """
    if file is None:
        return ""
    source = "standard input" if file == STANDARD_INPUT else file
    content = sys.stdin.buffer.read(_MAX_BYTES) if file == STANDARD_INPUT else _content(file)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise click.ClickException(f"{source} is not UTF-8") from None
    password = text.removesuffix("\n").removesuffix("\r")
    if "\n" in password:
        raise click.ClickException(
            f"{source} has more than one line: it must be the {kind.name} alone"
        )
    must_be_accepted(password, kind, passwords)
    return password


def must_be_accepted(password: str, kind: Kind, passwords: Passwords) -> None:
    """Raise ClickException if the password has the wrong length or is a common one."""
    rule = f"a {kind.name} must have {kind.limits}, and no control characters"
    errors.parse(kind.type, password, rule)
    if passwords.is_refused(password):
        raise click.ClickException(
            f"this {kind.name} is one of the most common passwords; choose another"
        )


def _content(file: str) -> bytes:
    path = Path(file)
    try:
        with path.open("rb") as opened:
            mode = stat.S_IMODE(path.stat().st_mode)
            content = opened.read(_MAX_BYTES)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}") from None
    if mode & 0o077:
        click.secho(
            f"warning: other users of this machine can access {file} (mode {mode:04o}): run chmod "
            f"600 {file}",
            fg="yellow",
            err=True,
        )
    return content
