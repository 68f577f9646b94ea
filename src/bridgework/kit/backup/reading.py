"""Reading an archive that nobody vouches for.

No name leads out of where it belongs, nothing is longer than it says, every byte is covered by a
digest or can be but one, and whatever is not known is refused. Memory is bounded: of the members
only those of the database are remembered.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import ValidationError

from bridgework.kit.backup.archive import seal_of
from bridgework.kit.backup.manifest import (
    CONTENTS,
    DATABASE,
    LARGEST_MANIFEST,
    LARGEST_SECRETS,
    MANIFEST,
    SEAL,
    SECRETS,
    TRAILER,
    Line,
    Manifest,
    is_name,
)
from bridgework.kit.backup.refusals import BackupRefused, Damaged
from bridgework.kit.backup.tape import Tape
from bridgework.kit.backup.telling import Told

_GZIP = 31
_CHUNK = 256 * 1024
_LONGEST_LINE = 1024


@dataclass(frozen=True, slots=True)
class Member:
    """One member, and the way to its bytes."""

    line: Line
    _tape: Tape
    _start: int

    @property
    def name(self) -> str:
        """What it is called."""
        return self.line.name

    @property
    def size(self) -> int:
        """How many bytes come out of it."""
        return self.line.size if self.line.unpacked is None else self.line.unpacked

    def stored(self) -> Iterator[bytes]:
        """Its bytes as they lie there. Raises Damaged at the end if they are not what they were."""
        digest = hashlib.sha256()
        for at in range(0, self.line.size, _CHUNK):
            part = self._tape.read(self._start + at, min(_CHUNK, self.line.size - at))
            digest.update(part)
            yield part
        if digest.hexdigest() != self.line.sha256:
            raise Damaged(f"{self.name} is not what it was")

    def plain(self) -> Iterator[bytes]:
        """Its bytes, unpacked where they are packed, and never more than were said."""
        return self.stored() if self.line.unpacked is None else self._unpacked(self.line.unpacked)

    def _unpacked(self, size: int) -> Iterator[bytes]:
        given = 0
        try:
            for plain in _gunzipped(self.stored()):
                given += len(plain)
                if given > size:
                    break
                yield plain
        except (zlib.error, EOFError):
            raise Damaged(f"{self.name} can't be unpacked") from None
        if given != size:
            raise Damaged(f"{self.name} holds more or less than it says")


def _gunzipped(parts: Iterator[bytes]) -> Iterator[bytes]:
    """What was packed, in pieces of bounded size. Raises zlib.error, or EOFError at a wrong end."""
    unpacker = zlib.decompressobj(wbits=_GZIP)
    for part in parts:
        rest = part
        while rest:
            yield unpacker.decompress(rest, _CHUNK)
            rest = unpacker.unconsumed_tail
        if unpacker.unused_data:
            raise EOFError
    while plain := unpacker.decompress(b"", _CHUNK):
        yield plain
    if not unpacker.eof:
        raise EOFError


@dataclass(slots=True)
class _Walk:
    """What a first look at the headers found."""

    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    members: int = 0


class Archive:
    """An archive, opened. Raises Damaged or BackupRefused if its frame is not as it should be."""

    def __init__(self, path: Path) -> None:
        try:
            self._handle = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise BackupRefused(f"{path} can't be read: {error.strerror}") from None
        try:
            self._tape = Tape(self._handle)
            walk = self._walked()
            self.manifest = self._manifest(walk)
            self._contents = walk.places[CONTENTS]
            self._must_be_listed(walk)
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> Self:
        """The archive, to be closed behind the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        os.close(self._handle)

    def members(self, folder: str = "") -> Iterator[Member]:
        """The members below a folder, in order of their names."""
        offset = 0
        for line in self._lines():
            found = self._tape.header_at(offset)
            if found is None or found[:2] != (line.name, line.size):
                raise Damaged("its list of members is not that of its members")
            if line.name.startswith(folder):
                yield Member(line, self._tape, found[2])
            offset = self._tape.must_be_padded(found[2], line.size)

    def table(self, name: str) -> Member:
        """A member of the database."""
        for member in self.members(DATABASE):
            if member.name == name:
                return member
        raise Damaged(f"{name} is missing")

    def secrets(self) -> tuple[str, ...]:
        """The secrets in it, newest first; none if it holds none."""
        for member in self.members(SECRETS):
            if member.size > LARGEST_SECRETS:
                raise Damaged("its secrets are too many")
            return tuple(b"".join(member.plain()).decode("ascii", "replace").split())
        return ()

    def check(self, told: Told) -> None:
        """Read every byte of it. Raises Damaged at the first that is not what it was."""
        told.begin("checking the archive", self._tape.length)
        count = size = letters = 0
        for member in self.members():
            for part in member.stored():
                told.more(len(part))
            if member.name.startswith("files/"):
                count, size = count + 1, size + member.size
            letters += member.name.startswith("mail/")
        files = self.manifest.files
        if (count, letters) != (
            files.count if files.kept == "archive" else 0,
            self.manifest.letters,
        ):
            raise Damaged("it holds more or fewer files than it says")
        if files.kept == "archive" and size != files.size:
            raise Damaged("its files are larger or smaller than it says")
        told.end()

    def room(self) -> int:
        """How many bytes come out of it, all in all."""
        return sum(member.size for member in self.members())

    def _walked(self) -> _Walk:
        """Look at every header, and at what stands between them and the end."""
        walk = _Walk()
        offset, last = 0, ""
        trailer = iter(TRAILER)
        expected: str | None = None
        while (found := self._tape.header_at(offset)) is not None:
            name, size, start = found
            if expected is not None or name in TRAILER:
                expected = next(trailer, None)
                if name != expected:
                    raise Damaged("its last members are not as they should be")
                walk.places[name] = (start, size)
            elif not is_name(name) or name <= last:
                raise Damaged("it holds something that is not ours")
            else:
                last = name
                walk.members += 1
            offset = self._tape.must_be_padded(start, size)
        if expected != SEAL:
            raise Damaged("its last members are not as they should be")
        self._tape.must_end(offset)
        return walk

    def _manifest(self, walk: _Walk) -> Manifest:
        text = self._whole(walk.places[MANIFEST], LARGEST_MANIFEST)
        if self._whole(walk.places[SEAL], _LONGEST_LINE) != seal_of(text):
            raise Damaged("its manifest is not what it was")
        return Manifest.read(text)

    def _must_be_listed(self, walk: _Walk) -> None:
        digest = hashlib.sha256()
        start, size = self._contents
        for at in range(0, size, _CHUNK):
            digest.update(self._tape.read(start + at, min(_CHUNK, size - at)))
        if digest.hexdigest() != self.manifest.contents:
            raise Damaged("its list of members is not what it was")
        if sum(1 for _ in self._lines()) != walk.members or walk.members != self.manifest.members:
            raise Damaged("its list of members is not that of its members")

    def _lines(self) -> Iterator[Line]:
        start, size = self._contents
        rest = b""
        for at in range(0, size, _CHUNK):
            *lines, rest = (rest + self._tape.read(start + at, min(_CHUNK, size - at))).split(b"\n")
            for line in lines:
                yield _line(line)
            if len(rest) > _LONGEST_LINE:
                raise Damaged("its list of members can't be read")
        if rest:
            raise Damaged("its list of members can't be read")

    def _whole(self, place: tuple[int, int], most: int) -> bytes:
        start, size = place
        if size > most:
            raise Damaged("one of its last members is too long")
        return self._tape.read(start, size)


def _line(text: bytes) -> Line:
    try:
        return Line.model_validate(json.loads(text))
    except (ValidationError, ValueError, RecursionError):
        raise Damaged("its list of members can't be read") from None
