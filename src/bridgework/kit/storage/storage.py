"""The interface of a file storage."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from bridgework.kit.core import Unavailable

CHECK_CONTENT = b"Bridgework checks the file storage."
"""The content of the file that `check` writes."""
_PATH = re.compile(r"[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?")


class StorageFault(Exception):
    """The storage cannot write, read or delete files; the text says why, for operators."""


class StorageUnavailable(Unavailable):
    """The file storage is unavailable: try again in a few seconds."""

    retry_after = "2"


@dataclass(frozen=True, slots=True)
class UploadSpec:
    """What a client may upload with one presigned URL, and until when."""

    id: str
    path: str
    media_type: str
    size: int
    exact: bool
    """Whether `size` is the exact size; otherwise it is the maximum."""
    expires: datetime


@dataclass(frozen=True, slots=True)
class PresignedUpload:
    """A presigned upload: the client sends the bytes by PUT to `url` with these headers."""

    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UploadedObject:
    """What the storage knows about an uploaded file."""

    size: int
    media_type: str | None
    """The media type that the storage recorded; None if it was checked during the upload."""
    version: str
    """Identifies the content; empty if the content cannot be replaced."""


class Storage(ABC):
    """Files by path. A storage on the network raises StorageUnavailable.

    The methods that are not abstract have a default for storages that clients upload to and
    download from directly, without this program.
    """

    incoming: Path | None = None
    """The folder that bodies are streamed to; None if clients upload to the storage directly."""

    @abstractmethod
    def presign_upload(self, spec: UploadSpec) -> PresignedUpload:
        """Return a presigned upload for `spec`."""

    def verify_upload_token(self, token: str, spec: UploadSpec) -> bool:
        """Whether `token`, from the URL of a presigned upload, was issued for exactly `spec`."""
        del token, spec
        return False

    def prepare(self, body: Path, path: str) -> None:
        """Make a streamed body durable, and create the folder of its path."""
        del body, path
        raise LookupError("clients upload to the storage directly")

    def store(self, body: Path, path: str) -> None:
        """Move a prepared body to its path atomically."""
        del body, path
        raise LookupError("clients upload to the storage directly")

    @abstractmethod
    def find_upload(self, path: str) -> UploadedObject | None:
        """Return what was uploaded for `path` and is not published yet; None if nothing was."""

    @abstractmethod
    def open_upload(self, path: str, uploaded: UploadedObject) -> AbstractContextManager[BinaryIO]:
        """Open an unpublished upload. The file is seekable."""

    def publish(
        self, path: str, media_type: str, name: str | None, uploaded: UploadedObject
    ) -> None:
        """Make an upload available at its path, with a name for downloads. Idempotent."""
        del path, media_type, name, uploaded

    @abstractmethod
    def delete(self, paths: Iterable[str]) -> None:
        """Delete files and unpublished uploads. A missing file is not an error."""

    @abstractmethod
    def delete_incomplete(self, before: datetime) -> None:
        """Delete uploads that started before this time and were never completed."""

    @abstractmethod
    def public_url(self, path: str) -> str:
        """Return the URL of a public file."""

    @abstractmethod
    def origins(self) -> Sequence[str]:
        """Return the origins of all URLs that clients upload files to and download them from."""

    def path_of_url(self, url: str) -> str:
        """Return the path of a public URL; empty if the URL does not belong to this storage."""
        prefix = self.public_url("")
        path = url.removeprefix(prefix)
        return path if url.startswith(prefix) and _PATH.fullmatch(path) else ""

    @abstractmethod
    def open_stored(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        """Open a stored file for sequential reading; None if it does not exist."""

    @abstractmethod
    def restore(self, body: Path, path: str, media_type: str, name: str | None) -> None:
        """Store a file from a backup at its path atomically, with its name for downloads."""

    @abstractmethod
    def check(self) -> None:
        """Write, read and delete a small file. Raises StorageFault."""

    @abstractmethod
    def signed_url(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        """Return a URL that serves a file until `expires`.

        A URL of this program also carries `bound_to`, the id of a record by which it can be
        revoked earlier.
        """

    def verify_signed_url(
        self, path: str, expires: str, signature: str, now: datetime, *, bound_to: str = ""
    ) -> bool:
        """Whether these are the parts of a valid signed URL of this program for this file."""
        del path, expires, signature, now, bound_to
        return False

    def local_path(self, path: str) -> Path | None:
        """Return the file's path on this machine; None if the file is not on this machine."""
        del path
        return None

    def close(self) -> None:
        """Close connections."""
        return
