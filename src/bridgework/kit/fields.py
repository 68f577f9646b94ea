r"""Named field types: each limit of the specification is written once, here.

Each pattern is also published in the OpenAPI document, so it uses only the syntax of ECMA-262 5.1:
no Unicode classes and no `u` flag. What such a pattern can't express is checked by a validator and
described in words. Lone surrogates are refused by the JSON parser.
"""

import math
import re
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from bridgework.kit import email_addresses
from bridgework.kit.arrays import Array
from bridgework.kit.arrays import AtMost1000 as AtMost1000
from bridgework.kit.datetimes import UtcDatetime as UtcDatetime
from bridgework.kit.email_addresses import email_key as email_key
from bridgework.kit.ids import Id, is_id
from bridgework.kit.json_object import JsonObject as JsonObject
from bridgework.kit.text_patterns import MANY_LINES as MANY_LINES
from bridgework.kit.text_patterns import NO_CONTROLS as NO_CONTROLS
from bridgework.kit.text_patterns import ONE_LINE as ONE_LINE
from bridgework.kit.text_patterns import Name200 as Name200
from bridgework.kit.text_patterns import PersonName as PersonName
from bridgework.kit.urls import HTTP_URL_OR_EMPTY_PATTERN as HTTP_URL_OR_EMPTY_PATTERN
from bridgework.kit.urls import HTTP_URL_PATTERN as HTTP_URL_PATTERN
from bridgework.kit.urls import AvatarUrl as AvatarUrl
from bridgework.kit.urls import Url500 as Url500
from bridgework.kit.urls import Url2048 as Url2048
from bridgework.kit.urls import is_http_url as is_http_url

SIX_DIGITS = r"^[0-9]{6}$"
DIGITS = r"^[0-9]+$"
COUNTRY_CODE = r"^\+[0-9]+$"
CURSOR = r"^[A-Za-z0-9_-]+$"
SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
REFERRAL_CODE = r"^[2-9A-HJ-NP-Za-hj-np-z]{8}$"

# --- ids --------------------------------------------------------------------------------------

Uuid = Annotated[Id, WithJsonSchema({"type": "string", "format": "uuid"})]
"""An id in a response or a body; one in a path is checked by the operation."""


def _checked_uuid(text: str) -> str:
    if not is_id(text):
        raise PydanticCustomError("wrong_type", "Must be a UUID in lower case, with its dashes.")
    return text


UuidText = Annotated[Id, Field(json_schema_extra={"format": "uuid"}), AfterValidator(_checked_uuid)]
"""An id that is sent."""

# --- text -------------------------------------------------------------------------------------

Line = Annotated[str, Field(pattern=ONE_LINE)]
Line50 = Annotated[str, Field(max_length=50, pattern=ONE_LINE)]
Line100 = Annotated[str, Field(max_length=100, pattern=ONE_LINE)]
Line20 = Annotated[str, Field(max_length=20, pattern=ONE_LINE)]
Line150 = Annotated[str, Field(min_length=1, max_length=150, pattern=ONE_LINE)]
Line200 = Annotated[str, Field(max_length=200, pattern=ONE_LINE)]
Line500 = Annotated[str, Field(max_length=500, pattern=ONE_LINE)]
Text500 = Annotated[str, Field(max_length=500, pattern=MANY_LINES)]
FilledLine = Annotated[str, Field(min_length=1, pattern=ONE_LINE)]
FilledLine200 = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE)]
FilledLine255 = Annotated[str, Field(min_length=1, max_length=255, pattern=ONE_LINE)]
FilledLines = Annotated[Array[FilledLine], Field(min_length=1, max_length=1000)]
Text1000 = Annotated[str, Field(max_length=1000, pattern=MANY_LINES)]
Reason1000 = Annotated[str, Field(min_length=1, max_length=1000, pattern=MANY_LINES)]
Text2000 = Annotated[str, Field(max_length=2000, pattern=MANY_LINES)]
Text5000 = Annotated[str, Field(max_length=5000, pattern=MANY_LINES)]
Text4000 = Annotated[str, Field(max_length=4000, pattern=MANY_LINES)]
Text10000 = Annotated[str, Field(max_length=10_000, pattern=MANY_LINES)]
CommentText = Annotated[str, Field(min_length=1, max_length=1000, pattern=MANY_LINES)]
Name100 = Annotated[str, Field(min_length=1, max_length=100, pattern=ONE_LINE)]
Name120 = Annotated[str, Field(min_length=1, max_length=120, pattern=ONE_LINE)]
Slug200 = Annotated[str, Field(min_length=1, max_length=200, pattern=SLUG)]
Title200 = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE)]
Excerpt500 = Annotated[str, Field(min_length=1, max_length=500, pattern=MANY_LINES)]
Article = Annotated[str, Field(min_length=1, max_length=200_000, pattern=MANY_LINES)]
Tag50 = Annotated[str, Field(min_length=1, max_length=50, pattern=ONE_LINE)]
Tags20 = Annotated[Array[Tag50], Field(max_length=20)]
Otp = Annotated[str, Field(pattern=SIX_DIGITS)]
PhoneNumber = Annotated[str, Field(min_length=6, max_length=15, pattern=DIGITS)]
CountryCode = Annotated[str, Field(min_length=2, max_length=5, pattern=COUNTRY_CODE)]
OnboardingStep = Annotated[str, Field(min_length=1, max_length=64, pattern=ONE_LINE)]
ReferralCode = Annotated[str, Field(pattern=REFERRAL_CODE)]
BotCheckToken = Annotated[str, Field(max_length=2048, pattern=ONE_LINE)]
RefreshTokenText = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE)]
InvitationToken = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE)]

# A password may hold any character a keyboard gives, NUL and the other controls excepted.
NewPassword = Annotated[str, Field(min_length=6, max_length=128, pattern=NO_CONTROLS)]
KnownPassword = Annotated[str, Field(min_length=1, max_length=128, pattern=NO_CONTROLS)]

NewMasterPassword = Annotated[str, Field(min_length=12, max_length=256, pattern=NO_CONTROLS)]
KnownMasterPassword = Annotated[str, Field(min_length=1, max_length=256, pattern=NO_CONTROLS)]

# --- e-mail -----------------------------------------------------------------------------------

Email = Annotated[
    str,
    Field(max_length=254, json_schema_extra={"format": "email"}),
    AfterValidator(email_addresses.checked),
]
"""An address, kept as typed."""

# --- numbers ----------------------------------------------------------------------------------


_EXACT = 2**53 - 1
"""Up to here a double holds every whole number, and so does every client."""


def _as_double(number: float) -> float:
    """A whole number may be as long as a body: past what is exact it is a double, or refused.

    PostgreSQL makes 1e300 a whole number of 301 digits; it is told as it was sent.
    """
    if -_EXACT <= number <= _EXACT:
        return number
    try:
        return float(number)
    except OverflowError:
        raise PydanticCustomError("too_large", "This number is too large.") from None


Number = Annotated[int | float, AfterValidator(_as_double), WithJsonSchema({"type": "number"})]
"""A number as it was sent: 12 stays 12 and does not come back as 12.0."""
Year = Annotated[int, Field(ge=1900, le=2100)]
Month = Annotated[int, Field(ge=1, le=12)]
Percentage = Annotated[int, Field(ge=0, le=100)]
UpToMillion = Annotated[
    int | float,
    Field(ge=0, le=1_000_000),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1_000_000}),
]
Whole = Annotated[int, Field(ge=-_EXACT, le=_EXACT)]
"""An integer of which the specification names no limit: as far as every client counts exactly."""


# --- arrays -----------------------------------------------------------------------------------

Item = TypeVar("Item")

AtMost5 = Annotated[Array[Item], Field(max_length=5)]
AtMost10 = Annotated[Array[Item], Field(max_length=10)]
AtMost50 = Annotated[Array[Item], Field(max_length=50)]

# --- query strings ----------------------------------------------------------------------------


def _whole_number(text: object) -> object:
    """Digits alone: pydantic would also take ` 5`, `+5`, `5.0` and `1_0`."""
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise PydanticCustomError("wrong_type", "Must be a whole number, in digits.")


_DECIMAL = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?")


def decimal_number(text: object) -> object:
    """A number as JSON has it, none below 0: Python would also take ` 5`, `1_0` and `nan`."""
    if isinstance(text, str) and _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    raise PydanticCustomError("wrong_type", "Must be a number, in digits.")


def _flag(text: object) -> object:
    if isinstance(text, str) and text in {"true", "false"}:
        return text == "true"
    raise PydanticCustomError("wrong_type", "Must be true or false.")


QueryFlag = Annotated[bool, BeforeValidator(_flag)]
PageNumber = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(_whole_number)]
PageSize = Annotated[int, Field(ge=1, le=100), BeforeValidator(_whole_number)]
CursorText = Annotated[str, Field(max_length=1024, pattern=CURSOR)]
Search = Annotated[str, Field(max_length=200, pattern=NO_CONTROLS)]
Filter = Annotated[str, Field(max_length=200, pattern=NO_CONTROLS)]
Filters = Annotated[list[Filter], Field(max_length=20, default_factory=list)]

# --- what a pattern's mismatch is called ------------------------------------------------------

PATTERN_FAULTS = {
    NO_CONTROLS: ("control_character", "Must not contain control characters or line breaks."),
    ONE_LINE: ("control_character", "Must be one line without control or directional characters."),
    MANY_LINES: ("control_character", "Must not hold control characters."),
    HTTP_URL_PATTERN: ("url", "Must be an absolute http or https address."),
    HTTP_URL_OR_EMPTY_PATTERN: ("url", "Must be an absolute http or https address, or empty."),
    CURSOR: ("cursor_invalid", "Must be nextCursor as it came, for the same list."),
    SIX_DIGITS: ("not_six_digits", "Must be exactly six digits."),
    DIGITS: ("not_digits", "Must be digits alone, 0 to 9."),
    COUNTRY_CODE: ("country_code", "Must be a plus sign and one to four digits."),
    REFERRAL_CODE: ("referral_code", "Must be 8 characters of 2-9 and A-Z without I and O."),
    SLUG: ("slug", "Must be words of a-z and 0-9 in lower case, with single dashes between."),
}
"""What a mismatch means: the fault's code and sentence."""
