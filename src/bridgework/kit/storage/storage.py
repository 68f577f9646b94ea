"""What every storage can do."""

import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from bridgework.kit.errors import Unavailable

_PATH = re.compile(r"[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?")


class StorageUnavailable(Unavailable):
    """The file storage can't be reached: try again in a moment."""

    def __init__(self) -> None:
        super().__init__(retry_after="2")


@dataclass(frozen=True, slots=True)
class Order:
    """What one ticket lets a client bring, and until when."""

    id: str
    path: str
    media: str
    size: int
    exact: bool
    """Whether `size` is how much it is, or else the most that it may be."""
    expires: datetime


@dataclass(frozen=True, slots=True)
class Ticket:
    """How a client brings the bytes: a PUT to `url` with these headers."""

    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Brought:
    """What lies where a ticket led."""

    size: int
    media: str | None
    """The type as the storage noted it; None where the ticket saw to that."""
    version: str
    """Tells these bytes from any others; empty where none can take their place."""


class Storage(Protocol):
    """Bytes by their path. Whatever goes out to a network raises StorageUnavailable."""

    @property
    def incoming(self) -> Path | None:
        """The folder that bodies are streamed into; None where clients bring them elsewhere."""
        ...

    def ticket(self, order: Order) -> Ticket:
        """A way to bring what was ordered."""
        ...

    def proves(self, secret: str, order: Order) -> bool:
        """Whether `secret`, out of a ticket's address, was given out for this very order."""
        ...

    def make_room(self, body: Path, path: str) -> None:
        """Bring a streamed body to the disk for good, and make the folder it will lie in."""
        ...

    def take(self, body: Path, path: str) -> None:
        """Put a body for which there is room to its place, whole or not at all."""
        ...

    def brought(self, path: str) -> Brought | None:
        """What was brought for `path` and is not kept yet, None if nothing was."""
        ...

    def open(self, path: str, brought: Brought) -> AbstractContextManager[BinaryIO]:
        """What was brought, to be read from any place in it."""
        ...

    def keep(self, path: str, media: str, brought: Brought) -> None:
        """Let what was brought be fetched at its path from now on. Twice is as good as once."""
        ...

    def drop(self, paths: Iterable[str]) -> None:
        """Delete what lies at these paths, kept or only brought; what isn't there is well."""
        ...

    def tidy(self, before: datetime) -> None:
        """Delete what was begun before then and is nobody's any more."""
        ...

    def address(self, path: str) -> str:
        """Where anybody fetches a public file."""
        ...

    def path_at(self, address: str) -> str:
        """The path whose `address` this is, empty where it is none of ours."""
        ...

    def kept(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        """What is kept at a path, to be read from its start on; None if nothing is."""
        ...

    def put_back(self, body: Path, path: str, media: str) -> None:
        """Keep a file anew that was kept at this path before, whole or not at all."""
        ...

    def link(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        """An address that serves a file until `expires`.

        The link carries `bound_to`, the id of a thing that may withdraw it sooner, back to us;
        not where the store serves links itself.
        """
        ...

    def admits(
        self, path: str, expires: str, signature: str, now: datetime, *, bound_to: str = ""
    ) -> bool:
        """Whether these are the parts of a link of ours to this file that is still good."""
        ...

    def found(self, path: str) -> Path | None:
        """The file on this machine, None where it lies elsewhere."""
        ...

    def close(self) -> None:
        """Give connections back."""
        ...


def path_behind(front: str, address: str) -> str:
    """What stands in an address behind its front, if that can be a path that was given out."""
    path = address.removeprefix(front)
    return path if address.startswith(front) and _PATH.fullmatch(path) else ""
