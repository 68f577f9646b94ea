"""What bytes are is told from them alone, whatever they are, and in bounded work."""

import io
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.contents import archives, kinds
from tests.areas.uploads import samples

ALIKE = {frozenset({"text/plain", "text/csv"})}


def is_of(media: str, body: bytes) -> bool:
    return kinds.is_of(media, io.BytesIO(body), len(body))


@pytest.mark.parametrize("media", samples.GOOD)
def test_a_good_file_is_of_its_own_type_and_of_no_other(media: str) -> None:
    found = {other for other in samples.GOOD if is_of(other, samples.GOOD[media])}
    assert media in found
    assert found == {media} or frozenset(found) in ALIKE


@pytest.mark.parametrize("media", samples.GOOD)
def test_an_empty_file_is_of_no_type_but_text(media: str) -> None:
    assert is_of(media, b"") == media.startswith("text/")


def test_an_unknown_type_is_never_the_type_of_anything() -> None:
    assert not is_of("text/html", samples.HTML)
    assert not is_of("application/octet-stream", b"x")


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(samples.GOOD)), st.binary(max_size=40), st.data())
def test_no_bytes_whatever_break_a_look(media: str, noise: bytes, data: st.DataObject) -> None:
    body = samples.GOOD[media]
    at = data.draw(st.integers(0, len(body)))
    for spoilt in (body[:at] + noise + body[at + len(noise) :], noise):
        is_of(media, spoilt)  # whatever it says: a look that breaks is a 500


def test_an_archive_of_very_many_parts_is_refused_before_they_are_read() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("[Content_Types].xml", "x")
        file.writestr("word/document.xml", "x")
        for number in range(5_001):
            file.writestr(f"word/{number}", "")
    body = written.getvalue()
    began = time.monotonic()
    assert not archives.holds(io.BytesIO(body), len(body), name="word/document.xml")
    assert time.monotonic() - began < 0.1


def test_a_document_may_pack_well() -> None:
    body = samples.office("word/document.xml", {"word/styles.xml": b"<w:style/>" * 500_000})
    assert is_of(samples.DOCX, body)


def test_an_encrypted_part_is_refused() -> None:
    body = bytearray(samples.office("word/document.xml"))
    body[body.rindex(b"PK\x01\x02") + 8] |= 1
    assert not is_of(samples.DOCX, bytes(body))


def test_two_parts_of_one_name_are_refused() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("[Content_Types].xml", "x")
        file.writestr("word/document.xml", "x")
    body = written.getvalue().replace(b"[Content_Types].xml", b"word/document.xmlzz")
    assert not is_of(samples.DOCX, body)
    with zipfile.ZipFile(written, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("word/document.xml", "y")
    assert not is_of(samples.DOCX, written.getvalue())


def test_a_character_may_be_cut_where_looking_ends() -> None:
    text = "ä".encode() * 200_000
    assert is_of("text/plain", b"x" + text)
    assert not is_of("text/plain", b"x" * 100 + b"\xff" + text)
