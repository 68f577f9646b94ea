"""JSON request bodies, validated in bounded time and memory.

The parser and the validator are C and Rust code that holds the interpreter lock, so all other
requests wait during one call. A body that could make such a call long is refused first, by a scan
that other threads can interrupt.
"""

import re
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from bridgework.kit.core import MAX_ERRORS, FieldError, MalformedJson
from bridgework.kit.validation import validation_errors
from bridgework.kit.validation.arrays import ErrorCount
from bridgework.kit.validation.schemas import RequestBody

MAX_BODY_SIZE = 1024 * 1024
"""The maximum size of a JSON body in bytes."""
MAX_INLINE_BODY_SIZE = 16 * 1024
"""The size in bytes up to which a body is validated on the event loop."""
MAX_DEPTH = 64
"""The maximum nesting of a JSON body."""
MAX_VALUES = 50_000
"""The maximum number of members and items in a body; the parser needs up to half a kilobyte for
each."""
_MANY_VALUES = 1_000
"""Above this number, missing members of the body are reported alone: the validator copies the body
for each of them, and blocks all threads meanwhile."""
_MAX_REPORTED = 5_000
"""The maximum number of validation errors that are converted to Python objects. Arrays stop at
about a hundred errors, and flags have two for each of a thousand members, so only unknown members
can exceed it."""

_BACKSLASH = ord("\\")
_TOKEN = re.compile(rb'\\.|["\[\]{},]', re.DOTALL)
"""An escaped character, a quotation token, a bracket or a comma."""


def parse_body(
    schema: type[RequestBody], raw: bytes, errors: list[FieldError], *, strictly: bool
) -> RequestBody | None:
    """Return the body as an instance of `schema`; None if validation errors were added to `errors`.

    `strictly` refuses unknown members. Raises MalformedJson.
    """
    brackets = raw.count(b"[") + raw.count(b"{")
    values = brackets + raw.count(b",")
    if brackets > MAX_DEPTH or values > MAX_VALUES:
        error = _check_structure(raw)
        if error is not None:
            errors.append(error)
            return None
    if values > _MANY_VALUES:
        sent = _parse(raw)
        missing = _missing_members(schema, sent) if isinstance(sent, dict) else []
        if missing:
            errors += missing
            errors += _unknown_members(schema, sent) if strictly else []
            return None
    if b"NaN" in raw or b"Infinity" in raw:
        _refuse_special_numbers(raw)
    try:
        return schema.model_validate_json(
            raw, extra="forbid" if strictly else None, by_name=False, context=ErrorCount()
        )
    except ValidationError as invalid:
        errors += _field_errors(invalid, schema, raw)
        return None


def _check_structure(raw: bytes) -> FieldError | None:
    """Return the error of a body with too many values. Raises MalformedJson if it is too deep."""
    depth = values = 0
    in_string = False
    for match in _TOKEN.finditer(raw):
        token = match[0]
        if token == b'"':
            in_string = not in_string
        elif in_string or token[0] == _BACKSLASH:
            continue
        elif token in b"]}":
            depth -= 1
        else:
            # The first value follows a bracket, every other value a comma.
            values += 1
            depth += token != b","
            if depth > MAX_DEPTH:
                raise MalformedJson(f"The body is nested deeper than {MAX_DEPTH} levels.")
            if values > MAX_VALUES:
                sentence = f"The body must have at most {MAX_VALUES:,} members and items."
                return FieldError("", "too_many", sentence)
    return None


def _missing_members(schema: type[RequestBody], sent: dict[str, object]) -> list[FieldError]:
    """Return an error for each required member that the body lacks."""
    members = schema.model_fields.values()
    required = [each.alias for each in members if each.alias and each.is_required()]
    return [validation_errors.missing_member(name) for name in required if name not in sent]


def _refuse_special_numbers(raw: bytes) -> None:
    """Raise MalformedJson for NaN and Infinity, which the validator's parser accepts."""
    _parse(raw, allow_inf_nan=False)


def _parse(raw: bytes, *, allow_inf_nan: bool = True) -> Any:
    """Return the value of the JSON text. Raises MalformedJson."""
    try:
        return from_json(raw, allow_inf_nan=allow_inf_nan)
    except ValueError as error:
        raise MalformedJson(f"The body is not well-formed JSON: {error}.") from None


def _field_errors(
    error: ValidationError, schema: type[RequestBody], raw: bytes
) -> list[FieldError]:
    if error.error_count() > _MAX_REPORTED:
        sentence = "An object in the body has too many unknown members."
        nested = [FieldError("", "unknown_member", sentence)]
        return _unknown_members(schema, from_json(raw)) or nested
    details = error.errors(include_url=False, include_input=False)
    if details[0]["type"] == "json_invalid":
        raise MalformedJson(f"The body is not well-formed JSON: {details[0]['ctx']['error']}.")
    return validation_errors.of(details, from_json(raw))


def _unknown_members(schema: type[RequestBody], sent: dict[str, object]) -> list[FieldError]:
    """Return errors of the first unknown members of the body, not of its nested objects."""
    known = {member.alias for member in schema.model_fields.values()}
    first = [name for name in sent if name not in known][: MAX_ERRORS + 1]
    return [validation_errors.unknown_member(name) for name in first]
