"""Files that survive a power cut, and appear whole or not at all."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Write a file, or the entries of a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def rename(part: Path, target: Path) -> None:
    """Give a finished file its name, in place of what had it."""
    sync(part)
    part.rename(target)
    sync(target.parent)


def write_private(target: Path, text: str) -> None:
    """Write a file with mode 0600, in place of what had its name."""
    draft = target.with_suffix(".part")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    rename(draft, target)
