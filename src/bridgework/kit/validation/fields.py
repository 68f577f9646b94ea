r"""Named field types: the single place for each limit of the specification.

Each pattern is also published in the OpenAPI document, so it uses only the syntax of ECMA-262 5.1:
no Unicode classes and no `u` flag. Rules that such a pattern cannot express are checked by a
validator and described in words. The JSON parser refuses lone surrogates.
"""

import math
import re
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from bridgework.kit.core import Id, parse_id
from bridgework.kit.text import FILLED as FILLED
from bridgework.kit.text import HTTP_URL_OR_EMPTY_PATTERN as HTTP_URL_OR_EMPTY_PATTERN
from bridgework.kit.text import HTTP_URL_PATTERN as HTTP_URL_PATTERN
from bridgework.kit.text import MANY_LINES as MANY_LINES
from bridgework.kit.text import NO_CONTROLS as NO_CONTROLS
from bridgework.kit.text import ONE_LINE as ONE_LINE
from bridgework.kit.text import TRIM as TRIM
from bridgework.kit.text import AvatarUrl as AvatarUrl
from bridgework.kit.text import Name200 as Name200
from bridgework.kit.text import PersonName as PersonName
from bridgework.kit.text import Url500 as Url500
from bridgework.kit.text import Url2048 as Url2048
from bridgework.kit.text import UtcDatetime as UtcDatetime
from bridgework.kit.text import email_addresses
from bridgework.kit.text import email_key as email_key
from bridgework.kit.text import is_http_url as is_http_url
from bridgework.kit.validation.arrays import Array
from bridgework.kit.validation.arrays import AtMost1000 as AtMost1000
from bridgework.kit.validation.json_object import JsonObject as JsonObject

SIX_DIGITS = r"^[0-9]{6}$"
SIX_SPACED_DIGITS = r"^\s*[0-9](?:\s*[0-9]){5}\s*$"
DIGITS = r"^[0-9]+$"
COUNTRY_CODE = r"^\+[0-9]+$"
CURSOR = r"^[A-Za-z0-9_-]+$"
SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
REFERRAL_CODE = r"^[2-9A-HJ-NP-Za-hj-np-z]{8}$"

# --- ids --------------------------------------------------------------------------------------

Uuid = Annotated[Id, WithJsonSchema({"type": "string", "format": "uuid"})]
"""An ID in a response. IDs in paths are checked by the operation."""


def _validate_uuid(text: str) -> Id:
    parsed = parse_id(text)
    if parsed is None:
        raise PydanticCustomError("wrong_type", "Must be a UUID with hyphens.")
    return parsed


UuidText = Annotated[
    Id, Field(json_schema_extra={"format": "uuid"}), AfterValidator(_validate_uuid)
]
"""An ID in a request. Upper case is accepted; the value is in lower case."""

# --- text -------------------------------------------------------------------------------------

Line = Annotated[str, Field(pattern=ONE_LINE), TRIM]
Line50 = Annotated[str, Field(max_length=50, pattern=ONE_LINE), TRIM]
Line100 = Annotated[str, Field(max_length=100, pattern=ONE_LINE), TRIM]
Line20 = Annotated[str, Field(max_length=20, pattern=ONE_LINE), TRIM]
Line150 = Annotated[str, Field(min_length=1, max_length=150, pattern=ONE_LINE), TRIM, FILLED]
Line200 = Annotated[str, Field(max_length=200, pattern=ONE_LINE), TRIM]
Line500 = Annotated[str, Field(max_length=500, pattern=ONE_LINE), TRIM]
Line2048 = Annotated[str, Field(max_length=2048, pattern=ONE_LINE), TRIM]
Address500 = Annotated[str, Field(max_length=500, pattern=MANY_LINES), TRIM]
Trimmed10000 = Annotated[str, Field(max_length=10_000, pattern=MANY_LINES), TRIM]
FilledLine = Annotated[str, Field(min_length=1, pattern=ONE_LINE), TRIM, FILLED]
FilledLine200 = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE), TRIM, FILLED]
FilledLine255 = Annotated[str, Field(min_length=1, max_length=255, pattern=ONE_LINE), TRIM, FILLED]
FilledLines = Annotated[Array[FilledLine], Field(min_length=1, max_length=1000)]
Text1000 = Annotated[str, Field(max_length=1000, pattern=MANY_LINES)]
Reason1000 = Annotated[str, Field(min_length=1, max_length=1000, pattern=MANY_LINES), FILLED]
Text2000 = Annotated[str, Field(max_length=2000, pattern=MANY_LINES)]
Text5000 = Annotated[str, Field(max_length=5000, pattern=MANY_LINES)]
Text4000 = Annotated[str, Field(max_length=4000, pattern=MANY_LINES)]
Text10000 = Annotated[str, Field(max_length=10_000, pattern=MANY_LINES)]
CommentText = Annotated[str, Field(min_length=1, max_length=1000, pattern=MANY_LINES), FILLED]
Name100 = Annotated[str, Field(min_length=1, max_length=100, pattern=ONE_LINE), TRIM, FILLED]
Name120 = Annotated[str, Field(min_length=1, max_length=120, pattern=ONE_LINE), TRIM, FILLED]
Slug200 = Annotated[str, Field(min_length=1, max_length=200, pattern=SLUG)]
Title200 = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE), TRIM, FILLED]
Excerpt500 = Annotated[str, Field(min_length=1, max_length=500, pattern=MANY_LINES), FILLED]
Article = Annotated[str, Field(min_length=1, max_length=200_000, pattern=MANY_LINES), FILLED]
Tag50 = Annotated[str, Field(min_length=1, max_length=50, pattern=ONE_LINE), TRIM, FILLED]
Tags20 = Annotated[Array[Tag50], Field(max_length=20)]
Otp = Annotated[str, Field(pattern=SIX_DIGITS)]
PhoneNumber = Annotated[str, Field(min_length=6, max_length=15, pattern=DIGITS)]
CountryCode = Annotated[str, Field(min_length=2, max_length=5, pattern=COUNTRY_CODE)]
OnboardingStep = Annotated[str, Field(min_length=1, max_length=64, pattern=ONE_LINE), TRIM, FILLED]
ReferralCode = Annotated[str, Field(pattern=REFERRAL_CODE)]
BotCheckToken = Annotated[str, Field(max_length=2048, pattern=ONE_LINE), TRIM]
RefreshTokenText = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE), TRIM]
LinkToken = Annotated[str, Field(max_length=200, pattern=ONE_LINE), TRIM]
InvitationToken = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE), TRIM]

# A password may contain any character except control characters.
NewPassword = Annotated[str, Field(min_length=6, max_length=128, pattern=NO_CONTROLS)]
KnownPassword = Annotated[str, Field(min_length=1, max_length=128, pattern=NO_CONTROLS)]

NewMasterPassword = Annotated[str, Field(min_length=12, max_length=256, pattern=NO_CONTROLS)]
KnownMasterPassword = Annotated[str, Field(min_length=1, max_length=256, pattern=NO_CONTROLS)]

# --- e-mail -----------------------------------------------------------------------------------

Email = Annotated[
    str,
    Field(max_length=254, json_schema_extra={"format": "email"}),
    AfterValidator(email_addresses.validate_email),
]
"""An address, stored as typed."""

# --- numbers ----------------------------------------------------------------------------------


_MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer up to which doubles, and therefore all clients, are exact."""


def _to_double(number: float) -> float:
    """Convert integers beyond the exact range to a double, or refuse them.

    PostgreSQL returns 1e300 as an integer of 301 digits; clients must get the number they sent.
    """
    if -_MAX_SAFE_INTEGER <= number <= _MAX_SAFE_INTEGER:
        return number
    try:
        return float(number)
    except OverflowError:
        raise PydanticCustomError("too_large", "This number is too large.") from None


Number = Annotated[int | float, AfterValidator(_to_double), WithJsonSchema({"type": "number"})]
"""A number that is returned as it was sent: 12 is not returned as 12.0."""
Year = Annotated[int, Field(ge=1900, le=2100)]
Month = Annotated[int, Field(ge=1, le=12)]
Percentage = Annotated[int, Field(ge=0, le=100)]
UpToMillion = Annotated[
    int | float,
    Field(ge=0, le=1_000_000),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1_000_000}),
]
SafeInteger = Annotated[int, Field(ge=-_MAX_SAFE_INTEGER, le=_MAX_SAFE_INTEGER)]
"""An integer for which the specification names no limits: the range in which doubles are exact."""


# --- arrays -----------------------------------------------------------------------------------

Item = TypeVar("Item")

AtMost5 = Annotated[Array[Item], Field(max_length=5)]
AtMost10 = Annotated[Array[Item], Field(max_length=10)]
AtMost50 = Annotated[Array[Item], Field(max_length=50)]

# --- query strings ----------------------------------------------------------------------------


_INTEGER = re.compile(r"-?[0-9]{1,16}")
_DECIMAL = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?")


def parse_integer(text: object) -> object:
    """Accept only digits and a sign: pydantic also accepts ` 5`, `+5`, `5.0` and `1_0`."""
    if isinstance(text, str) and _INTEGER.fullmatch(text):
        return int(text)
    raise PydanticCustomError("wrong_type", "Must be an integer.")


def parse_decimal(text: object) -> object:
    """Accept a JSON number: Python also accepts ` 5`, `1_0` and `nan`."""
    if isinstance(text, str) and _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    raise PydanticCustomError("wrong_type", "Must be a number.")


def _parse_flag(text: object) -> object:
    if isinstance(text, str) and text in {"true", "false"}:
        return text == "true"
    raise PydanticCustomError("wrong_type", "Must be true or false.")


MAX_PAGE = 2**53
"""The largest page number. A page past the end is empty."""
QueryFlag = Annotated[bool, BeforeValidator(_parse_flag)]
PageNumber = Annotated[int, Field(ge=1, le=MAX_PAGE), BeforeValidator(parse_integer)]
PageSize = Annotated[int, Field(ge=1, le=100), BeforeValidator(parse_integer)]
CursorText = Annotated[str, Field(max_length=1024, pattern=CURSOR)]
Search = Annotated[str, Field(max_length=200, pattern=NO_CONTROLS)]
Filter = Annotated[str, Field(max_length=200, pattern=NO_CONTROLS)]
Filters = Annotated[list[Filter], Field(max_length=20, default_factory=list)]
Ids100 = Annotated[list[UuidText], Field(max_length=100, default_factory=list)]
"""IDs in the query. Without any, a list has all records."""

# --- errors of patterns -----------------------------------------------------------------------

PATTERN_ERRORS = {
    NO_CONTROLS: ("control_character", "Must not contain control characters or line breaks."),
    ONE_LINE: ("control_character", "Must be one line without control or directional characters."),
    MANY_LINES: ("control_character", "Must not contain control characters."),
    HTTP_URL_PATTERN: ("url", "Must be an absolute http or https URL."),
    HTTP_URL_OR_EMPTY_PATTERN: ("url", "Must be an absolute http or https URL, or empty."),
    CURSOR: (
        "cursor_invalid",
        "Must be an unchanged nextCursor of the same list.",
    ),
    SIX_DIGITS: ("not_six_digits", "Must be exactly six digits."),
    SIX_SPACED_DIGITS: ("not_six_digits", "Must be exactly six digits; spaces are ignored."),
    DIGITS: ("not_digits", "Must contain only the digits 0 to 9."),
    COUNTRY_CODE: ("country_code", "Must be a plus sign and one to four digits."),
    REFERRAL_CODE: ("referral_code", "Must be 8 characters from 2-9 and A-Z, without I and O."),
    SLUG: ("slug", "Must be words of a-z and 0-9, separated by single hyphens."),
}
"""The error code and message of a mismatch, by pattern."""
