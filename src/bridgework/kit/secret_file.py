"""The secrets that a first start makes, so that nobody has to: newest first, a line each."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path


def read_or_make(path: Path) -> tuple[str, ...]:
    """The secrets in `path`; if there is none, one is made, readable by us alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return tuple(path.read_text(encoding="ascii").split())
    made = generate()
    _write(handle, [made])
    return (made,)


def put(path: Path, held: Sequence[str]) -> None:
    """Put secrets into a file that is not there yet, newest first. Raises FileExistsError."""
    _write(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), [*held])


def rotate(path: Path) -> int:
    """Put a new secret in front of those in `path`. Returns how many there are now.

    The file is replaced whole or not at all.
    """
    kept = read_or_make(path)
    draft = path.with_suffix(".part")
    draft.unlink(missing_ok=True)
    _write(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), [generate(), *kept])
    draft.rename(path)
    return len(kept) + 1


def generate() -> str:
    """A secret nobody can guess: 256 random bits."""
    return secrets.token_urlsafe(32)


def _write(handle: int, lines: list[str]) -> None:
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
