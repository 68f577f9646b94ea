"""The archive: a tar file of the database, the files and `manifest.json`, followed by a digest.

The last line is the SHA-256 of everything before it, which `tar` ignores. It is checked before the
archive is parsed. It does not authenticate the archive, so a member that is not a regular file or
has an unknown name is refused too.
"""

import hashlib
import io
import re
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, BinaryIO, Literal, TypeAlias, cast

from pydantic import AwareDatetime, BaseModel, Field, ValidationError, field_validator

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

FORMAT = 1
MANIFEST = "manifest.json"
SECRETS = "secret.key"
DUMPS = {"sqlite": "database/bridgework.db", "postgresql": "database/bridgework.dump"}
FILES = "files/"
MAIL = "mail/"

_CHUNK = 256 * 1024
_LAST_LINE_LENGTH = 65
"""The length of the digest and its newline."""
_LONGEST_TEXT = 64 * 1024**2
_NAME = re.compile(
    r"database/bridgework\.(?:db|dump)"
    r"|files/[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?"
    r"|mail/[A-Za-z0-9@_-][A-Za-z0-9@._-]*\.eml"
    r"|secret\.key|manifest\.json"
)
_Size: TypeAlias = Annotated[int, Field(ge=0, le=2**62)]

Advance: TypeAlias = Callable[[int], object]
"""Called with the number of bytes that were processed since the last call."""
Progress: TypeAlias = Callable[[str, int], AbstractContextManager[Advance]]
"""Reports the progress of a step by its name and approximate size in bytes."""


class BackupRefused(Exception):
    """An error that the operator can fix. The message is one line and says how."""


class Damaged(BackupRefused):
    """The archive was changed after it was written."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the archive is damaged or was tampered with: {what}")


class Files(BaseModel, strict=True, extra="forbid"):
    """The files that the database refers to."""

    location: Literal["archive", "bucket"]
    """Whether the files are in the archive, or remain in their bucket."""
    count: _Size
    size: _Size
    missing: _Size
    """The number of files that did not exist when the archive was made."""


class Manifest(BaseModel, strict=True, extra="forbid"):
    """The metadata of an archive, in `manifest.json`."""

    format: int = Field(ge=1)
    bridgework: str = Field(max_length=100)
    schema_: str = Field(alias="schema", pattern=r"^[0-9]{4}$")
    """The number of the last migration."""
    database: Literal["sqlite", "postgresql"]
    made_at: AwareDatetime = Field(strict=False)
    tables: dict[str, int] = Field(min_length=1)
    """The number of rows of each table."""
    database_size: _Size
    """The size of the restored database in bytes."""
    files: Files
    emails: _Size
    secrets: list[str]
    """The names of the secrets that the data requires, newest first. A name does not reveal its
    secret."""
    with_secrets: bool

    @field_validator("format")
    @classmethod
    def _must_be_supported(cls, version: int) -> int:
        if version > FORMAT:
            raise BackupRefused(
                f"the archive has format {version}, but this version supports only {FORMAT}: "
                "use the version of Bridgework that made it, or a newer one"
            )
        return version


class Writer(io.BufferedWriter):
    """Writes a new archive with mode 0600, and computes its digest."""

    def __init__(self, target: Path, advance: Advance) -> None:
        target.touch(mode=0o600)
        super().__init__(io.FileIO(target, "w"))
        self._advance, self._digest = advance, hashlib.sha256()
        self._tar = tarfile.TarFile(fileobj=self, mode="w", format=tarfile.GNU_FORMAT)

    def write(self, data: "ReadableBuffer", /) -> int:
        """Write a part of the tar."""
        self._digest.update(data)
        written = super().write(data)
        self._advance(written)
        return written

    def add(self, name: str, file: BinaryIO) -> int:
        """Add the content of `file` as a member. Returns its size in bytes."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = file.seek(0, io.SEEK_END), 0o600
        file.seek(0)
        self._tar.addfile(info, file)
        return info.size

    def finish(self, manifest: Manifest) -> None:
        """Add the manifest, end the tar file and append the digest."""
        self.add(MANIFEST, io.BytesIO(manifest.model_dump_json(by_alias=True, indent=1).encode()))
        self._tar.close()
        self.write(_last_line(self._digest))


class Archive:
    """An archive that is open for reading, after the check of its digest."""

    def __init__(self, file: BinaryIO, size: int, advance: Advance) -> None:
        self._size, self._advance = size, advance
        with _invalid_tar_is_damaged():
            self._tar = tarfile.TarFile(fileobj=file)
            members = self._tar.getmembers()
        self._sizes = {member.name: member.size for member in members}
        if len(self._sizes) < len(members) or not all(map(_is_allowed, members)):
            raise Damaged("it contains an unknown member")
        try:
            self.manifest = Manifest.model_validate_json(self.read(MANIFEST))
        except ValidationError:
            raise Damaged("its manifest cannot be read") from None
        expected = self.manifest.files
        files = [size for name, size in self._sizes.items() if name.startswith(FILES)]
        is_inside = expected.location == "archive"
        if (len(files), sum(files)) != ((expected.count, expected.size) if is_inside else (0, 0)):
            raise Damaged("its files do not match its manifest")
        if sum(name.startswith(MAIL) for name in self._sizes) != self.manifest.emails:
            raise Damaged("its e-mails do not match its manifest")

    def restored_size(self) -> int:
        """Return the number of bytes that a restore writes."""
        return self._size + self.manifest.database_size

    def read(self, name: str) -> bytes:
        """Return the content of a small member. Raises Damaged if it is too large or missing."""
        if self._sizes.get(name, 0) > _LONGEST_TEXT:
            raise Damaged(f"{name} is too long")
        return b"".join(self._content(name))

    def unpack(self, folder: Path) -> Path:
        """Write every member to a new file in a folder. Returns the path of the dump."""
        for name in self._sizes:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                file.writelines(self._content(name))
        dump = DUMPS[self.manifest.database]
        if dump not in self._sizes:
            raise Damaged(f"{dump} is missing")
        return folder / dump

    def _content(self, name: str) -> Iterator[bytes]:
        if name not in self._sizes:
            raise Damaged(f"{name} is missing")
        with _invalid_tar_is_damaged():
            yield from chunks(cast("IO[bytes]", self._tar.extractfile(name)), self._advance)


@contextmanager
def open_archive(path: Path, progress: Progress) -> Iterator[Archive]:
    """Open an archive. Raises Damaged if a byte of it was changed, cut off or appended."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        with progress("checking the archive", size) as advance:
            for chunk in chunks(file, advance, max(0, size - _LAST_LINE_LENGTH)):
                digest.update(chunk)
            if file.read(_LAST_LINE_LENGTH + 1) != _last_line(digest):
                raise Damaged("its digest does not match its content")
        file.seek(0)
        with progress("unpacking the archive", size) as advance:
            yield Archive(file, size, advance)


def chunks(file: IO[bytes], advance: Advance, length: int = sys.maxsize) -> Iterator[bytes]:
    """Yield the next `length` bytes of a file in chunks."""
    while chunk := file.read(min(length, _CHUNK)):
        length -= len(chunk)
        advance(len(chunk))
        yield chunk


def is_name(name: str) -> bool:
    """Whether a member may have this name."""
    return len(name) <= 300 and _NAME.fullmatch(name) is not None


def _is_allowed(member: tarfile.TarInfo) -> bool:
    is_plain = member.type == tarfile.REGTYPE and not member.pax_headers
    return is_plain and member.size >= 0 and is_name(member.name)


@contextmanager
def _invalid_tar_is_damaged() -> Iterator[None]:
    """Raise Damaged for the errors of `tarfile` for an invalid tar file."""
    try:
        yield
    except (tarfile.TarError, OSError, EOFError, ValueError, OverflowError):
        raise Damaged("it is not a tar file") from None


def _last_line(digest: "hashlib._Hash") -> bytes:
    return f"{digest.hexdigest()}\n".encode()
