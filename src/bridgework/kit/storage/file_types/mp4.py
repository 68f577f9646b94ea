"""MP4 and QuickTime files: a sequence of atoms (boxes), each with its size and type.

The top level is read up to the movie atom, `moov`, which must be complete and consist of complete
atoms, at least a movie header and a track. Media data is not read.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

_HEADER = 8
_LARGE_HEADER = 16
_MAX_ATOMS = 1_000
_MAX_FTYP_SIZE = 4096
_QUICKTIME = b"qt  "
_FIRST_ATOMS_WITHOUT_FTYP = {b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"}
"""The first atoms of files that are older than `ftyp`."""
_MOVIE_HEADERS = {0: 100, 1: 112}
"""The size of `mvhd` after its size and type, by version."""


@dataclass(frozen=True, slots=True)
class _Atom:
    kind: bytes
    start: int
    """The start of the content, after size and type."""
    end: int


def is_mp4(file: BinaryIO, size: int) -> bool:
    """Whether this is an MP4 file with a track: a brand other than QuickTime's, and a movie."""
    brands = _brands(file, size)
    return bool(brands) and brands[0] != _QUICKTIME and _has_movie(file, size)


def is_quicktime(file: BinaryIO, size: int) -> bool:
    """Whether this is a QuickTime file with a track: its brand or old first atom, and a movie."""
    first = next(_atoms(file, 0, size), None)
    if first is None or (
        first.kind not in _FIRST_ATOMS_WITHOUT_FTYP and _QUICKTIME not in _brands(file, size)[:1]
    ):
        return False
    return _has_movie(file, size)


def _brands(file: BinaryIO, size: int) -> Sequence[bytes]:
    """Return the brands of a leading `ftyp`, the major one first; none if it is invalid."""
    first = next(_atoms(file, 0, size), None)
    if first is None or first.kind != b"ftyp":
        return []
    length = first.end - first.start
    if not _HEADER <= length <= _MAX_FTYP_SIZE or length % 4:
        return []
    content = _read(file, first.start, length)
    # The major brand, its version, then the compatible brands.
    return [content[at : at + 4] for at in (0, *range(8, length, 4))]


def _has_movie(file: BinaryIO, size: int) -> bool:
    movie = next((atom for atom in _atoms(file, 0, size) if atom.kind == b"moov"), None)
    if movie is None:
        return False
    parts = list(_atoms(file, movie.start, movie.end))
    if not parts or parts[-1].end != movie.end:
        return False
    kinds = {part.kind for part in parts}
    # `cmov` contains a complete old movie, compressed.
    return b"cmov" in kinds or (
        b"trak" in kinds and any(_is_movie_header(file, part) for part in parts)
    )


def _is_movie_header(file: BinaryIO, part: _Atom) -> bool:
    if part.kind != b"mvhd" or part.end == part.start:
        return False
    (version,) = _read(file, part.start, 1)
    return _MOVIE_HEADERS.get(version) == part.end - part.start


def _atoms(file: BinaryIO, start: int, end: int) -> Iterator[_Atom]:
    """Yield the atoms from `start`, up to the first that is incomplete or has an invalid type."""
    for _ in range(_MAX_ATOMS):
        header = _read(file, start, min(_LARGE_HEADER, end - start))
        if len(header) < _HEADER:
            return
        length, kind = struct.unpack_from(">L4s", header)
        content = start + _HEADER
        if length == 1 and len(header) == _LARGE_HEADER:
            (length,) = struct.unpack_from(">Q", header, _HEADER)
            content = start + _LARGE_HEADER
        elif length == 0:
            length = end - start  # to the end of the file
        is_named = all(0x20 <= byte < 0x7F or byte == 0xA9 for byte in kind)
        if not is_named or not content - start <= length <= end - start:
            return
        yield _Atom(kind, content, start + length)
        start += length


def _read(file: BinaryIO, start: int, length: int) -> bytes:
    file.seek(start)
    return file.read(max(length, 0))
