"""WebM files: nested elements of EBML (RFC 8794), each with its id and size.

The header must have the document type `webm`. The segment after it must contain a track before its
first cluster of media data. Media data is not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

_EBML = 0x1A45DFA3
_DOC_TYPE = 0x4282
_SEGMENT = 0x18538067
_TRACKS = 0x1654AE6B
_TRACK_ENTRY = 0xAE
_CLUSTER = 0x1F43B675
_MAX_ELEMENTS = 1_000
_MAX_ID_LENGTH = 4
_MAX_SIZE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class _Element:
    name: int
    start: int
    """The start of the content, after id and size."""
    end: int


def is_webm(file: BinaryIO, size: int) -> bool:
    """Whether this is a WebM file with a track."""
    top = _elements(file, 0, size)
    head, segment = next(top, None), next(top, None)
    if head is None or head.name != _EBML or segment is None or segment.name != _SEGMENT:
        return False
    return _is_of_type_webm(file, head) and _has_track(file, segment)


def _is_of_type_webm(file: BinaryIO, head: _Element) -> bool:
    for element in _elements(file, head.start, head.end):
        if element.name == _DOC_TYPE:
            file.seek(element.start)
            return file.read(min(element.end - element.start, 16)).rstrip(b"\0") == b"webm"
    return False


def _has_track(file: BinaryIO, segment: _Element) -> bool:
    for element in _elements(file, segment.start, segment.end):
        if element.name == _TRACKS:
            tracks = _elements(file, element.start, element.end)
            return any(track.name == _TRACK_ENTRY for track in tracks)
        if element.name == _CLUSTER:
            return False
    return False


def _elements(file: BinaryIO, start: int, end: int) -> Iterator[_Element]:
    """Yield the elements from `start`, up to the first that is incomplete."""
    for _ in range(_MAX_ELEMENTS):
        file.seek(start)
        header = file.read(min(_MAX_ID_LENGTH + _MAX_SIZE_LENGTH, max(end - start, 0)))
        id_length = _length(header, 0, _MAX_ID_LENGTH)
        size_length = _length(header, id_length, _MAX_SIZE_LENGTH)
        if not id_length or not size_length:
            return
        content = start + id_length + size_length
        unknown = (1 << 7 * size_length) - 1
        size = int.from_bytes(header[id_length : id_length + size_length], "big") & unknown
        # What is recorded live does not know its size, and goes on to the end.
        element_end = end if size == unknown else content + size
        if element_end > end:
            return
        yield _Element(int.from_bytes(header[:id_length], "big"), content, element_end)
        start = element_end


def _length(header: bytes, at: int, longest: int) -> int:
    """Return the length of a number by the leading zero bits of its first byte; 0 if incomplete."""
    if at >= len(header):
        return 0
    length = 9 - header[at].bit_length()
    return length if length <= longest and at + length <= len(header) else 0
