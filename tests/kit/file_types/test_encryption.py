"""Whether a document needs a password is found without one, for any content."""

import io
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.kit.storage.file_types import detection
from tests.areas.uploads import encrypted_pdfs, samples

PDF = detection.PDF


def needs_password(body: bytes, media: str = PDF) -> bool:
    return detection.needs_password(media, io.BytesIO(body), len(body))


@pytest.mark.parametrize("kind", encrypted_pdfs.WITH_PASSWORD)
def test_a_pdf_needs_the_password_of_its_user(kind: str) -> None:
    dictionary, identifier = encrypted_pdfs.WITH_PASSWORD[kind]
    assert needs_password(encrypted_pdfs.pdf(dictionary, identifier))
    assert needs_password(encrypted_pdfs.pdf(encrypted_pdfs.literal(dictionary), identifier))


@pytest.mark.parametrize("kind", encrypted_pdfs.WITHOUT_PASSWORD)
def test_a_pdf_opens_without_the_password_of_its_owner(kind: str) -> None:
    dictionary, identifier = encrypted_pdfs.WITHOUT_PASSWORD[kind]
    assert not needs_password(encrypted_pdfs.pdf(dictionary, identifier))
    assert not needs_password(encrypted_pdfs.pdf(encrypted_pdfs.literal(dictionary), identifier))


@pytest.mark.parametrize(
    "dictionary",
    [
        b"<< /Filter /Adobe.PubSec /V 4 >>",
        b"<< /Filter /Standard >>",
        b"<< /Filter /Standard /R 2 /U (never closed",
        b"<< /Filter /Standard /R x /U (a) >>",
        b"<< /Filter /Standard /R 3 /Length 0 /P 0 /O (a) /U (b) >>",
        b"",
    ],
)
def test_a_pdf_that_is_encrypted_in_an_unknown_way_needs_a_password(dictionary: bytes) -> None:
    assert needs_password(encrypted_pdfs.pdf(dictionary, b"<00>"))


def test_the_trailer_can_contain_the_dictionary_itself() -> None:
    for kinds, expected in (
        (encrypted_pdfs.WITH_PASSWORD, True),
        (encrypted_pdfs.WITHOUT_PASSWORD, False),
    ):
        dictionary, identifier = kinds["AES, 256 bits"]
        trailer = b"trailer << /ID [%b%b] /Encrypt %b >>" % (identifier, identifier, dictionary)
        assert needs_password(b"%PDF-1.7\n" + trailer) == expected


def test_what_a_stream_contains_is_no_dictionary() -> None:
    plain = b"%PDF-1.7\n1 0 obj\n<<>>\nstream\n/Encrypt 1 0 R\nendstream\nendobj\n%%EOF\n"
    assert not needs_password(plain)
    assert needs_password(plain.replace(b"stream\n/Encrypt", b"stem\n/Encrypt"))


def test_an_encrypted_office_file_needs_a_password() -> None:
    for media in (samples.DOCX, samples.XLSX, samples.PPTX, samples.DOC):
        assert needs_password(samples.compound("EncryptedPackage"), media)
        assert not needs_password(samples.compound("WordDocument"), media)
        assert not needs_password(samples.VALID_FILES[samples.DOCX], media)
    assert needs_password(samples.compound("WordDocument", flags=0x0100), samples.DOC)
    assert not needs_password(samples.compound("EncryptedPackage"), "image/png")


@pytest.mark.parametrize("media", samples.VALID_FILES)
def test_a_file_that_is_not_encrypted_needs_none(media: str) -> None:
    assert not needs_password(samples.VALID_FILES[media], media)


@pytest.mark.parametrize(
    "body",
    [
        b"stream\n" * 700_000,
        b"/Encrypt 1 0 R " * 300_000,
        b"/Encrypt<<" * 500_000,
        b"/Encrypt 1 0 R 1 0 obj<<" + b"(" * 5_000_000,
        b"/Encrypt 1 0 R 1 0 obj<<" + b"<" * 5_000_000,
        b"/ID [" * 1_000_000 + b"/Encrypt <<>>",
    ],
)
def test_a_hostile_file_takes_little_time(body: bytes) -> None:
    began = time.thread_time()
    needs_password(body)
    assert time.thread_time() - began < 2


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(encrypted_pdfs.WITH_PASSWORD)),
    st.binary(max_size=20),
    st.data(),
)
def test_arbitrary_bytes_raise_no_error(kind: str, noise: bytes, data: st.DataObject) -> None:
    body = encrypted_pdfs.pdf(*encrypted_pdfs.WITH_PASSWORD[kind])
    at = data.draw(st.integers(0, len(body)))
    needs_password(body[:at] + noise + body[at + len(noise) :])  # an exception would be a 500
