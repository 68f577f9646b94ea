"""Mail into a folder: one `.eml` file a letter, exactly once."""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

from bridgework.kit.outbox.way_out import WayOut

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9@._-]")
_DRAFTS = ".*.part"
_ABANDONED_SECONDS = 3600.0
"""The age of a draft that nobody is writing: that takes a moment, whoever does it."""


class MailFolder(WayOut):
    """The embedded way out: files named by the letter's Message-ID.

    A file appears whole or not at all, and a letter that is handed over twice, because the
    worker died between the file and its note of it, is there once.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sweeps_at = 0.0

    def open(self) -> None:
        """Sweep away, an hour apart, what workers that were killed left half written."""
        if time.monotonic() < self._sweeps_at:
            return
        self._sweeps_at = time.monotonic() + _ABANDONED_SECONDS
        for draft in self._folder.glob(_DRAFTS):
            # Another may sweep too; and what can't be swept is in nobody's way.
            with suppress(OSError):
                if time.time() - draft.stat().st_mtime > _ABANDONED_SECONDS:
                    draft.unlink()

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Put the letter into the folder. Raises OSError if the folder can't be written."""
        del recipient  # it stands in the message
        # Codes stand in the letters: nobody else on the machine is to read them.
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = _NOT_IN_A_NAME.sub("_", message_id.strip("<>"))
        target = self._folder / f"{name}.eml"
        if target.exists():
            return
        draft = self._folder / f".{name}.{os.getpid()}.part"
        try:
            with draft.open("wb") as file:
                file.write(message)
                file.flush()
                os.fsync(file.fileno())
            draft.rename(target)
        except OSError:
            draft.unlink(missing_ok=True)  # on a full disk nobody has room for halves
            raise
        _sync(self._folder)


def _sync(folder: Path) -> None:
    """Make the new name itself outlive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
