"""Removes metadata from pictures: EXIF with its location and thumbnail, XMP, IPTC and comments.

The image data stays as it is, byte for byte, with its color profile and its orientation. What
follows the end of the image is removed as well. Nothing is decoded, and no more than a page of the
file is in memory. Files of other types stay as they are.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO

Piece = bytes | tuple[int, int]
"""Bytes to write, or the start and the end of a part of the file to copy."""

_PAGE = 256 * 1024
_MAX_PIECES = 10_000
_EXIF = b"Exif\0\0"
_MAX_EXIF = 65_536
_MARKER = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""The end of entropy-coded data of a JPEG: a marker other than a restart."""
_STANDALONE = frozenset({0x01, *range(0xD0, 0xD8)})
_PNG_START = b"\x89PNG\r\n\x1a\n"
_PNG_METADATA = frozenset({b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME", b"caBX"})
_WEBP_METADATA = frozenset({b"EXIF", b"XMP "})
_WEBP_FLAGS = 0x08 | 0x04
"""The bits of the extended header that announce EXIF and XMP."""


class PictureDamaged(Exception):
    """The file is not a complete picture of its type."""


def pieces_without_metadata(media_type: str, file: BinaryIO, size: int) -> list[Piece] | None:
    """Return what the file consists of without its metadata; None if it has none.

    Raises PictureDamaged.
    """
    parts_of = _PARTS.get(media_type)
    if parts_of is None:
        return None
    pieces: list[Piece] = []
    for piece in parts_of(file, size):
        if not piece:
            continue
        last = pieces[-1] if pieces else b""
        if isinstance(piece, tuple) and isinstance(last, tuple) and last[1] == piece[0]:
            pieces[-1] = (last[0], piece[1])
        else:
            pieces.append(piece)
        if len(pieces) > _MAX_PIECES:
            raise PictureDamaged
    return None if pieces == [(0, size)] else pieces


def write(pieces: list[Piece], file: BinaryIO, target: BinaryIO) -> None:
    """Write the pieces of a file to another one."""
    for piece in pieces:
        if isinstance(piece, bytes):
            target.write(piece)
            continue
        start, end = piece
        file.seek(start)
        while start < end:
            page = _read(file, min(_PAGE, end - start))
            target.write(page)
            start += len(page)


def _jpeg(file: BinaryIO, size: int) -> Iterator[Piece]:
    at, has_image, has_exif = 2, False, False
    yield 0, 2
    while True:
        at, marker = _next_marker(file, at, size)
        if marker == 0xD9 and has_image:
            yield at, at + 2
            return
        if marker in _STANDALONE:
            yield at, at + 2
            at += 2
            continue
        file.seek(at + 2)
        length = int.from_bytes(_read(file, 2), "big")
        end = at + 2 + length
        if length < 2 or end > size:
            raise PictureDamaged
        if marker == 0xDA:
            has_image = True
            end = _end_of_scan(file, end, size)
            yield at, end
            if end == size:  # without an end marker, as some cameras write it
                return
        elif 0xE0 <= marker <= 0xEF or marker == 0xFE:
            head = _read(file, length - 2)
            if _is_needed_jpeg_segment(marker, head):
                yield at, end
            elif not has_exif:
                has_exif = marker == 0xE1 and head.startswith(_EXIF)
                yield _jpeg_orientation(head) if has_exif else b""
        else:
            yield at, end
        at = end


def _jpeg_orientation(head: bytes) -> bytes:
    """Return a segment with the orientation in this EXIF segment; empty if it is upright."""
    exif = _exif_of_orientation(head.removeprefix(_EXIF))
    return exif and b"\xff\xe1" + struct.pack(">H", len(_EXIF + exif) + 2) + _EXIF + exif


def _next_marker(file: BinaryIO, at: int, size: int) -> tuple[int, int]:
    """Return where the next marker begins, after fill bytes, and its second byte."""
    file.seek(at)
    if _read(file, 1) != b"\xff":
        raise PictureDamaged
    while at + 1 < size:
        marker = _read(file, 1)[0]
        if marker == 0:
            raise PictureDamaged
        if marker != 0xFF:
            return at, marker
        at += 1
    raise PictureDamaged


def _end_of_scan(file: BinaryIO, at: int, size: int) -> int:
    """Return where entropy-coded data ends, at a marker or at the end of the file."""
    while at < size:
        file.seek(at)
        page = file.read(_PAGE)
        found = _MARKER.search(page)
        if found is not None:
            return at + found.start()
        if not page or at + len(page) >= size:
            return size
        # A marker may begin with the last byte of the page.
        at += len(page) - page.endswith(b"\xff")
    return size


def _is_needed_jpeg_segment(marker: int, head: bytes) -> bool:
    """Whether a segment is needed to show the picture: its kind and its colors."""
    return (
        (marker == 0xE0 and head.startswith(b"JFIF\0"))
        or (marker == 0xE2 and head.startswith(b"ICC_PROFILE\0"))
        or (marker == 0xEE and head.startswith(b"Adobe"))
    )


def _png(file: BinaryIO, size: int) -> Iterator[Piece]:
    at, has_image, has_exif = len(_PNG_START), False, False
    yield 0, at
    while at < size:
        file.seek(at)
        length, kind = struct.unpack(">I4s", _read(file, 8))
        end = at + 12 + length
        if end > size or not kind.isalpha():
            raise PictureDamaged
        has_image = has_image or kind == b"IDAT"
        if kind not in _PNG_METADATA:
            yield at, end
        elif kind == b"eXIf" and not has_exif:
            has_exif = True
            if exif := _exif_of_orientation(file.read(min(length, _MAX_EXIF))):
                yield _png_chunk(kind, exif)
        if kind == b"IEND" and has_image:
            return
        at = end
    raise PictureDamaged


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(kind + content)
    return struct.pack(">I4s", len(content), kind) + content + struct.pack(">I", crc)


def _webp(file: BinaryIO, size: int) -> Iterator[Piece]:
    file.seek(4)
    end_of_file = int.from_bytes(_read(file, 4), "little") + 8
    if end_of_file > size + 1:
        raise PictureDamaged
    kept, has_image, exif, extended = [], False, b"", b""
    at = 12
    while at + 8 <= min(size, end_of_file):
        file.seek(at)
        kind, length = struct.unpack("<4sI", _read(file, 8))
        end = at + 8 + length + length % 2
        if end > size + 1:
            raise PictureDamaged
        has_image = has_image or kind in {b"VP8 ", b"VP8L", b"ANMF"}
        if kind == b"EXIF":
            content = file.read(min(length, _MAX_EXIF))
            exif = exif or _exif_of_orientation(content.removeprefix(_EXIF))
        elif kind == b"VP8X":
            extended = _read(file, length)
        elif kind not in _WEBP_METADATA:
            kept.append((at, min(end, size)))
        at = end
        if len(kept) > _MAX_PIECES:
            raise PictureDamaged
    if not has_image or (extended and len(extended) < 10):
        raise PictureDamaged
    yield from _webp_pieces(kept, size, exif, extended)


def _webp_pieces(
    kept: list[tuple[int, int]], size: int, exif: bytes, extended: bytes
) -> Iterator[Piece]:
    is_complete = kept and kept[-1][1] == size and sum(b - a for a, b in kept) == size - 12
    if is_complete and not extended:
        yield 0, size
        return
    head = b""
    if extended:
        flags = extended[0] & ~_WEBP_FLAGS | (0x08 if exif else 0)
        head = struct.pack("<4sI", b"VP8X", len(extended)) + bytes([flags]) + extended[1:]
    tail = struct.pack("<4sI", b"EXIF", len(exif)) + exif if exif and extended else b""
    total = 4 + len(head) + len(tail) + sum(end - start for start, end in kept)
    odd = kept[-1][1] - kept[-1][0]
    padding = bytes(odd % 2)
    yield b"RIFF" + struct.pack("<I", total + len(padding)) + b"WEBP" + head
    yield from kept
    yield padding + tail


def _exif_of_orientation(tiff: bytes) -> bytes:
    """Return EXIF with the orientation alone; empty if the picture is upright or says nothing."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None or len(tiff) < 10:
        return b""
    (offset,) = struct.unpack_from(f"{order}I", tiff, 4)
    if offset + 2 > len(tiff):
        return b""
    (count,) = struct.unpack_from(f"{order}H", tiff, offset)
    for at in range(offset + 2, min(offset + 2 + 12 * count, len(tiff) - 11), 12):
        tag, kind, number, value = struct.unpack_from(f"{order}HHIH", tiff, at)
        if tag == 0x0112 and kind == 3 and number == 1 and 2 <= value <= 8:
            entry = struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, value, 0, 0)
            return b"MM\0*" + struct.pack(">I", 8) + entry
    return b""


def _read(file: BinaryIO, size: int) -> bytes:
    content = file.read(size)
    if len(content) < size:
        raise PictureDamaged
    return content


_PARTS: Mapping[str, Callable[[BinaryIO, int], Iterator[Piece]]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
}
