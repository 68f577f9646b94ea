"""Dates with times in JSON: RFC 3339 with any offset in requests, in UTC in responses."""

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, PlainSerializer
from pydantic_core import PydanticCustomError

_FIRST = datetime(1900, 1, 1, tzinfo=UTC)
_LAST = datetime(2200, 1, 1, tzinfo=UTC)


# The offset is optional here, since pydantic's own error for a missing one is more helpful.
_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+-][0-9:]{5})?"
)


def _must_be_rfc_3339(value: object) -> object:
    """Accept only RFC 3339: pydantic also accepts `"1735689600"` and times without seconds."""
    if isinstance(value, datetime) or (isinstance(value, str) and _RFC_3339.fullmatch(value)):
        return value
    raise PydanticCustomError("datetime_type", "Must be a date and time in the format of RFC 3339.")


def _to_utc(value: datetime) -> datetime:
    if not _FIRST <= value <= _LAST:
        raise PydanticCustomError("time_out_of_range", "Must be between 1900 and 2200.")
    return value.astimezone(UTC)


def to_wire(value: datetime) -> str:
    """Return a time as responses contain it: in UTC, with milliseconds and `Z`."""
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


UtcDatetime = Annotated[
    AwareDatetime,
    Field(strict=False),  # the validator before it accepts only text
    BeforeValidator(_must_be_rfc_3339),
    AfterValidator(_to_utc),
    PlainSerializer(to_wire, return_type=str, when_used="json"),
]
"""A date and time in RFC 3339: any offset in requests, UTC with `Z` in responses."""
