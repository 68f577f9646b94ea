"""The header: valid and invalid keys."""

import pytest

from bridgework.kit.http.idempotency import fingerprint
from bridgework.kit.http.idempotency.errors import IdempotencyKeyMalformed

LONGEST = "k" * 255


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71", "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71"),
        ('"0197f7a0-5d3c"', "0197f7a0-5d3c"),
        ("a", "a"),
        ("!~,;=[]", "!~,;=[]"),
        (r"back\slash", r"back\slash"),
        (r'"a\"b\\c"', r'a"b\c'),
        (LONGEST, LONGEST),
        (f'"{LONGEST}"', LONGEST),
        (r'"' + r"\"" * 255 + '"', '"' * 255),
    ],
)
def test_a_key_may_be_quoted_or_bare(header: str, key: str) -> None:
    assert fingerprint.parse_key(header.encode()) == key


@pytest.mark.parametrize(
    "header",
    [
        "",
        '""',
        '"',
        "two words",
        '"two words"',
        "one, two",
        '"unended',
        'unbegun"',
        'in"side',
        '"in"side"',
        r'"a\b"',
        '"key";v=1',
        "tab\there",
        "line\nbreak",
        "trailing\n",
        "nul\0",
        "del\x7f",
        "caf\xe9",
        LONGEST + "k",
        f'"{LONGEST}k"',
    ],
)
def test_an_invalid_key_is_refused(header: str) -> None:
    with pytest.raises(IdempotencyKeyMalformed):
        fingerprint.parse_key(header.encode("latin-1"))


def test_without_the_header_there_is_no_key() -> None:
    assert fingerprint.parse_key(None) is None
