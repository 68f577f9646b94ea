"""What every storage can do."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from bridgework.kit.errors import Unavailable

_PATH = re.compile(r"[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?")


class StorageUnavailable(Unavailable):
    """The file storage can't be reached: try again in a moment."""

    retry_after = "2"


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


class Storage(ABC):
    """Files by their path. A storage on the network raises StorageUnavailable.

    What is not abstract is for a storage to which clients send uploads, and from which they fetch
    files, without going through this program.
    """

    incoming: Path | None = None
    """The folder that bodies are streamed into; None if clients send them elsewhere."""

    @abstractmethod
    def ticket(self, order: Order) -> Ticket:
        """How to send what was ordered."""

    def proves(self, secret: str, order: Order) -> bool:
        """Whether `secret`, from a ticket's URL, was issued for exactly this order."""
        del secret, order
        return False

    def make_room(self, body: Path, path: str) -> None:
        """Make a streamed body durable, and create the folder that it will be in."""
        del body, path
        raise LookupError("clients send bodies to the store itself")

    def take(self, body: Path, path: str) -> None:
        """Move a body, for which there is room, to its path in one step."""
        del body, path
        raise LookupError("clients send bodies to the store itself")

    @abstractmethod
    def brought(self, path: str) -> Brought | None:
        """What was uploaded for `path` and is not kept yet, None if nothing was."""

    @abstractmethod
    def open(self, path: str, brought: Brought) -> AbstractContextManager[BinaryIO]:
        """Open what was uploaded, seekable."""

    def keep(self, path: str, media: str, brought: Brought) -> None:
        """Make what was uploaded available at its path, if it is not. Idempotent."""
        del path, media, brought

    @abstractmethod
    def drop(self, paths: Iterable[str]) -> None:
        """Delete these files, kept or only uploaded; a missing one is no error."""

    @abstractmethod
    def tidy(self, before: datetime) -> None:
        """Delete uploads that were begun before then and never completed."""

    @abstractmethod
    def address(self, path: str) -> str:
        """The URL of a public file."""

    def path_at(self, address: str) -> str:
        """The path whose `address` this is, empty if it is none of ours."""
        front = self.address("")
        path = address.removeprefix(front)
        return path if address.startswith(front) and _PATH.fullmatch(path) else ""

    @abstractmethod
    def kept(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        """Open a kept file, to be read from its start on; None if there is none."""

    @abstractmethod
    def put_back(self, body: Path, path: str, media: str) -> None:
        """Keep a file again that was kept at this path before, in one step."""

    @abstractmethod
    def link(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        """A URL that serves a file until `expires`.

        A link of our own carries `bound_to`, the id of a record by which it can be withdrawn
        sooner.
        """

    def admits(
        self, path: str, expires: str, signature: str, now: datetime, *, bound_to: str = ""
    ) -> bool:
        """Whether these are the parts of a valid link of our own to this file."""
        del path, expires, signature, now, bound_to
        return False

    def found(self, path: str) -> Path | None:
        """The file on this machine, None if it is elsewhere."""
        del path
        return None

    def close(self) -> None:
        """Release connections, if there are any."""
        return
