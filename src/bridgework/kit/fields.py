r"""Named field types: each limit of the specification is written once, here.

A pattern stands in the document too, so that a client can check before it sends. The control
characters are spelt out, since some clients read patterns without Unicode's classes; NUL is one
of them, and a lone surrogate does not survive the JSON parser.
"""

import functools
import re
import unicodedata
from datetime import UTC, datetime
from typing import Annotated

import email_validator
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    Field,
    PlainSerializer,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from bridgework.kit.auth import Scope
from bridgework.kit.ids import Id, is_id

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
MANY_LINES = r"^(?:[^\x00-\x1f\x7f-\x9f]|[\t\n\r])*$"
HAS_LETTER = r"^[^\x00-\x1f\x7f-\x9f]*\p{L}[^\x00-\x1f\x7f-\x9f]*$"
SIX_DIGITS = r"^[0-9]{6}$"
SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"

# --- ids --------------------------------------------------------------------------------------

Uuid = Annotated[Id, WithJsonSchema({"type": "string", "format": "uuid"})]
"""An id that is told; one in a path is checked by the edge."""


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
FilledLine = Annotated[str, Field(min_length=1, pattern=ONE_LINE)]
FilledLines = Annotated[list[FilledLine], Field(min_length=1)]
Text1000 = Annotated[str, Field(max_length=1000, pattern=MANY_LINES)]
Reason1000 = Annotated[str, Field(min_length=1, max_length=1000, pattern=MANY_LINES)]
Text2000 = Annotated[str, Field(max_length=2000, pattern=MANY_LINES)]
Name100 = Annotated[str, Field(min_length=1, max_length=100, pattern=ONE_LINE)]
PersonName = Annotated[str, Field(min_length=1, max_length=100, pattern=HAS_LETTER)]
Otp = Annotated[str, Field(pattern=SIX_DIGITS)]
BotCheckToken = Annotated[str, Field(max_length=2048, pattern=ONE_LINE)]
RefreshTokenText = Annotated[str, Field(min_length=1, max_length=200, pattern=ONE_LINE)]

# A password may hold any character a keyboard gives, NUL and the other controls excepted.
NewPassword = Annotated[str, Field(min_length=6, max_length=128, pattern=ONE_LINE)]
KnownPassword = Annotated[str, Field(min_length=1, max_length=128, pattern=ONE_LINE)]

NewMasterPassword = Annotated[str, Field(min_length=12, max_length=256, pattern=ONE_LINE)]
KnownMasterPassword = Annotated[str, Field(min_length=1, max_length=256, pattern=ONE_LINE)]

# --- e-mail -----------------------------------------------------------------------------------

_LOCAL_PART = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+/=?^_`{|}~-."
)


@functools.lru_cache(maxsize=4096)
def _domain_key(domain: str) -> str | None:
    """The domain in ASCII and lower case, None if it is none; the library is slow, so cached."""
    try:
        checked = email_validator.validate_email(
            f"a@{domain}",
            check_deliverability=False,
            test_environment=True,
            globally_deliverable=False,
        )
    except email_validator.EmailNotValidError:
        return None
    return checked.ascii_domain.lower()


def email_key(email: str) -> str:
    """What two spellings of one address have in common: compared without regard to case."""
    local, _, domain = email.rpartition("@")
    return f"{unicodedata.normalize('NFC', local).casefold()}@{_domain_key(domain)}"


def _checked_email(email: str) -> str:
    local, _, domain = email.rpartition("@")
    dots_fit = local and local[0] != "." and local[-1] != "." and ".." not in local
    letters_fit = len(local) <= 64 and all(
        char in _LOCAL_PART or (char > "\x7f" and unicodedata.category(char)[0] in "LMN")
        for char in local
    )
    if not (dots_fit and letters_fit and _domain_key(domain)):
        raise PydanticCustomError("email", "Must be an e-mail address, as in name@example.com.")
    return email


Email = Annotated[
    str,
    Field(max_length=254, json_schema_extra={"format": "email"}),
    AfterValidator(_checked_email),
]
"""An address, kept as typed."""

# --- addresses of the web ---------------------------------------------------------------------


_PORT = "6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3}"
_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]"
_REST = r"[/?#][!#-;=?-\[\]_a-z~]*"
_WEB = rf"[Hh][Tt][Tt][Pp][Ss]?://(?:{_HOST})(?::(?:{_PORT}))?(?:{_REST})?"
WEB_ADDRESS = f"^{_WEB}$"
WEB_ADDRESS_OR_EMPTY = f"^(?:{_WEB})?$"


def is_web_address(text: str) -> bool:
    """Absolute http or https, with a host and no user information (contract section 1)."""
    return re.fullmatch(_WEB, text) is not None


Url500 = Annotated[
    str, Field(max_length=500, pattern=WEB_ADDRESS, json_schema_extra={"format": "uri"})
]
AvatarUrl = Annotated[
    str,
    Field(
        max_length=2048,
        pattern=WEB_ADDRESS_OR_EMPTY,
        json_schema_extra={"format": "uri-or-empty"},
    ),
]
"""A URI, or the empty string, which takes the picture away."""

# --- partners ---------------------------------------------------------------------------------

Scopes = Annotated[list[Scope], Field(min_length=1, max_length=6)]

# --- times ------------------------------------------------------------------------------------

_FIRST = datetime(1900, 1, 1, tzinfo=UTC)
_LAST = datetime(2200, 1, 1, tzinfo=UTC)


# The offset may be missing here: pydantic's own refusal of that says more.
_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+-][0-9:]{5})?"
)


def _as_rfc_3339(value: object) -> object:
    """Text of RFC 3339 alone: pydantic would also take `"1735689600"` and leave seconds out."""
    if isinstance(value, datetime) or (isinstance(value, str) and _RFC_3339.fullmatch(value)):
        return value
    raise PydanticCustomError("datetime_type", "Must be a date and time as in RFC 3339.")


def _in_utc(moment: datetime) -> datetime:
    if not _FIRST <= moment <= _LAST:
        raise PydanticCustomError("time_out_of_range", "Must lie between 1900 and 2200.")
    return moment.astimezone(UTC)


def _z(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Moment = Annotated[
    AwareDatetime,
    Field(strict=False),  # behind the check before it: text is all that is left to convert
    BeforeValidator(_as_rfc_3339),
    AfterValidator(_in_utc),
    PlainSerializer(_z, return_type=str, when_used="json"),
]
"""A point in time: RFC 3339, any offset taken, told in UTC with `Z`."""

# --- numbers ----------------------------------------------------------------------------------

Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
"""A number as it was sent: 12 stays 12 and does not come back as 12.0."""
Year = Annotated[int, Field(ge=1900, le=2100)]
Month = Annotated[int, Field(ge=1, le=12)]

ConsultationCap = Annotated[int, Field(ge=0, le=10_000)]

# --- query strings ----------------------------------------------------------------------------


def _whole_number(text: object) -> object:
    """Digits alone: pydantic would also take ` 5`, `+5`, `5.0` and `1_0`."""
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise PydanticCustomError("wrong_type", "Must be a whole number, in digits.")


PageNumber = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(_whole_number)]
PageSize = Annotated[int, Field(ge=1, le=100), BeforeValidator(_whole_number)]
Search = Annotated[str, Field(max_length=200, pattern=ONE_LINE)]
Filter = Annotated[str, Field(max_length=200, pattern=ONE_LINE)]
Filters = Annotated[list[Filter], Field(max_length=20, default_factory=list)]

# --- what a pattern's mismatch is called ------------------------------------------------------

PATTERN_FAULTS = {
    ONE_LINE: ("control_character", "Must not hold control characters or line breaks."),
    MANY_LINES: ("control_character", "Must not hold control characters."),
    HAS_LETTER: ("needs_letter", "Must hold at least one letter, and no control characters."),
    WEB_ADDRESS: ("url", "Must be an absolute http or https address."),
    WEB_ADDRESS_OR_EMPTY: ("url", "Must be an absolute http or https address, or empty."),
    SIX_DIGITS: ("not_six_digits", "Must be exactly six digits."),
}
"""What a mismatch means: the fault's code and sentence."""
