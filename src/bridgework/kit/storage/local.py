"""File storage in a folder of this machine, with upload URLs and signed URLs of this program.

    files/incoming/    bodies that are being received, each in a temporary file
    files/<path>       stored files; a path is `folder/account/name`

A body is synced to the disk before its asset is marked as stored, and moved to its path by a
rename, so a file is complete or absent, also after a power failure.
"""

import contextlib
import secrets
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlencode

from bridgework.kit.core import Id
from bridgework.kit.core.files import disk_errors, sync
from bridgework.kit.data.db import to_text
from bridgework.kit.security import Keyring, signed_links
from bridgework.kit.storage.storage import (
    CHECK_CONTENT,
    PresignedUpload,
    Storage,
    StorageFault,
    UploadedObject,
    UploadSpec,
)
from bridgework.kit.text import urls

_UPLOAD_PURPOSE = "upload"
_LINK_PURPOSE = "file link"
_SIGNATURE_LENGTH = 43
"""Hexadecimal digits of a link's signature: more than 128 bits."""


class LocalStorage(Storage):
    """Stores files in a folder, which is created when it is first needed."""

    def __init__(self, folder: Path, keyring: Keyring, public_url: str) -> None:
        self._folder = folder
        self.incoming = folder / "incoming"
        self._keyring = keyring
        self._uploads = f"{public_url}/uploads/"
        self._files = f"{public_url}/files/"

    def presign_upload(self, spec: UploadSpec) -> PresignedUpload:
        token = signed_links.create_token(
            self._keyring, _UPLOAD_PURPOSE, Id(spec.id), *_signed_values(spec)
        )
        return PresignedUpload(self._uploads + token, {"Content-Type": spec.media_type})

    def verify_upload_token(self, token: str, spec: UploadSpec) -> bool:
        has_subject = signed_links.parse_subject(token) == spec.id
        return has_subject and signed_links.verify(
            self._keyring, _UPLOAD_PURPOSE, token, *_signed_values(spec)
        )

    @disk_errors.translate_disk_full()
    def prepare(self, body: Path, path: str) -> None:
        sync(body)
        folder = self._path_on_disk(path).parent
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for parent in (folder.parent, self._folder, self._folder.parent):
                sync(parent)

    @disk_errors.translate_disk_full()
    def store(self, body: Path, path: str) -> None:
        target = self._path_on_disk(path)
        body.rename(target)
        sync(target.parent)

    def find_upload(self, path: str) -> UploadedObject | None:
        with contextlib.suppress(FileNotFoundError):
            return UploadedObject(self._path_on_disk(path).stat().st_size, None, "")
        return None

    def open_upload(self, path: str, uploaded: UploadedObject) -> AbstractContextManager[BinaryIO]:
        del uploaded
        return self._path_on_disk(path).open("rb")

    def delete(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._path_on_disk(path).unlink(missing_ok=True)

    def delete_incomplete(self, before: datetime) -> None:
        if self.incoming is not None and self.incoming.is_dir():
            for partial in self.incoming.iterdir():
                with contextlib.suppress(FileNotFoundError):
                    if partial.stat().st_mtime < before.timestamp():
                        partial.unlink()

    def public_url(self, path: str) -> str:
        return self._files + path

    def origins(self) -> Sequence[str]:
        return (urls.origin(self._files),)

    def open_stored(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        with contextlib.suppress(FileNotFoundError):
            return self._path_on_disk(path).open("rb")
        return None

    def restore(self, body: Path, path: str, media_type: str, name: str | None) -> None:
        del media_type, name
        self.prepare(body, path)
        self.store(body, path)

    def check(self) -> None:
        folder = self._folder / "incoming"
        file = folder / f"check-{secrets.token_hex(8)}"
        step = "writing"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.write_bytes(CHECK_CONTENT)
            step = "reading"
            if file.read_bytes() != CHECK_CONTENT:
                raise StorageFault(f"reading {file} returned other bytes than were written")
            step = "deleting"
            file.unlink()
        except OSError as error:
            raise StorageFault(f"{step} {file} failed: {error.strerror}") from error

    def signed_url(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        until = str(int(expires.timestamp()))
        signature = self._keyring.digest(_LINK_PURPOSE, path, until, bound_to)[:_SIGNATURE_LENGTH]
        query = {"expires": until, "signature": signature}
        if bound_to:
            query["for"] = bound_to
        return f"{self._files}{path}?{urlencode(query)}"

    def verify_signed_url(
        self, path: str, expires: str, signature: str, now: datetime, *, bound_to: str = ""
    ) -> bool:
        if not (expires.isascii() and expires.isdigit() and len(expires) < 12):
            return False
        if int(expires) <= now.timestamp():
            return False
        return signature.isascii() and self._keyring.matches(
            signature, _LINK_PURPOSE, path, expires, bound_to, length=_SIGNATURE_LENGTH
        )

    def local_path(self, path: str) -> Path | None:
        return self._path_on_disk(path)

    def _path_on_disk(self, path: str) -> Path:
        """Return the file of a path. Paths come from the database and stay in the folder."""
        target = self._folder.joinpath(*path.split("/"))
        if ".." in target.parts or not target.is_relative_to(self._folder):
            raise ValueError("the path leads out of the storage folder")
        return target


def _signed_values(spec: UploadSpec) -> tuple[str, ...]:
    size_rule = "exactly" if spec.exact else "at most"
    return spec.path, spec.media_type, size_rule, str(spec.size), to_text(spec.expires)
