"""Detection of Office Open XML files by the central directory of their ZIP archives.

Nothing is unpacked. An archive with an extreme compression ratio, an unusual directory, or programs
is refused.
"""

import re
import struct
import zipfile
from typing import BinaryIO

_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\x05\x06"
_END_64_SIGNATURE = b"PK\x06\x07"
_END_64_LENGTH = 20
_MAX_COMMENT_LENGTH = 0xFFFF
_FIRST_SIGNATURE = b"PK\x03\x04"
_MIN_HEADER_SIZE = 30

_MAX_PARTS = 5_000
_MAX_DIRECTORY_SIZE = 1024 * 1024
_MAX_UNPACKED_SIZE = 256 * 1024 * 1024
_MAX_RATIO = 100
"""The maximum compression ratio of a document; for XML it is about ten."""
_UNLIMITED_RATIO_SIZE = 8 * 1024 * 1024
_ENCRYPTED = 0x1
_METHODS = {0, 8}

_CONTENT_TYPES = "[Content_Types].xml"
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
        {_CONTENT_TYPES, name} <= names
        and len(names) == len(parts) == count
        and not any(_is_suspicious(part) for part in parts)
        and _is_bounded(parts, size)
    )


def _count(file: BinaryIO, size: int) -> int:
    """Return the number of parts of an archive; 0 if its directory is invalid.

    A valid directory is directly before the end record and not too large.
    """
    file.seek(0)
    if file.read(len(_FIRST_SIGNATURE)) != _FIRST_SIGNATURE:
        return 0
    tail_size = min(size, _END_64_LENGTH + _END.size + _MAX_COMMENT_LENGTH)
    file.seek(size - tail_size)
    tail = file.read(tail_size)
    at = tail.rfind(_END_SIGNATURE)
    if at < _END_64_LENGTH or len(tail) - at < _END.size:
        return 0
    _, disk, first_disk, here, count, length, start, comment = _END.unpack_from(tail, at)
    is_whole = at + _END.size + comment == len(tail) and start + length == size - tail_size + at
    # A ZIP64 end record refers to another directory.
    is_large = tail.startswith(_END_64_SIGNATURE, at - _END_64_LENGTH)
    if disk or first_disk or here != count or is_large or not is_whole:
        return 0
    return count if count <= _MAX_PARTS and length <= _MAX_DIRECTORY_SIZE else 0


def _is_suspicious(part: zipfile.ZipInfo) -> bool:
    return (
        bool(part.flag_bits & _ENCRYPTED)
        or part.compress_type not in _METHODS
        or _PROGRAM.search(part.orig_filename) is not None
        or _UNSAFE_PATH.search(part.orig_filename) is not None
    )


def _is_bounded(parts: list[zipfile.ZipInfo], size: int) -> bool:
    """Whether the parts do not overlap, and their unpacked size is plausible for a document."""
    end = 0
    for part in sorted(parts, key=lambda info: info.header_offset):
        if part.header_offset < end:
            return False  # two parts share bytes
        end = part.header_offset + _MIN_HEADER_SIZE + part.compress_size
    unpacked = sum(part.file_size for part in parts)
    limit = min(_MAX_UNPACKED_SIZE, max(_UNLIMITED_RATIO_SIZE, _MAX_RATIO * size))
    return end <= size and unpacked <= limit
