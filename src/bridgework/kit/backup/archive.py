"""The archive: a tar of the database, the files, `manifest.json`, and SHA-256 digests of them.

`tar` and `sha256sum -c SHA256SUMS` read it. An archive to be read is not trusted: a member that is
not a regular file, a name that is not one of ours and a digest that differs are refused.
"""

import hashlib
import io
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from bridgework.kit.backup.errors import Damaged
from bridgework.kit.backup.manifest import Manifest
from bridgework.kit.backup.progress import Progress

MANIFEST = "manifest.json"
CHECKSUMS = "SHA256SUMS"
"""The last member: a line for each of the others, as `sha256sum` writes it."""
SECRETS = "secret.key"
FILES = "files/"
MAIL = "mail/"

_CHUNK = 256 * 1024
_LONGEST_TEXT = 64 * 1024**2
_NAME = re.compile(
    r"database/bridgework\.(?:db\.gz|dump)"
    r"|files/[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?"
    r"|mail/[A-Za-z0-9@_-][A-Za-z0-9@._-]*\.eml"
    r"|secret\.key|manifest\.json|SHA256SUMS"
)
_UNREADABLE = (tarfile.TarError, OSError, EOFError, ValueError, OverflowError)
"""What `tarfile` raises for a file that is no tar, or a damaged one."""


class Writer:
    """Writes an archive to a new file with mode 0600."""

    def __init__(self, target: Path, progress: Progress) -> None:
        target.touch(mode=0o600)
        self._tar = tarfile.TarFile(target, "w", format=tarfile.GNU_FORMAT)
        self._progress = progress
        self._checksums = ""

    def add(self, name: str, file: BinaryIO) -> int:
        """Add what `file` holds as a member. Returns its size in bytes."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = file.seek(0, io.SEEK_END), 0o600
        file.seek(0)
        hashed = _Hashed(file, self._progress)
        self._tar.addfile(info, hashed)
        self._checksums += f"{hashed.digest.hexdigest()}  {name}\n"
        return info.size

    def finish(self, manifest: Manifest) -> None:
        """Add the manifest and the digests, and end the archive."""
        self.add(MANIFEST, io.BytesIO(manifest.to_json()))
        self.add(CHECKSUMS, io.BytesIO(self._checksums.encode()))
        self._tar.close()


class _Hashed:
    """A file whose digest is computed while it is read."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        self._file = file
        self._progress = progress
        self.digest = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        data = self._file.read(size)
        self.digest.update(data)
        self._progress.more(len(data))
        return data


class Archive:
    """An archive that is open for reading. Raises Damaged or BackupRefused if it is not one."""

    def __init__(self, file: BinaryIO) -> None:
        self._size = file.seek(0, io.SEEK_END)
        file.seek(0)
        self._members: dict[str, tarfile.TarInfo] = {}
        with _damage_found():
            self._tar = tarfile.TarFile(fileobj=file)
            for member in self._tar:
                if not _is_ours(member) or member.name in self._members:
                    raise Damaged("it holds something that is not ours")
                self._members[member.name] = member
        self._checksums: dict[str, str] = {}
        for line in self.read(CHECKSUMS).decode("ascii", "replace").splitlines():
            digest, _, name = line.partition("  ")
            self._checksums[name] = digest
        if {*self._checksums, CHECKSUMS} != self._members.keys():
            raise Damaged(f"{CHECKSUMS} does not list its members")
        self.manifest = Manifest.from_json(self.read(MANIFEST))

    def names(self, folder: str = "") -> list[str]:
        """The names of the members below a folder."""
        return sorted(name for name in self._members if name.startswith(folder))

    def size(self, name: str) -> int:
        """The size of a member in bytes. Raises Damaged if there is none of that name."""
        if name not in self._members:
            raise Damaged(f"{name} is missing")
        return self._members[name].size

    def chunks(self, name: str) -> Iterator[bytes]:
        """The content of a member. Raises Damaged at its end if the digest differs."""
        digest = hashlib.sha256()
        with _damage_found():
            content = self._tar.extractfile(self._members[name])
            while content is not None and (chunk := content.read(_CHUNK)):
                digest.update(chunk)
                yield chunk
        if name != CHECKSUMS and digest.hexdigest() != self._checksums[name]:
            raise Damaged(f"{name} does not have the digest that {CHECKSUMS} names")

    def read(self, name: str) -> bytes:
        """The content of a small member. Raises Damaged if it is not small, or not there."""
        if self.size(name) > _LONGEST_TEXT:
            raise Damaged(f"{name} is too long")
        return b"".join(self.chunks(name))

    def extract(self, name: str, target: Path, progress: Progress | None = None) -> None:
        """Write a member to a new file. Raises Damaged if it is not there."""
        self.size(name)
        with target.open("xb") as file:
            for chunk in self.chunks(name):
                file.write(chunk)
                if progress is not None:
                    progress.more(len(chunk))

    def check(self, progress: Progress) -> None:
        """Read everything. Raises Damaged if it is not what it says it is."""
        progress.begin("checking the archive", self._size)
        for name in self._checksums:
            for chunk in self.chunks(name):
                progress.more(len(chunk))
        files, said = self.names(FILES), self.manifest.files
        held = (len(files), sum(map(self.size, files)))
        if held != ((said.count, said.size) if said.kept == "archive" else (0, 0)):
            raise Damaged("it holds other files than its manifest says")
        if len(self.names(MAIL)) != self.manifest.emails:
            raise Damaged("it holds other e-mails than its manifest says")
        progress.end()

    def room(self) -> int:
        """How many bytes a restore writes."""
        return self._size + self.manifest.database_size


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open an archive. Raises Damaged or BackupRefused if it is not one."""
    with path.open("rb") as file:
        yield Archive(file)


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
        raise Damaged("it is no tar, or ends too soon") from None
