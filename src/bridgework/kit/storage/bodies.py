"""Bodies that are too large for memory: constraints of an upload, a received body, a download."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

OCTET_STREAM = "application/octet-stream"
"""The media type of a body whose sender does not state its type."""


@dataclass(frozen=True, slots=True)
class BodyConstraints:
    """Constraints of a streamed body, known before it is read."""

    folder: Path
    media_types: Sequence[str]
    """The media types that a sender may state."""
    min_size: int
    max_size: int
    upload_id: str
    """The id of the upload, which can be received once at a time."""
    account_id: str
    """The account that sends the body."""


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    """A complete body in a temporary file, which is deleted after the request unless moved."""

    file: Path
    size: int
    digest: str
    """A digest of the content."""
    media_type: str
    """The media type that the sender stated."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to send. Byte ranges and conditional requests are supported."""

    path: Path
    media_type: str
    digest: str
    changed_at: datetime
    disposition: str
    cache_control: str


@dataclass(frozen=True, slots=True)
class TemporaryRedirect:
    """A redirect to the URL at which the resource is available for now (302)."""

    url: str
    cache_control: str


_INLINE_TYPES = frozenset(
    {"image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4", "video/webm"}
    | {"video/quicktime"}
)
"""Media types that a browser may display: none of them can contain a script."""


_PLAIN_NAME = re.compile(r"[A-Za-z0-9 ._()+-]+")
_ATTR_CHARS = "!#$&+-.^_`|~"
"""What RFC 8187 allows besides letters and digits."""


def disposition(path: str, media_type: str, name: str | None) -> str:
    """Return the Content-Disposition: `inline` for images and videos, else `attachment`.

    `name` is the name for downloads (RFC 6266); without it, and for programs that know only ASCII
    names, the last part of the path is.
    """
    kind = "inline" if media_type in _INLINE_TYPES else "attachment"
    if name is None:
        return f'{kind}; filename="{_last_part(path)}"'
    ascii_name = name if _PLAIN_NAME.fullmatch(name) else _last_part(path)
    return f"{kind}; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(name, safe=_ATTR_CHARS)}"


def _last_part(path: str) -> str:
    return path.rpartition("/")[2]
