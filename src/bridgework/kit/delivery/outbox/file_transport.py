"""E-mails as `.eml` files in a folder, for installations without a mail server."""

import os
import re
import time
from collections.abc import Collection
from contextlib import suppress
from email import policy
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from pathlib import Path

from bridgework.kit.core.files import rename
from bridgework.kit.delivery.outbox.transport import Transport
from bridgework.kit.text import email_key

_UNSAFE_IN_NAMES = re.compile(r"[^A-Za-z0-9@._-]")
_ABANDONED_SECONDS = 3600.0
"""The age from which a partial file belongs to a worker that was killed."""


def recipient_keys(file: Path) -> set[str]:
    """Return the keys of the addresses that the e-mail in a file is to."""
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(file.read_bytes())
    return {email_key(address) for _, address in getaddresses([str(headers["To"] or "")])}


def delete_to(folder: Path, address_keys: Collection[str]) -> None:
    """Delete the e-mails to addresses, given by their keys."""
    for file in folder.glob("*.eml"):
        with suppress(FileNotFoundError):  # another process may delete it too
            if not recipient_keys(file).isdisjoint(address_keys):
                file.unlink()


class FileTransport(Transport):
    """Writes each e-mail to one file, named by its Message-ID.

    Files appear complete. An e-mail that is delivered twice, because the worker was killed
    before it recorded the first delivery, is there once.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._next_cleanup = 0.0

    def open(self) -> None:
        """Delete abandoned partial files, once an hour."""
        if time.monotonic() < self._next_cleanup:
            return
        self._next_cleanup = time.monotonic() + _ABANDONED_SECONDS
        for partial in self._folder.glob(".*.part"):
            with suppress(OSError):  # another worker may have deleted it
                if time.time() - partial.stat().st_mtime > _ABANDONED_SECONDS:
                    partial.unlink()

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Write the file. Raises OSError."""
        del recipient  # it is in the message
        # E-mails contain codes: only this user may read them.
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = _UNSAFE_IN_NAMES.sub("_", message_id.strip("<>"))
        target = self._folder / f"{name}.eml"
        if target.exists():
            return
        partial = self._folder / f".{name}.{os.getpid()}.part"
        try:
            partial.write_bytes(message)
            rename(partial, target)
        except OSError:
            partial.unlink(missing_ok=True)  # the disk may be full
            raise
