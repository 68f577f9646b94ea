"""A folder of this machine, with tickets and links of our own.

    files/incoming/    bodies on their way in, each under a name of its own
    files/<path>       what was stored; a path is `folder/account/name`

A body is brought to the disk before its asset says that it is stored, and is put to its place by
a rename: it is there whole or not at all, after a power cut too.
"""

import contextlib
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlencode

from bridgework.kit import disk_errors, signed_links
from bridgework.kit.db.columns import to_text
from bridgework.kit.durable_files import sync
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.storage.storage import Brought, Order, Storage, Ticket

_TICKETS = "upload"
_LINKS = "file link"
_SIGNATURE_LENGTH = 43
"""Hexadecimal digits of a link's signature: more than 128 bits."""


class LocalStorage(Storage):
    """Keeps files below one folder, which is made when it is first needed."""

    def __init__(self, folder: Path, keyring: Keyring, public_url: str) -> None:
        self._folder = folder
        self.incoming = folder / "incoming"
        self._keyring = keyring
        self._uploads = f"{public_url}/uploads/"
        self._files = f"{public_url}/files/"

    def ticket(self, order: Order) -> Ticket:
        secret = signed_links.create_token(self._keyring, _TICKETS, Id(order.id), *_bound_to(order))
        return Ticket(self._uploads + secret, {"Content-Type": order.media})

    def proves(self, secret: str, order: Order) -> bool:
        is_its_own = signed_links.parse_subject(secret) == order.id
        return is_its_own and signed_links.verify(
            self._keyring, _TICKETS, secret, *_bound_to(order)
        )

    @disk_errors.translate_disk_full()
    def make_room(self, body: Path, path: str) -> None:
        sync(body)
        place = self._place(path).parent
        if not place.is_dir():
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            for above in (place.parent, self._folder, self._folder.parent):
                sync(above)

    @disk_errors.translate_disk_full()
    def take(self, body: Path, path: str) -> None:
        place = self._place(path)
        body.rename(place)
        sync(place.parent)

    def brought(self, path: str) -> Brought | None:
        with contextlib.suppress(FileNotFoundError):
            return Brought(self._place(path).stat().st_size, None, "")
        return None

    def open(self, path: str, brought: Brought) -> AbstractContextManager[BinaryIO]:
        del brought
        return self._place(path).open("rb")

    def drop(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._place(path).unlink(missing_ok=True)

    def tidy(self, before: datetime) -> None:
        if self.incoming is not None and self.incoming.is_dir():
            for part in self.incoming.iterdir():
                with contextlib.suppress(FileNotFoundError):
                    if part.stat().st_mtime < before.timestamp():
                        part.unlink()

    def address(self, path: str) -> str:
        return self._files + path

    def kept(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        with contextlib.suppress(FileNotFoundError):
            return self._place(path).open("rb")
        return None

    def put_back(self, body: Path, path: str, media: str) -> None:
        del media
        self.make_room(body, path)
        self.take(body, path)

    def link(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        until = str(int(expires.timestamp()))
        signature = self._keyring.digest(_LINKS, path, until, bound_to)[:_SIGNATURE_LENGTH]
        query = {"expires": until, "signature": signature}
        if bound_to:
            query["for"] = bound_to
        return f"{self._files}{path}?{urlencode(query)}"

    def admits(
        self, path: str, expires: str, signature: str, now: datetime, *, bound_to: str = ""
    ) -> bool:
        if not (expires.isascii() and expires.isdigit() and len(expires) < 12):
            return False
        if int(expires) <= now.timestamp():
            return False
        return signature.isascii() and self._keyring.matches(
            signature, _LINKS, path, expires, bound_to, length=_SIGNATURE_LENGTH
        )

    def found(self, path: str) -> Path | None:
        return self._place(path)

    def _place(self, path: str) -> Path:
        """Where a path leads. Only paths out of our own rows come here; none leads elsewhere."""
        place = self._folder.joinpath(*path.split("/"))
        if ".." in place.parts or not place.is_relative_to(self._folder):
            raise ValueError("a path that leads out of the folder was never given out")
        return place


def _bound_to(order: Order) -> tuple[str, ...]:
    exactly = "exactly" if order.exact else "at most"
    return order.path, order.media, exactly, str(order.size), to_text(order.expires)
