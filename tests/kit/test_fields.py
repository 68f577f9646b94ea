"""The named field types: accepted and refused values."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from bridgework.kit.validation import fields

_STRICT: Any = {"strict": True}


def is_taken(kind: Any, value: object) -> bool:
    """Whether a member of this type accepts the JSON value."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    try:
        result = adapter.validate_python(value, **_STRICT)
    except ValidationError:
        return False
    assert result == value  # as typed: nothing is trimmed, folded or sorted
    return True


EMAILS = [
    "ada@example.com", "Ada.Lovell@Example.COM", "a@b.co", "ada+tag@example.com",
    "!#$%&'*+-/=?^_`{|}~@example.com", "ada@sub.sub.example.com", "ada@example.test",
    "ada@example.example", "ada@münchen.example", "ada@xn--mnchen-3ya.example", "äda@example.com",
    "阿@例え.jp", "a" * 64 + "@example.com", "1@2.com",
]  # fmt: skip
NO_EMAILS = [
    "", "ada", "ada@", "@example.com", "ada@@example.com", "ada@exa mple.com",
    "ada lovell@example.com", "Ada <ada@example.com>", '"ada"@example.com', "ada@[127.0.0.1]",
    ".ada@example.com", "ada.@example.com", "a..da@example.com", "ada@.example.com",
    "ada@example..com", "ada@-example.com", "ada@example-.com", "ada@example.com.",
    " ada@example.com", "ada@example.com ", "ada@example.com\n", "ada\n@example.com",
    "ada\x00@example.com", "ada@exa\x00mple.com", "ada,ben@example.com", "ada;ben@example.com",
    "ada@exam_ple.com", "ada(comment)@example.com", "ada\u200b@example.com", "ada\\@example.com",
    "a" * 65 + "@example.com", "a@" + "b" * 64 + ".com", "a@" + "b." * 130 + "com",
    "ada@example.com\r\nbcc: eve@example.com",
]  # fmt: skip


@pytest.mark.parametrize("email", EMAILS)
def test_an_email_address_is_stored_as_typed(email: str) -> None:
    assert is_taken(fields.Email, email)


@pytest.mark.parametrize("email", NO_EMAILS)
def test_an_invalid_email_address_is_refused(email: str) -> None:
    assert not is_taken(fields.Email, email)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ada@example.com", "ADA@EXAMPLE.COM"),
        ("ada@münchen.example", "ada@MÜNCHEN.example"),
        ("ada@münchen.example", "Ada@xn--mnchen-3ya.example"),
        ("Äda@example.com", "äda@example.com"),
        ("a\u0308da@example.com", "äda@example.com"),
    ],
)
def test_two_spellings_of_an_address_have_one_key(one: str, other: str) -> None:
    assert fields.email_key(one) == fields.email_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ada@example.com", "ada+x@example.com"), ("a.da@example.com", "ada@example.com"),
     ("ada@example.com", "ada@example.org"), ("ada@example.com", "äda@example.com")],
)  # fmt: skip
def test_different_addresses_have_different_keys(one: str, other: str) -> None:
    assert fields.email_key(one) != fields.email_key(other)


URLS = [
    "http://example.com", "https://example.com/", "HTTPS://Example.com/a?b=c#d",
    "https://example.com:8443/a", "http://localhost", "http://127.0.0.1:9000/x",
    "http://[2001:db8::1]/", "http://[::]", "http://[1::]:80", "http://[1:2:3:4:5:6:7:8]",
    "http://[1:2:3:4:5:6::8]", "http://[1::3:4:5:6:7:8]", "https://example.com/%C3%A9?q=a+b", "https://xn--mnchen-3ya.example/",
    "https://example.com/a;b=(c)!*'~", "https://example.com/a[1]", "https://my_clinic.example.com/a",
    "https://_dmarc.example.com", "https://example.com/%7Ea?%20#%2F",
]  # fmt: skip
NO_URLS = [
    "", "example.com", "//example.com", "/path", "http:", "http:/", "http://", "http:///path",
    "http:example.com", "http:/example.com", "http:\\\\example.com", "https://?q", "https://#a",
    "ftp://example.com", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "mailto:ada@example.com", "https://user@example.com", "https://user:pw@example.com",
    "https://:@example.com", "https://@example.com", "https://evil.example@example.com/",
    " https://example.com", "https://example.com ", "https://exa mple.com", "https://exam\tple.com",
    "https://example.com/\n", "https://example.com/\x00", "https://example.com/a\\b",
    'https://example.com/"', "https://example.com/<x>", "https://example.com/{x}",
    "https://example.com:port", "https://example.com:99999",
    "https://[7584]", "https://[1:2:3]", "https://[1:2:3:4:5:6:7]", "https://[1:2:3:4:5:6:7:8:9]",
    "https://[1::2::3]", "https://[:1]", "https://[12345::]", "https://[]", "https://[:::]",
    "https://example.com:0", "https://[::1", "https://[xyz]/", "http://%", "https://:443",
    "https://example.com/%zz", "https://example.com/%", "https://example.com/%4", "https://a.example/?%g0",
    "https://%41.example", "https://ädä@example.com/", "https://exa\u202emple.example/", "https://ä_b.example/",
    "ftp://münchen.example/", "https://mün\u2028chen.example",
]  # fmt: skip


@pytest.mark.parametrize("url", URLS)
def test_an_absolute_url_is_stored_as_typed(url: str) -> None:
    assert is_taken(fields.Url500, url)
    assert is_taken(fields.AvatarUrl, url)


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
        ("HTTPS://MÜNCHEN.example:8443", "HTTPS://xn--mnchen-3ya.example:8443"),
        ("https://歯科.example/?q=a#b", "https://xn--fmwu02a.example/?q=a#b"),
        ("https://example.com/praxis-über-uns", "https://example.com/praxis-%C3%BCber-uns"),
        ("https://example.com/a%20b?q=é&r=%C3%A9", "https://example.com/a%20b?q=%C3%A9&r=%C3%A9"),
    ],
)
def test_an_iri_is_stored_as_a_uri(sent: str, stored: str) -> None:
    for kind in (fields.Url500, fields.Url2048, fields.AvatarUrl):
        assert TypeAdapter(kind).validate_python(sent) == stored


@pytest.mark.parametrize("url", NO_URLS)
def test_an_invalid_url_is_refused(url: str) -> None:
    assert not is_taken(fields.Url500, url)
    assert is_taken(fields.AvatarUrl, url) == (url == "")


@pytest.mark.parametrize(
    ("kind", "fits", "misfits"),
    [
        (fields.Line, ["", "a", "a b", "é🐳", "a\u200bb", "\u200f"],
         ["\n", "\u2028", "\u202e", "\u2066", "a\tb", "\x00", "\x7f", "\x85", "\x9f", "\r"]),
        (fields.Text1000, ["", "a\n\tb\r\n", "é"],
         ["\x00", "\x0b", "\x0c", "\x1b", "\x7f", "\x85"]),
        (fields.PersonName, ["a", "é", "ß", "Ⅳa", "东", "O'Brien 3rd", "ʻOkina", "ªb"],
         ["", " ", "1", "123-4", "!?", "🐳", "\u200b", "\u3164", "\u0301", "a\n", "\x00a",
          "٣", "a\u2029", "a\u202a", "a\u2069"]),
        (fields.Title200, ["a", "!", "🐳", "\u200ba\u200b", "ㅎ"],
         ["", " ", "\u00a0\u3000", "\u00ad", "\u200b \u200f", "\u2060\ufeff", "\u061c", "\u180e",
          "\u034f", "\u2062", "\u2800", "\u3164", "\uffa0", "\ufe0f", "\U000e0020"]),
        (fields.CommentText, ["a", "\n\ta", "\u2066a\u2069"],
         [" \n\t ", "\u200b\n\u200d", "\u2066 \u2069", "\u202e", "\u3164\r\n"]),
        (fields.Otp, ["000000", "123456"], ["", "12345", "1234567", "12345a", " 123456", "123456\n",
                                            "١٢٣٤٥٦", "123４56", "+12345", "1e1000", "12 456"]),
        (fields.NewPassword, ["123456", "12345\u202e", "      ", "pässwörd", "a" * 128, "🐳" * 6],
         ["12345", "a" * 129, "12345\x00", "12345\n"]),
    ],
)  # fmt: skip
def test_text(kind: Any, fits: list[str], misfits: list[str]) -> None:
    assert [text for text in fits if not is_taken(kind, text)] == []
    assert [text for text in misfits if is_taken(kind, text)] == []


@pytest.mark.parametrize("value", [0, 1, -1, 1.5, 12.0, 10**15])
def test_a_number_is_returned_as_it_was_sent(value: float) -> None:
    adapter: TypeAdapter[int | float] = TypeAdapter(fields.Number)
    result = adapter.validate_json(adapter.dump_json(value), **_STRICT)
    assert (result, type(result)) == (value, type(value))


@pytest.mark.parametrize("value", [True, "1", None, [1]])
def test_an_invalid_number_is_refused(value: object) -> None:
    assert not is_taken(fields.Number, value)


class Dated(BaseModel):
    model_config = ConfigDict(strict=True)

    at: fields.UtcDatetime


@given(
    st.datetimes(datetime(1900, 1, 2), datetime(2199, 12, 30)),  # noqa: DTZ001 - the zone follows
    st.integers(-23 * 60, 23 * 60),
)
def test_a_time_is_returned_in_utc_with_milliseconds(local: datetime, minutes: int) -> None:
    sent = local.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    parsed = Dated.model_validate_json(f'{{"at":"{sent.isoformat()}"}}')
    assert parsed.at == sent
    assert parsed.at.tzinfo == UTC
    result = parsed.model_dump(mode="json")["at"]
    assert result.endswith("Z")
    assert sent - datetime.fromisoformat(result) < timedelta(milliseconds=1)
    again = Dated.model_validate_json(f'{{"at":"{result}"}}')
    assert again.model_dump(mode="json")["at"] == result


@pytest.mark.parametrize("pattern", fields.PATTERN_ERRORS)
def test_a_mismatch_of_a_pattern_has_a_code_and_a_message(pattern: str) -> None:
    code, sentence = fields.PATTERN_ERRORS[pattern]
    assert code.replace("_", "").isalpha()
    assert sentence.startswith("Must ")
    assert pattern[0] == "^"
    assert pattern[-1] == "$"
    assert r"\d" not in pattern  # matches all digits of Unicode


@pytest.mark.parametrize(
    "number", [0, 12, -12, 12.5, 2**53 - 1, -(2**53) + 1, 1e300, 10**300, 5e-324]
)
def test_a_decimal_number_is_parsed(number: float) -> None:
    assert is_taken(fields.Number, float(number) if abs(number) >= 2**53 else number)
    result = TypeAdapter(fields.Number).validate_python(number, strict=True)
    assert type(result) is (type(number) if abs(number) < 2**53 else float)


@pytest.mark.parametrize("number", [10**400, -(10**309), True, "5", None])
def test_an_invalid_or_too_long_decimal_is_refused(number: object) -> None:
    assert not is_taken(fields.Number, number)
