"""Folders for unfinished work, and files that appear whole or not at all."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bridgework.kit.backup.errors import BackupRefused


@contextmanager
def working_folder(where: Path, kind: str) -> Iterator[Path]:
    """A folder for unfinished files, with mode 0700, deleted when the block ends.

    A killed process leaves its folder. The next one of the same kind in the same place deletes it:
    a folder that is in use is locked.
    """
    for left in where.glob(f".bridgework-{kind}-*"):
        with suppress(OSError), _locked(left):
            shutil.rmtree(left, ignore_errors=True)
    try:
        folder = Path(tempfile.mkdtemp(prefix=f".bridgework-{kind}-", dir=where))
    except OSError as error:
        raise BackupRefused(f"{where} can't be written to: {error.strerror}") from None
    with _locked(folder):
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def publish(part: Path, target: Path) -> None:
    """Give a finished file its name; it survives a power cut from then on."""
    sync(part)
    if target.exists():
        raise BackupRefused(f"{target} is there already: choose another name")
    part.rename(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Write a file, or the entries of a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def must_have_room(folder: Path, need: int) -> None:
    """Raise BackupRefused if `need` bytes, and some more, do not fit where `folder` is."""
    free = shutil.disk_usage(folder).free
    if free < need + _SPARE:
        raise BackupRefused(f"{folder} has room for {free:,} bytes, and {need:,} are needed")


_SPARE = 64 * 1024**2


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)
