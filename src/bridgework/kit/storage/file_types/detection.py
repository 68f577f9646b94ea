"""Checks whether a file has its declared media type.

An unlisted type matches no file. No image is decoded and no archive is unpacked: the checks read
the signatures and structures by which programs recognize the file.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import BinaryIO

from bridgework.kit.storage.file_types import cfb, mp4, ooxml, pdf, webm

_HEAD = 4096
_TAIL = 2048
_TEXT_HEAD = 256 * 1024
PDF = "application/pdf"
MSWORD = "application/msword"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_MARKUP = re.compile(
    rb"<(?:!doctype|\?xml|!--|[a-z][a-z0-9]*:?svg|html|head|body|script|svg|iframe|object|embed"
    rb"|style|link|meta|base|form|img|a\s)",
    re.IGNORECASE,
)
"""Markup that makes a browser treat text as HTML or SVG."""

Check = Callable[[BinaryIO, int], bool]


def has_type(media_type: str, file: BinaryIO, size: int) -> bool:
    """Whether the `size` bytes of `file` have this type."""
    check = _CHECKS.get(media_type)
    return check is not None and check(file, size)


def needs_password(media_type: str, file: BinaryIO, size: int) -> bool:
    """Whether a document is encrypted and does not open without a password.

    An encrypted DOCX, XLSX or PPTX file is not an archive any more, so it does not have its type.
    """
    if media_type == PDF:
        return pdf.needs_password(file, size)
    is_office = media_type == MSWORD or media_type.startswith(_OFFICE)
    return is_office and cfb.needs_password(file, size)


def _starts_with(file: BinaryIO, _: int, *, pattern: re.Pattern[bytes]) -> bool:
    file.seek(0)
    return pattern.match(file.read(_HEAD)) is not None


def _pdf(file: BinaryIO, size: int) -> bool:
    file.seek(0)
    has_header = re.match(rb"%PDF-[12]\.[0-9]", file.read(16)) is not None
    file.seek(max(0, size - _TAIL))
    return has_header and b"%%EOF" in file.read(_TAIL)


def _webp(file: BinaryIO, size: int) -> bool:
    file.seek(0)
    head = file.read(16)
    is_webp = re.match(rb"RIFF....WEBPVP8[ LX]", head, re.DOTALL) is not None
    return is_webp and int.from_bytes(head[4:8], "little") + 8 <= size + 1


def _text(file: BinaryIO, _: int) -> bool:
    """Whether the first part is UTF-8 text without control characters, and is not markup."""
    file.seek(0)
    head = file.read(_TEXT_HEAD)
    if _MARKUP.search(head[:_HEAD]) or re.search(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]", head):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        # The last character may be cut.
        return len(head) == _TEXT_HEAD and error.start >= len(head) - 3
    return True


def _signature(pattern: bytes) -> Check:
    return partial(_starts_with, pattern=re.compile(pattern, re.DOTALL))


_CHECKS: Mapping[str, Check] = {
    "image/jpeg": _signature(rb"\xff\xd8\xff[\xc0-\xfe]"),
    "image/png": _signature(rb"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "image/gif": _signature(rb"GIF8[79]a"),
    "image/webp": _webp,
    "video/mp4": mp4.is_mp4,
    "video/quicktime": mp4.is_quicktime,
    "video/webm": webm.is_webm,
    PDF: _pdf,
    MSWORD: partial(cfb.has_stream, stream=cfb.WORD_DOCUMENT),
    f"{_OFFICE}wordprocessingml.document": partial(ooxml.has_main_part, name="word/document.xml"),
    f"{_OFFICE}spreadsheetml.sheet": partial(ooxml.has_main_part, name="xl/workbook.xml"),
    f"{_OFFICE}presentationml.presentation": partial(
        ooxml.has_main_part, name="ppt/presentation.xml"
    ),
    "text/plain": _text,
    "text/csv": _text,
}
