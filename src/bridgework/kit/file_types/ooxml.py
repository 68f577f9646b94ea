"""Office Open XML files: zip archives, of which only the central directory is read.

Nothing is unpacked. An archive that would unpack to very much more than its size, that lists its
parts in an unusual way, or that holds programs is refused.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\x05\x06"
_LONGEST_COMMENT = 0xFFFF
_PART = struct.Struct("<4s6H3L5H2L")
_PART_MARK = b"PK\x01\x02"
_FIRST_MARK = b"PK\x03\x04"
_LEAST_HEADER = 30

_MOST_PARTS = 5_000
_LARGEST_DIRECTORY = 1024 * 1024
_MOST_UNPACKED = 256 * 1024 * 1024
_MOST_RATIO = 100
"""How many times its packed size a document may unpack to; for XML it is about ten."""
_ANY_RATIO_UP_TO = 8 * 1024 * 1024
_ENCRYPTED = 0x1
_METHODS = {0, 8}

_ALWAYS_THERE = "[Content_Types].xml"
_PROGRAM = re.compile(r"vbaProject|\.(?:exe|dll|js|vbs|bat|cmd|ps1|jar)$", re.IGNORECASE)
_UNSAFE_PATH = re.compile(r"^/|\\|:|(?:^|/)\.\.(?:/|$)|\x00")


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    flags: int
    method: int
    packed: int
    unpacked: int
    offset: int


class _NotAnArchive(Exception):
    """The central directory can't be read, or no document has one like it."""


def has_main_part(file: BinaryIO, size: int, *, name: str) -> bool:
    """Whether this is a valid archive of an office file whose main part has this name."""
    try:
        parts = _parts(file, size)
    except _NotAnArchive:
        return False
    names = {part.name for part in parts}
    return (
        {_ALWAYS_THERE, name} <= names
        and len(names) == len(parts)
        and not any(_is_suspicious(part) for part in parts)
        and _is_bounded(parts, size)
    )


def _parts(file: BinaryIO, size: int) -> list[_Part]:
    file.seek(0)
    if file.read(len(_FIRST_MARK)) != _FIRST_MARK:
        raise _NotAnArchive
    start, length, count = _directory(file, size)
    file.seek(start)
    listed = file.read(length)
    parts = list(_read(listed))
    if len(parts) != count:
        raise _NotAnArchive
    return parts


def _directory(file: BinaryIO, size: int) -> tuple[int, int, int]:
    """Return the start of the central directory, its length and the number of its parts."""
    looked_at = min(size, _END.size + _LONGEST_COMMENT)
    file.seek(size - looked_at)
    tail = file.read(looked_at)
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise _NotAnArchive
    _, disk, first_disk, here, count, length, start, comment = _END.unpack_from(tail, at)
    end = size - looked_at + at
    is_whole = at + _END.size + comment == len(tail) and start + length == end
    if disk or first_disk or here != count or not is_whole:
        raise _NotAnArchive
    if not 0 < count <= _MOST_PARTS or length > _LARGEST_DIRECTORY:
        raise _NotAnArchive
    return start, length, count


def _read(listed: bytes) -> Iterator[_Part]:
    at = 0
    while at < len(listed):
        if len(listed) - at < _PART.size:
            raise _NotAnArchive
        fields = _PART.unpack_from(listed, at)
        mark, flags, method = fields[0], fields[3], fields[4]
        packed, unpacked, named, extra, comment = fields[8:13]
        name = listed[at + _PART.size : at + _PART.size + named]
        if mark != _PART_MARK or len(name) < named:
            raise _NotAnArchive
        yield _Part(name.decode("utf-8", "replace"), flags, method, packed, unpacked, fields[16])
        at += _PART.size + named + extra + comment


def _is_suspicious(part: _Part) -> bool:
    return (
        bool(part.flags & _ENCRYPTED)
        or part.method not in _METHODS
        or _PROGRAM.search(part.name) is not None
        or _UNSAFE_PATH.search(part.name) is not None
    )


def _is_bounded(parts: list[_Part], size: int) -> bool:
    """Whether the parts do not overlap, and unpack to no more than documents do."""
    reached = 0
    for part in sorted(parts, key=lambda each: each.offset):
        if part.offset < reached:
            return False  # two parts share bytes
        reached = part.offset + _LEAST_HEADER + part.packed
    unpacked = sum(part.unpacked for part in parts)
    most = min(_MOST_UNPACKED, max(_ANY_RATIO_UP_TO, _MOST_RATIO * size))
    return reached <= size and unpacked <= most
