"""The file of the secrets that are generated on the first start: one per line, newest first."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from bridgework.kit.core.files import describe_denial
from bridgework.kit.security.keyring import MIN_SECRET_LENGTH


class UnusableSecretFile(Exception):
    """The file cannot be read, or has no valid secret; the message says what to do."""


def read(path: Path) -> tuple[str, ...]:
    """The secrets in an existing file. Raises UnusableSecretFile."""
    try:
        lines = path.read_text(encoding="ascii").split()
    except OSError as error:
        raise UnusableSecretFile(describe_denial(path, error)) from None
    except UnicodeDecodeError:
        lines = []
    if not lines or any(len(line) < MIN_SECRET_LENGTH for line in lines):
        problem = "has no secret" if not lines else "has an incomplete secret"
        raise UnusableSecretFile(
            f"{path} {problem}: restore the file from where you store it, separately from the "
            "backups. With a new secret, all users must sign in again, and data that was encrypted "
            "with the former one is lost"
        )
    return tuple(lines)


def read_or_create(path: Path) -> tuple[str, ...]:
    """The secrets in a file. If it does not exist, it is created with a secret and mode 0600.

    Raises UnusableSecretFile if it exists and cannot be used.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return read(path)
    secret = generate()
    _write(handle, [secret])
    return (secret,)


def create(path: Path, lines: Sequence[str]) -> None:
    """Create a file with these secrets, newest first. Raises FileExistsError."""
    _write(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), [*lines])


def rotate(path: Path) -> int:
    """Add a new secret in front of those in a file. Returns the number of secrets.

    The file is replaced atomically.
    """
    former = read_or_create(path)
    draft = path.with_suffix(".part")
    draft.unlink(missing_ok=True)
    _write(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), [generate(), *former])
    draft.rename(path)
    return len(former) + 1


def generate() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def _write(handle: int, lines: list[str]) -> None:
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
