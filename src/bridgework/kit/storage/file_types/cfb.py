"""Older Office files: compound files ([MS-CFB]). A bounded part of the directory is read."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

_SIGNATURE = bytes.fromhex("d0cf11e0a1b11ae1")
_HEADER = 512
_TABLES_IN_HEADER = 109
"""The number of sectors of the allocation table that the header lists: enough for seven megabytes
of 512-byte sectors. In larger files a stream is found if it is listed early, which is usual."""
_MAX_SECTORS = 256
_ENTRY = 128
_END_OF_CHAIN = 0xFFFFFFFA
_SHIFTS = {9, 12}
_FIRST_SECTOR = 116
WORD_DOCUMENT = "WordDocument"
_ENCRYPTED_PACKAGE = "EncryptedPackage"
_WORD_FLAGS = 10
_WORD_ENCRYPTED = 0x01
"""The bit `fEncrypted` of the upper byte of the flags."""


def has_stream(file: BinaryIO, size: int, *, stream: str) -> bool:
    """Whether this is a compound file with a stream of this name."""
    return _find_stream(file, size, stream) is not None


def needs_password(file: BinaryIO, size: int) -> bool:
    """Whether this is an encrypted office file: a newer one in a compound file, or a letter.

    A letter says so at the start of its main stream ([MS-DOC] 2.5.2).
    """
    if has_stream(file, size, stream=_ENCRYPTED_PACKAGE):
        return True
    start = _find_stream(file, size, WORD_DOCUMENT)
    if start is None:
        return False
    file.seek(start)
    head = file.read(_WORD_FLAGS + 2)
    return len(head) == _WORD_FLAGS + 2 and bool(head[_WORD_FLAGS + 1] & _WORD_ENCRYPTED)


def _find_stream(file: BinaryIO, size: int, stream: str) -> int | None:
    """Return where the first sector of a stream would begin in the file, or None without one."""
    file.seek(0)
    header = file.read(_HEADER)
    if len(header) < _HEADER or not header.startswith(_SIGNATURE):
        return None
    shift: int = struct.unpack_from("<H", header, 0x1E)[0]
    if shift not in _SHIFTS:
        return None
    name = stream.encode("utf-16-le")
    for sector in _directory(file, size, header, 1 << shift):
        for at in range(0, len(sector), _ENTRY):
            if _name(sector, at) == name:
                first: int = struct.unpack_from("<L", sector, at + _FIRST_SECTOR)[0]
                return (first + 1) << shift
    return None


def _directory(file: BinaryIO, size: int, header: bytes, length: int) -> Iterator[bytes]:
    """Yield the sectors of the directory."""
    (at,) = struct.unpack_from("<L", header, 0x30)
    tables = struct.unpack_from(f"<{_TABLES_IN_HEADER}L", header, 0x4C)
    per_sector = length // 4
    for _ in range(_MAX_SECTORS):
        if at >= _END_OF_CHAIN or (at + 1) * length >= size:
            return
        yield _sector(file, at, length)
        table, place = divmod(at, per_sector)
        if table >= _TABLES_IN_HEADER or (tables[table] + 1) * length >= size:
            return
        entries = _sector(file, tables[table], length)
        if len(entries) < length:
            return
        (at,) = struct.unpack_from("<L", entries, place * 4)


def _sector(file: BinaryIO, number: int, length: int) -> bytes:
    file.seek((number + 1) * length)
    return file.read(length)


def _name(sector: bytes, at: int) -> bytes:
    """Return the name of a stream: up to 32 UTF-16 characters, then their length in bytes."""
    entry = sector[at : at + _ENTRY]
    if len(entry) < _ENTRY:
        return b""
    (length,) = struct.unpack_from("<H", entry, 64)
    return entry[: max(0, min(length, 64) - 2)]
