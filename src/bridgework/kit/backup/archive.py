"""The archive: a tar of the database, the files and `manifest.json`, followed by a digest.

Its last line is the SHA-256 of everything before it, which `tar` ignores. It is checked before
anything is parsed. It does not prove who made the archive, so a member that is not a regular file,
or whose name is not one of ours, is refused too.
"""

import hashlib
import io
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from bridgework.kit.backup.errors import Damaged
from bridgework.kit.backup.manifest import Manifest
from bridgework.kit.backup.progress import Progress

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MANIFEST = "manifest.json"
SECRETS = "secret.key"
FILES = "files/"
MAIL = "mail/"

_CHUNK = 256 * 1024
_LAST_LINE = 65
"""The length of the digest and its newline."""
_LONGEST_TEXT = 64 * 1024**2
_NAME = re.compile(
    r"database/bridgework\.(?:db|dump)"
    r"|files/[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?"
    r"|mail/[A-Za-z0-9@_-][A-Za-z0-9@._-]*\.eml"
    r"|secret\.key|manifest\.json"
)
_UNREADABLE = (tarfile.TarError, OSError, EOFError, ValueError, OverflowError)
"""What `tarfile` raises for a file that is no tar."""


class Writer:
    """Writes an archive to a new file with mode 0600."""

    def __init__(self, target: Path, progress: Progress) -> None:
        self.progress = progress
        """Shows how much of the archive has been written."""
        target.touch(mode=0o600)
        self._file = _HashedFile(target, progress)
        self._tar = tarfile.TarFile(fileobj=self._file, mode="w", format=tarfile.GNU_FORMAT)

    def add(self, name: str, file: BinaryIO) -> int:
        """Add what `file` holds as a member. Returns its size in bytes."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = file.seek(0, io.SEEK_END), 0o600
        file.seek(0)
        self._tar.addfile(info, file)
        return info.size

    def finish(self, manifest: Manifest) -> None:
        """Add the manifest, end the archive and write its digest behind it."""
        self.add(MANIFEST, io.BytesIO(manifest.to_json()))
        self._tar.close()
        self._file.write(_last_line(self._file.digest))

    def close(self) -> None:
        """Close the file, finished or not."""
        self._file.close()


class _HashedFile(io.BufferedWriter):
    """A file whose digest is computed while it is written."""

    def __init__(self, target: Path, progress: Progress) -> None:
        super().__init__(io.FileIO(target, "w"))
        self._progress = progress
        self.digest = hashlib.sha256()

    def write(self, data: "ReadableBuffer", /) -> int:
        self.digest.update(data)
        written = super().write(data)
        self._progress.more(written)
        return written


class Archive:
    """An archive that is open for reading. Raises Damaged or BackupRefused if it is not one."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        self.progress = progress
        """Shows how much of the archive has been read."""
        self._size = file.seek(0, io.SEEK_END)
        self._must_be_whole(file)
        self._members: dict[str, tarfile.TarInfo] = {}
        with _damage_found():
            self._tar = tarfile.TarFile(fileobj=file)
            for member in self._tar:
                if not _is_ours(member) or member.name in self._members:
                    raise Damaged("it holds something that is not ours")
                self._members[member.name] = member
        self.manifest = Manifest.from_json(self.read(MANIFEST))
        files, said = self.names(FILES), self.manifest.files
        held = (len(files), sum(map(self.size, files)))
        if held != ((said.count, said.size) if said.kept == "archive" else (0, 0)):
            raise Damaged("it holds other files than its manifest says")
        if len(self.names(MAIL)) != self.manifest.emails:
            raise Damaged("it holds other e-mails than its manifest says")

    def names(self, folder: str) -> list[str]:
        """The names of the members below a folder."""
        return sorted(name for name in self._members if name.startswith(folder))

    def size(self, name: str) -> int:
        """The size of a member in bytes. Raises Damaged if there is none of that name."""
        if name not in self._members:
            raise Damaged(f"{name} is missing")
        return self._members[name].size

    def read(self, name: str) -> bytes:
        """The content of a small member. Raises Damaged if it is not small, or not there."""
        if self.size(name) > _LONGEST_TEXT:
            raise Damaged(f"{name} is too long")
        return b"".join(self._chunks(name))

    def extract(self, name: str, target: Path) -> None:
        """Write a member to a new file. Raises Damaged if it is not there."""
        self.size(name)
        with target.open("xb") as file:
            for chunk in self._chunks(name):
                file.write(chunk)
                self.progress.more(len(chunk))

    def room(self) -> int:
        """How many bytes a restore writes."""
        return self._size + self.manifest.database_size

    def _chunks(self, name: str) -> Iterator[bytes]:
        with _damage_found():
            content = self._tar.extractfile(self._members[name])
            while content is not None and (chunk := content.read(_CHUNK)):
                yield chunk

    def _must_be_whole(self, file: BinaryIO) -> None:
        """Read everything. Raises Damaged if a byte was changed, cut off or appended."""
        digest, left = hashlib.sha256(), self._size - _LAST_LINE
        file.seek(0)
        self.progress.begin("checking the archive", self._size)
        while left > 0 and (chunk := file.read(min(left, _CHUNK))):
            digest.update(chunk)
            left -= len(chunk)
            self.progress.more(len(chunk))
        if file.read(_LAST_LINE + 1) != _last_line(digest):
            raise Damaged("its last line is not the digest of what is before it")
        self.progress.end()
        file.seek(0)


@contextmanager
def open_archive(path: Path, progress: Progress) -> Iterator[Archive]:
    """Open an archive, and check it. Raises Damaged or BackupRefused if it is not one."""
    with path.open("rb") as file:
        yield Archive(file, progress)


def is_name(name: str) -> bool:
    """Whether a member may have this name."""
    return len(name) <= 300 and _NAME.fullmatch(name) is not None


def _is_ours(member: tarfile.TarInfo) -> bool:
    is_plain = member.type == tarfile.REGTYPE and not member.pax_headers
    return is_plain and member.size >= 0 and is_name(member.name)


@contextmanager
def _damage_found() -> Iterator[None]:
    try:
        yield
    except _UNREADABLE:
        raise Damaged("it is no tar") from None


def _last_line(digest: "hashlib._Hash") -> bytes:
    return f"{digest.hexdigest()}\n".encode()
