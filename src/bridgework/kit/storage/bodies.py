"""Bodies that are too large for memory: what may come in, what has come, and what goes out."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Room:
    """What a streamed body has to be like, told before any of it is read."""

    folder: Path
    media: str
    least: int
    most: int
    ticket: str
    """The id of the upload ticket."""
    account: str
    """The id of the account that the ticket belongs to."""


@dataclass(frozen=True, slots=True)
class Received:
    """A body that was streamed to a file, whole: who does not move that away leaves it to go."""

    file: Path
    size: int
    digest: str
    """Of its bytes: others have another."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to be sent, or the part of it that is asked for."""

    path: Path
    media: str
    digest: str
    changed_at: datetime
    disposition: str
    cache_control: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What is asked for lies at another address for now: 302."""

    address: str
    cache_control: str


_SHOWN = frozenset(
    {"image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4", "video/webm"}
    | {"video/quicktime"}
)
"""What a browser may show by itself: nothing of this can run anything."""


def disposition(path: str, media: str) -> str:
    """`inline` for pictures and films, and for all else `attachment`: HTML, SVG, documents."""
    name = path.rpartition("/")[2]
    return f'{"inline" if media in _SHOWN else "attachment"}; filename="{name}"'
