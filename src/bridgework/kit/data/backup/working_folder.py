"""Temporary folders of backups and restores."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def working_folder(where: Path, kind: str) -> Iterator[Path]:
    """Create a folder for unfinished files, with mode 0700, and delete it when the block ends.

    A killed process leaves its folder behind. The next process of the same kind and place deletes
    it; a folder in use is locked.
    """
    prefix = f".bridgework-{kind}-"
    for abandoned in where.glob(f"{prefix}*"):
        with suppress(OSError), _locked(abandoned):
            shutil.rmtree(abandoned, ignore_errors=True)
    with (
        TemporaryDirectory(prefix=prefix, dir=where, ignore_cleanup_errors=True) as name,
        _locked(Path(name)),
    ):
        yield Path(name)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)
