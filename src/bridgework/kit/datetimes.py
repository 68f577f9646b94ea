"""Points in time as they are sent and told: RFC 3339, any offset taken, told in UTC."""

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, PlainSerializer
from pydantic_core import PydanticCustomError

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


UtcDatetime = Annotated[
    AwareDatetime,
    Field(strict=False),  # behind the check before it: text is all that is left to convert
    BeforeValidator(_as_rfc_3339),
    AfterValidator(_in_utc),
    PlainSerializer(_z, return_type=str, when_used="json"),
]
"""A point in time: RFC 3339, any offset taken, told in UTC with `Z`."""
