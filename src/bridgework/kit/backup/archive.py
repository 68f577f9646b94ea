"""Writing an archive: it appears under its name whole, or not at all."""

import fcntl
import hashlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from bridgework.kit.backup import tape
from bridgework.kit.backup.checksums import Piece
from bridgework.kit.backup.manifest import CONTENTS, MANIFEST, SEAL, Line, Manifest
from bridgework.kit.backup.refusals import BackupRefused
from bridgework.kit.backup.telling import Told

_GZIP = 31
"""What zlib calls gzip, at its largest window. No name and no time is written."""
_CHUNK = 256 * 1024


class Sink:
    """Where the bytes of one member go."""

    def __init__(self, file: BinaryIO, *, packed: bool) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._packer = zlib.compressobj(wbits=_GZIP) if packed else None
        self._size = 0
        self._given = 0

    def write(self, data: Piece) -> None:
        """Some more."""
        self._given += len(data)
        self._store(data if self._packer is None else self._packer.compress(data))

    def pour(self, file: BinaryIO, told: Told) -> int:
        """All that is left in a file. Returns how much it was."""
        before = self._given
        while part := file.read(_CHUNK):
            self.write(part)
            told.more(len(part))
        return self._given - before

    def done(self, name: str) -> Line:
        """What was written, all in all."""
        if self._packer is not None:
            self._store(self._packer.flush())
        unpacked = None if self._packer is None else self._given
        digest = self._digest.hexdigest()
        return Line(name=name, size=self._size, sha256=digest, unpacked=unpacked)

    def _store(self, data: Piece) -> None:
        self._digest.update(data)
        self._size += len(data)
        self._file.write(data)


class Writer:
    """Writes members one after another, in the order of their names."""

    def __init__(self, file: BinaryIO, listing: BinaryIO) -> None:
        self._file = file
        self._listing = listing
        self._digest = hashlib.sha256()
        self._last = ""
        self.members = 0

    @contextmanager
    def member(self, name: str, *, packed: bool = False) -> Iterator[Sink]:
        """A member. Its size is written when it is known."""
        if name <= self._last:
            raise ValueError(f"{name} comes too late: members are in order")
        self._last = name
        with self._framed(name, packed=packed) as (sink, lines):
            yield sink
        told = lines[0].model_dump_json().encode() + b"\n"
        self._listing.write(told)
        self._digest.update(told)
        self.members += 1

    @property
    def contents(self) -> str:
        """The digest of the list of members, for the manifest."""
        return self._digest.hexdigest()

    def finish(self, manifest: Manifest) -> None:
        """Write what stands at the end."""
        self._listing.flush()
        self._listing.seek(0)
        with self._framed(CONTENTS) as (sink, _):
            for part in iter(lambda: self._listing.read(_CHUNK), b""):
                sink.write(part)
        text = manifest.written()
        with self._framed(MANIFEST) as (sink, _):
            sink.write(text)
        with self._framed(SEAL) as (sink, _):
            sink.write(seal_of(text))
        self._file.write(tape.END)

    @contextmanager
    def _framed(self, name: str, *, packed: bool = False) -> Iterator[tuple[Sink, list[Line]]]:
        start = self._file.tell()
        self._file.write(tape.header(name, 0))
        sink = Sink(self._file, packed=packed)
        lines: list[Line] = []
        yield sink, lines
        line = sink.done(name)
        lines.append(line)
        self._file.write(tape.padding(line.size))
        end = self._file.tell()
        self._file.seek(start)
        self._file.write(tape.header(name, line.size))
        self._file.seek(end)


def seal_of(manifest: bytes) -> bytes:
    """The line that `sha256sum -c` takes."""
    return f"{hashlib.sha256(manifest).hexdigest()}  {MANIFEST}\n".encode()


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """A folder of our own beside `target` to make it in. What killed ones left is cleared away.

    Raises BackupRefused where something is there already, or nothing can be written.
    """
    if target.exists():
        raise BackupRefused(f"{target} is there already: choose another name")
    with working_folder(target.parent, "backup") as folder:
        yield folder


def publish(part: Path, target: Path) -> None:
    """Give a finished file its name, so that it outlives a power cut from then on."""
    sync(part)
    if target.exists():
        raise BackupRefused(f"{target} is there already: choose another name")
    part.rename(target)
    sync(target.parent)


@contextmanager
def working_folder(where: Path, kind: str) -> Iterator[Path]:
    """A folder for what is not whole yet, gone when the block ends; readable by us alone.

    Killed, it stays, and goes when the next one of its kind is made in the same place.
    """
    _clear_away(where, kind)
    try:
        folder = Path(tempfile.mkdtemp(prefix=f".bridgework-{kind}-", dir=where))
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise BackupRefused(f"{where} can't be written to: {error.strerror}") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _clear_away(where: Path, kind: str) -> None:
    """Folders whose maker is gone: nobody holds them locked."""
    for left in where.glob(f".bridgework-{kind}-*"):
        with suppress(OSError):
            handle = os.open(left, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(handle)


def sync(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
