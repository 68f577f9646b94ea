"""Office Open XML files: zip archives, of which only the central directory is read.

Nothing is unpacked. An archive that would unpack to very much more than its size, that lists its
parts in an unusual way, or that holds programs is refused.
"""

import re
import struct
import zipfile
from typing import BinaryIO

_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\x05\x06"
_END_64_MARK = b"PK\x06\x07"
_END_64_LENGTH = 20
_LONGEST_COMMENT = 0xFFFF
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


def has_main_part(file: BinaryIO, size: int, *, name: str) -> bool:
    """Whether this is a valid archive of an office file whose main part has this name."""
    count = _count(file, size)
    if not count:
        return False
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError):
        return False
    names = {part.orig_filename for part in parts}
    return (
        {_ALWAYS_THERE, name} <= names
        and len(names) == len(parts) == count
        and not any(_is_suspicious(part) for part in parts)
        and _is_bounded(parts, size)
    )


def _count(file: BinaryIO, size: int) -> int:
    """The number of parts of an archive; 0 if its directory is not fit to be read.

    It is fit if it lies directly before the end of the archive and is not too large.
    """
    file.seek(0)
    if file.read(len(_FIRST_MARK)) != _FIRST_MARK:
        return 0
    looked_at = min(size, _END_64_LENGTH + _END.size + _LONGEST_COMMENT)
    file.seek(size - looked_at)
    tail = file.read(looked_at)
    at = tail.rfind(_END_MARK)
    if at < _END_64_LENGTH or len(tail) - at < _END.size:
        return 0
    _, disk, first_disk, here, count, length, start, comment = _END.unpack_from(tail, at)
    is_whole = at + _END.size + comment == len(tail) and start + length == size - looked_at + at
    # The large form of the end names another directory.
    is_large = tail.startswith(_END_64_MARK, at - _END_64_LENGTH)
    if disk or first_disk or here != count or is_large or not is_whole:
        return 0
    return count if count <= _MOST_PARTS and length <= _LARGEST_DIRECTORY else 0


def _is_suspicious(part: zipfile.ZipInfo) -> bool:
    return (
        bool(part.flag_bits & _ENCRYPTED)
        or part.compress_type not in _METHODS
        or _PROGRAM.search(part.orig_filename) is not None
        or _UNSAFE_PATH.search(part.orig_filename) is not None
    )


def _is_bounded(parts: list[zipfile.ZipInfo], size: int) -> bool:
    """Whether the parts do not overlap, and unpack to no more than documents do."""
    reached = 0
    for part in sorted(parts, key=lambda each: each.header_offset):
        if part.header_offset < reached:
            return False  # two parts share bytes
        reached = part.header_offset + _LEAST_HEADER + part.compress_size
    unpacked = sum(part.file_size for part in parts)
    most = min(_MOST_UNPACKED, max(_ANY_RATIO_UP_TO, _MOST_RATIO * size))
    return reached <= size and unpacked <= most
