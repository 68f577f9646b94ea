"""Covers of events for the upload to Luma, which accepts images on its own servers only.

Only files of our own storage are read: fetching a URL from a user would allow requests into the
internal network (SSRF). Files that are not public are not uploaded.
"""

import time
from datetime import timedelta

import httpx2

from bridgework.areas.identity.uploads import actions as uploads
from bridgework.kit.core import Clock
from bridgework.kit.core.net import bounded_responses
from bridgework.kit.data.db import Database
from bridgework.kit.storage import Storage

_MAX_BYTES = 10 * 1024**2
_TIMEOUT_SECONDS = 10.0
_LINK_TTL = timedelta(minutes=5)
_MAGIC_BYTES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
"""The two media types that Luma accepts, by their first bytes."""

Picture = tuple[bytes, str]


def read(database: Database, storage: Storage, clock: Clock, address: str) -> Picture | None:
    """Return the image at one of our public URLs and its media type; None if it is unsuitable.

    Raises OSError or httpx2.HTTPError if the storage can't be reached.
    """
    path = storage.path_of_url(address)
    if not path:
        return None
    with database.reading() as tx:
        if not uploads.is_public(tx, path):
            return None
    file = storage.local_path(path)
    if file is None:
        content = _fetch(storage.signed_url(path, clock.now() + _LINK_TTL))
    else:
        content = file.read_bytes() if file.stat().st_size <= _MAX_BYTES else b""
    for magic_bytes, media_type in _MAGIC_BYTES.items():
        if content.startswith(magic_bytes):
            return content, media_type
    return None


def _fetch(url: str) -> bytes:
    """Fetch a file at a URL of our storage; return b"" if it is too large."""
    until = time.monotonic() + _TIMEOUT_SECONDS
    with httpx2.stream("GET", url, timeout=_TIMEOUT_SECONDS) as response:
        response.raise_for_status()
        try:
            return bounded_responses.read(response.iter_bytes(), max_bytes=_MAX_BYTES, until=until)
        except bounded_responses.ResponseTooSlow as error:
            raise httpx2.ReadTimeout(str(error)) from None
        except bounded_responses.ResponseTooLarge:
            return b""
