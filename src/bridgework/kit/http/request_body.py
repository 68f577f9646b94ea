"""JSON request bodies, validated in bounded time and memory however hostile they are.

The parser and the validator are C and Rust code that holds the interpreter's lock, so every other
request waits for as long as one call to them takes. What could make such a call long is refused
first, by a scan that other threads can interrupt.
"""

import re

from pydantic import ValidationError
from pydantic_core import from_json

from bridgework.kit.arrays import ErrorCount
from bridgework.kit.errors import MAX_ERRORS, FieldError, MalformedJson
from bridgework.kit.http import validation_errors
from bridgework.kit.schemas import RequestBody

LARGEST_BODY = 1024 * 1024
"""The maximum size of a JSON body in bytes."""
LARGEST_INLINE_BODY = 16 * 1024
"""Bytes up to which a body is validated on the event loop."""
MOST_DEPTH = 64
"""The maximum nesting of a JSON body."""
MOST_VALUES = 50_000
"""Members and items in one body. The parser takes up to half a kilobyte for each, and the validator
copies an object once for each member that is missing."""
_MOST_REPORTED = 5_000
"""Validation errors that are turned into Python objects. Array items stop at about a hundred, and
flags have two errors for each of a thousand members, so only unknown members can be more."""

_BACKSLASH = ord("\\")
_MARK = re.compile(rb'\\.|["\[\]{},]', re.DOTALL)
"""An escaped character, a quotation mark, a bracket or a comma."""


def parse_body(
    shape: type[RequestBody], raw: bytes, found: list[FieldError], *, strictly: bool
) -> RequestBody | None:
    """The body as an instance of `shape`, or None with the validation errors added to `found`.

    `strictly` refuses unknown members. Raises MalformedJson.
    """
    brackets = raw.count(b"[") + raw.count(b"{")
    if brackets > MOST_DEPTH or brackets + raw.count(b",") > MOST_VALUES:
        fault = _check_structure(raw)
        if fault is not None:
            found.append(fault)
            return None
    if b"NaN" in raw or b"Infinity" in raw:
        _refuse_special_numbers(raw)
    try:
        return shape.model_validate_json(
            raw, extra="forbid" if strictly else None, by_name=False, context=ErrorCount()
        )
    except ValidationError as error:
        found += _errors(error, shape, raw)
        return None


def _check_structure(raw: bytes) -> FieldError | None:
    """The fault of a body with too many values. Raises MalformedJson if it is too deep."""
    depth = values = 0
    in_string = False
    for match in _MARK.finditer(raw):
        mark = match[0]
        if mark == b'"':
            in_string = not in_string
        elif in_string or mark[0] == _BACKSLASH:
            continue
        elif mark in b"]}":
            depth -= 1
        else:
            # The first value follows a bracket, each other one a comma.
            values += 1
            depth += mark != b","
            if depth > MOST_DEPTH:
                raise MalformedJson(f"The body is nested deeper than {MOST_DEPTH} levels.")
            if values > MOST_VALUES:
                sentence = f"A body has at most {MOST_VALUES:,} members and items."
                return FieldError("", "too_many", sentence)
    return None


def _refuse_special_numbers(raw: bytes) -> None:
    """Raise MalformedJson for NaN and Infinity, which the validator's parser accepts."""
    try:
        from_json(raw, allow_inf_nan=False)
    except ValueError as error:
        raise MalformedJson(f"The body is not well-formed JSON: {error}.") from None


def _errors(error: ValidationError, shape: type[RequestBody], raw: bytes) -> list[FieldError]:
    if error.error_count() > _MOST_REPORTED:
        return _unknown_members(shape, from_json(raw))
    details = error.errors(include_url=False, include_input=False)
    if details[0]["type"] == "json_invalid":
        raise MalformedJson(f"The body is not well-formed JSON: {details[0]['ctx']['error']}.")
    return validation_errors.of(details, from_json(raw))


def _unknown_members(shape: type[RequestBody], sent: dict[str, object]) -> list[FieldError]:
    """The first unknown members; there are too many to list each, perhaps in an inner object."""
    known = {member.alias for member in shape.model_fields.values()}
    first = [name for name in sent if name not in known][: MAX_ERRORS + 1]
    return [validation_errors.unknown_member(name) for name in first] or [
        FieldError("", "unknown_member", "An object in the body has too many unknown members.")
    ]
