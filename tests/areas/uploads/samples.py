"""Small files of every type, and files that do not match their type."""

import io
import struct
import zipfile
from collections.abc import Mapping
from zlib import compress, crc32

_OFFICE = "application/vnd.openxmlformats-officedocument."
DOCX = f"{_OFFICE}wordprocessingml.document"
XLSX = f"{_OFFICE}spreadsheetml.sheet"
PPTX = f"{_OFFICE}presentationml.presentation"
DOC = "application/msword"


def chunk(kind: bytes, content: bytes = b"") -> bytes:
    """A chunk of a PNG."""
    return (
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))
    )


def segment(marker: int, content: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


PNG_HEAD = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
PNG_END = chunk(b"IDAT", compress(bytes(4))) + chunk(b"IEND")
PNG = PNG_HEAD + PNG_END


def png_with(content: bytes) -> bytes:
    """A PNG that contains these bytes in its image data."""
    return PNG_HEAD + chunk(b"IDAT", content) + PNG_END


JPEG_HEAD = b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")
JPEG_END = segment(0xDA, bytes(10)) + b"\x12\xff\0\x34\xff\xd0\x56" + b"\xff\xd9"
JPEG = JPEG_HEAD + JPEG_END
GIF = b"GIF89a" + bytes(20)
WEBP = b"RIFF" + (28).to_bytes(4, "little") + b"WEBPVP8 " + bytes(20)
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n"
HTML = b"<!DOCTYPE html><html><script>alert(1)</script></html>"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'


def atom(kind: bytes, content: bytes = b"") -> bytes:
    """An atom of an MP4 or a QuickTime file."""
    return struct.pack(">L4s", 8 + len(content), kind) + content


def element(name: int, content: bytes = b"") -> bytes:
    """An element of a WebM file."""
    size = (len(content) | 1 << 28).to_bytes(4, "big")
    return name.to_bytes((name.bit_length() + 7) // 8, "big") + size + content


MVHD = atom(b"mvhd", bytes(100))
MOOV = atom(b"moov", MVHD + atom(b"trak", atom(b"tkhd", bytes(84))))
MDAT = atom(b"mdat", bytes(32))
MP4 = atom(b"ftyp", b"isom\0\0\2\0isomiso2") + MOOV + MDAT
MOV = atom(b"ftyp", b"qt  \0\0\2\0qt  ") + atom(b"wide") + MDAT + MOOV
EBML_HEAD = element(0x1A45DFA3, element(0x4286, b"\1") + element(0x4282, b"webm"))
TRACKS = element(0x1654AE6B, element(0xAE, element(0xD7, b"\1")))
WEBM = EBML_HEAD + element(
    0x18538067, element(0x1549A966) + TRACKS + element(0x1F43B675, bytes(32))
)


def zipped(parts: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for name, body in parts.items():
            file.writestr(name, body)
    return written.getvalue()


def office(main: str, further: Mapping[str, bytes] | None = None) -> bytes:
    """An Office Open XML file whose main part has this name."""
    return zipped({"[Content_Types].xml": b"<Types/>", main: b"<w/>" * 30, **(further or {})})


def compound(stream: str, flags: int = 0) -> bytes:
    """An office file of the older format: a header, a table of sectors and a list of streams.

    `flags` are those of the stream of a letter, which is in the last sector.
    """
    header = bytearray(512)
    header[:8] = bytes.fromhex("d0cf11e0a1b11ae1")
    struct.pack_into("<H", header, 0x1E, 9)
    struct.pack_into("<L", header, 0x30, 1)
    struct.pack_into("<109L", header, 0x4C, 0, *[0xFFFFFFFF] * 108)
    table = struct.pack("<128L", 0xFFFFFFFD, 0xFFFFFFFE, *[0xFFFFFFFF] * 126)
    names = ["Root Entry", stream]
    entries = b"".join(_entry(name) for name in names)
    return bytes(header) + table + entries.ljust(512, b"\0") + struct.pack("<10xH500x", flags)


def _entry(name: str) -> bytes:
    text = name.encode("utf-16-le")
    return text.ljust(64, b"\0") + struct.pack("<H50xLQ", len(text) + 2, 2, 512)


VALID_FILES: Mapping[str, bytes] = {
    "image/png": PNG,
    "image/jpeg": JPEG,
    "image/gif": GIF,
    "image/webp": WEBP,
    "video/mp4": MP4,
    "video/quicktime": MOV,
    "video/webm": WEBM,
    "application/pdf": PDF,
    DOC: compound("WordDocument"),
    DOCX: office("word/document.xml"),
    XLSX: office("xl/workbook.xml"),
    PPTX: office("ppt/presentation.xml"),
    "text/plain": "Zähne, jeden Tag.\n".encode(),
    "text/csv": b"tooth,state\n11,sound\n",
}
