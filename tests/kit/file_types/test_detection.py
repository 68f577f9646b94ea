"""The type of a file is detected from its content in bounded work, for any content."""

import io
import struct
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.storage.file_types import detection, ooxml
from tests.areas.uploads import samples

ALIKE = {frozenset({"text/plain", "text/csv"})}


def is_of(media: str, body: bytes) -> bool:
    return detection.has_type(media, io.BytesIO(body), len(body))


@pytest.mark.parametrize("media", samples.VALID_FILES)
def test_a_valid_file_matches_only_its_own_type(media: str) -> None:
    found = {other for other in samples.VALID_FILES if is_of(other, samples.VALID_FILES[media])}
    assert media in found
    assert found == {media} or frozenset(found) in ALIKE


@pytest.mark.parametrize("media", samples.VALID_FILES)
def test_an_empty_file_matches_only_text(media: str) -> None:
    assert is_of(media, b"") == media.startswith("text/")


def test_an_unknown_type_matches_no_file() -> None:
    assert not is_of("text/html", samples.HTML)
    assert not is_of("application/octet-stream", b"x")


FTYP = samples.MP4[:24]
LARGE = struct.pack(">L4sQ", 1, b"mdat", 16 + 5) + bytes(5)
TO_THE_END = struct.pack(">L4s", 0, b"mdat") + bytes(9)
LIVE = b"\x18\x53\x80\x67\x01" + b"\xff" * 7
"""The head of a segment of unknown size."""


@pytest.mark.parametrize(
    ("media", "body"),
    [
        ("video/mp4", FTYP + samples.MDAT + samples.MOOV),
        ("video/mp4", FTYP + LARGE + samples.MOOV),
        ("video/mp4", FTYP + samples.MOOV + TO_THE_END),
        ("video/mp4", FTYP + samples.atom(b"uuid", bytes(20)) + samples.MOOV),
        ("video/quicktime", samples.MOOV + samples.MDAT),
        ("video/quicktime", samples.atom(b"wide") + samples.MDAT + samples.MOOV),
        ("video/quicktime", samples.atom(b"skip", bytes(8)) + samples.MOOV + TO_THE_END),
        ("video/quicktime", samples.atom(b"moov", samples.atom(b"cmov", bytes(40)))),
        ("video/webm", samples.EBML_HEAD + LIVE + samples.TRACKS + bytes(9)),
        ("video/webm", samples.EBML_HEAD + LIVE + samples.element(0xEC, bytes(9)) + samples.TRACKS),
    ],
)
def test_a_video_may_have_any_valid_layout(media: str, body: bytes) -> None:
    assert is_of(media, body)


MVHD, TRAK = samples.MVHD, samples.atom(b"trak")
SEGMENT, NO_TRACKS = 0x18538067, samples.element(0x1654AE6B)
QT = samples.atom(b"ftyp", b"qt  \0\0\2\0qt  ")
UNKNOWN_SIZE = b"\x1a\x45\xdf\xa3\xa3"


@pytest.mark.parametrize(
    ("media", "body"),
    [
        ("video/quicktime", b"MZ\x90\0moov" + bytes(100)),
        ("video/quicktime", b"\0\0\0\x20moov" + bytes(100)),
        ("video/quicktime", b"\0\0\0\0moov" + bytes(100)),
        ("video/quicktime", b"<svgmdat" + b" onload=alert(1)>" * 9),
        ("video/quicktime", samples.atom(b"free", b"<script>alert(1)</script>")),
        ("video/quicktime", QT + samples.MDAT),
        ("video/quicktime", QT + samples.MOOV[:-1]),
        ("video/quicktime", QT + samples.atom(b"moov", MVHD)),
        ("video/quicktime", QT + samples.atom(b"moov", MVHD[:-4] + TRAK)),
        (
            "video/quicktime",
            QT + samples.atom(b"moov", MVHD + TRAK + b"x"),
        ),
        ("video/quicktime", QT[:4] + b"junk" + QT[8:] + samples.MOOV),
        ("video/quicktime", struct.pack(">L4sQ", 1, b"moov", 1 << 60) + samples.MOOV),
        ("video/quicktime", FTYP + samples.MOOV),
        ("video/mp4", QT + samples.MOOV),
        ("video/mp4", FTYP + bytes(100)),
        ("video/mp4", FTYP + samples.MDAT),
        ("video/mp4", samples.MOOV + samples.MDAT),
        ("video/mp4", samples.atom(b"ftyp", b"isom") + samples.MOOV),
        ("video/mp4", b"\0\0\x0f\0ftypisom" + samples.MOOV),
        ("video/webm", b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm" + bytes(32)),
        ("video/webm", samples.EBML_HEAD),
        ("video/webm", samples.EBML_HEAD + samples.element(SEGMENT, bytes(32))),
        (
            "video/webm",
            samples.EBML_HEAD + samples.element(SEGMENT, NO_TRACKS),
        ),
        ("video/webm", samples.WEBM[:-1]),
        ("video/webm", samples.WEBM.replace(b"webm", b"matr")),
        ("video/webm", UNKNOWN_SIZE + bytes(100)),
    ],
)
def test_an_incomplete_video_is_refused(media: str, body: bytes) -> None:
    assert not is_of(media, body)


def test_the_number_of_atoms_is_limited() -> None:
    assert not is_of("video/quicktime", samples.atom(b"free") * 1_000_000 + samples.MOOV)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(samples.VALID_FILES)), st.binary(max_size=40), st.data())
def test_arbitrary_bytes_raise_no_error(media: str, noise: bytes, data: st.DataObject) -> None:
    body = samples.VALID_FILES[media]
    at = data.draw(st.integers(0, len(body)))
    for spoilt in (body[:at] + noise + body[at + len(noise) :], noise):
        is_of(media, spoilt)  # an exception would be a 500


def test_an_archive_with_too_many_parts_is_refused_unread() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("[Content_Types].xml", "x")
        file.writestr("word/document.xml", "x")
        for number in range(5_001):
            file.writestr(f"word/{number}", "")
    body = written.getvalue()
    began = time.thread_time()
    assert not ooxml.has_main_part(io.BytesIO(body), len(body), name="word/document.xml")
    assert time.thread_time() - began < 0.1


def test_a_highly_compressed_document_is_accepted() -> None:
    body = samples.office("word/document.xml", {"word/styles.xml": b"<w:style/>" * 500_000})
    assert is_of(samples.DOCX, body)


def test_an_encrypted_part_is_refused() -> None:
    body = bytearray(samples.office("word/document.xml"))
    body[body.rindex(b"PK\x01\x02") + 8] |= 1
    assert not is_of(samples.DOCX, bytes(body))


def test_duplicate_names_in_an_archive_are_refused() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("[Content_Types].xml", "x")
        file.writestr("word/document.xml", "x")
    body = written.getvalue().replace(b"[Content_Types].xml", b"word/document.xmlzz")
    assert not is_of(samples.DOCX, body)
    with zipfile.ZipFile(written, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("word/document.xml", "y")
    assert not is_of(samples.DOCX, written.getvalue())


def test_a_character_may_be_cut_at_the_end_of_the_checked_part() -> None:
    text = "ä".encode() * 200_000
    assert is_of("text/plain", b"x" + text)
    assert not is_of("text/plain", b"x" * 100 + b"\xff" + text)
