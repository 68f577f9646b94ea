"""The pictures of events, as far as they lie with us: Luma takes no other server's.

An address that somebody else wrote is never fetched: a server that asks wherever it is told to
can be sent into its own network. And what is not everybody's here is not given to Luma either,
whoever names it as a cover.
"""

from datetime import timedelta

import httpx2

from bridgework.areas.uploads import actions as uploads
from bridgework.kit.clock import Clock
from bridgework.kit.db.database import Database
from bridgework.kit.storage.storage import Storage

_LARGEST = 10 * 1024**2
_SECONDS = 20.0
_LINK_LIFE = timedelta(minutes=5)
_BEGINNINGS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
"""By which the two kinds that Luma takes are told from any other."""

Picture = tuple[bytes, str]


def read(database: Database, storage: Storage, clock: Clock, address: str) -> Picture | None:
    """The picture at a public address of ours, and its media type; None if Luma can't have it.

    Raises OSError or httpx2.HTTPError where the storage can't be reached.
    """
    path = storage.path_at(address)
    if not path or not _is_public(database, path):
        return None
    file = storage.found(path)
    picture = _fetched(storage.link(path, clock.now() + _LINK_LIFE)) if file is None else None
    if file is not None and file.stat().st_size <= _LARGEST:
        picture = file.read_bytes()
    return None if picture is None else _known(picture)


def _is_public(database: Database, object_path: str) -> bool:
    with database.reading() as tx:
        return uploads.is_served(tx, object_path)


def _known(picture: bytes) -> Picture | None:
    for beginning, media_type in _BEGINNINGS.items():
        if picture.startswith(beginning):
            return picture, media_type
    return None


def _fetched(address: str) -> bytes | None:
    """What lies at an address that our own storage gave out; None if that is too large."""
    body = b""
    with httpx2.stream("GET", address, timeout=_SECONDS) as response:
        response.raise_for_status()
        for part in response.iter_bytes():
            body += part
            if len(body) > _LARGEST:
                return None
    return body
