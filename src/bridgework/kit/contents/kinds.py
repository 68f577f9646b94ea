"""Whether a file is of the type it is said to be.

A type that is not listed here is never the type of anything. No picture is decoded and nothing is
unpacked: what is looked at are the marks by which a program that opens the file would know it.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import BinaryIO

from bridgework.kit.contents import archives, atoms, compounds, ebml

_HEAD = 4096
_TAIL = 2048
_TEXT_LOOKED_AT = 256 * 1024
_A_PAGE = re.compile(
    rb"<(?:!doctype|\?xml|!--|[a-z][a-z0-9]*:?svg|html|head|body|script|svg|iframe|object|embed"
    rb"|style|link|meta|base|form|img|a\s)",
    re.IGNORECASE,
)
"""What makes a browser, or a careless program, take text for a page."""

Look = Callable[[BinaryIO, int], bool]


def is_of(media: str, file: BinaryIO, size: int) -> bool:
    """Whether the `size` bytes of `file` are of this type."""
    look = _LOOKS.get(media)
    return look is not None and look(file, size)


def _begins(file: BinaryIO, _: int, *, pattern: re.Pattern[bytes]) -> bool:
    file.seek(0)
    return pattern.match(file.read(_HEAD)) is not None


def _pdf(file: BinaryIO, size: int) -> bool:
    file.seek(0)
    begins = re.match(rb"%PDF-[12]\.[0-9]", file.read(16)) is not None
    file.seek(max(0, size - _TAIL))
    return begins and b"%%EOF" in file.read(_TAIL)


def _webp(file: BinaryIO, size: int) -> bool:
    file.seek(0)
    head = file.read(16)
    is_webp = re.match(rb"RIFF....WEBPVP8[ LX]", head, re.DOTALL) is not None
    return is_webp and int.from_bytes(head[4:8], "little") + 8 <= size + 1


def _text(file: BinaryIO, _: int) -> bool:
    """UTF-8 without control characters, as far as it is looked at, and no page in disguise."""
    file.seek(0)
    head = file.read(_TEXT_LOOKED_AT)
    if _A_PAGE.search(head[:_HEAD]) or re.search(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]", head):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        # A character may have been cut in two where looking ends.
        return len(head) == _TEXT_LOOKED_AT and error.start >= len(head) - 3
    return True


def _of(pattern: bytes) -> Look:
    return partial(_begins, pattern=re.compile(pattern, re.DOTALL))


_OFFICE = "application/vnd.openxmlformats-officedocument."
_LOOKS: Mapping[str, Look] = {
    "image/jpeg": _of(rb"\xff\xd8\xff[\xc0-\xfe]"),
    "image/png": _of(rb"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "image/gif": _of(rb"GIF8[79]a"),
    "image/webp": _webp,
    "video/mp4": atoms.is_mp4,
    "video/quicktime": atoms.is_quicktime,
    "video/webm": ebml.is_webm,
    "application/pdf": _pdf,
    "application/msword": partial(compounds.holds, stream="WordDocument"),
    f"{_OFFICE}wordprocessingml.document": partial(archives.holds, name="word/document.xml"),
    f"{_OFFICE}spreadsheetml.sheet": partial(archives.holds, name="xl/workbook.xml"),
    f"{_OFFICE}presentationml.presentation": partial(archives.holds, name="ppt/presentation.xml"),
    "text/plain": _text,
    "text/csv": _text,
}
