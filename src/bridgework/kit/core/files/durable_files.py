"""Files that survive a power failure, and are written atomically."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Flush a file, or the entries of a directory, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def rename(part: Path, target: Path) -> None:
    """Durably rename a complete file; an existing target is replaced."""
    sync(part)
    part.rename(target)
    sync(target.parent)


def write_private(target: Path, text: str) -> None:
    """Write a file with mode 0600; an existing one is replaced."""
    draft = target.with_suffix(".part")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    rename(draft, target)
