"""The validation errors of a body and a query string, by path.

Pydantic finds the errors. This module gives them stable codes and messages, and merges the errors
of the branches of a union into one, since the branches are not part of the API.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import ErrorDetails

from bridgework.kit.core import FieldError
from bridgework.kit.validation import fields

Steps = tuple[int | str, ...]

_MESSAGES: Mapping[str, tuple[str, str]] = {
    "missing": ("required", "This is required."),
    "extra_forbidden": ("unknown_member", "This operation has no such member."),
    "string_type": ("wrong_type", "Must be text."),
    "int_type": ("wrong_type", "Must be an integer."),
    "int_from_float": ("wrong_type", "Must be an integer."),
    "int_parsing_size": ("too_large", "This number is too large."),
    "float_type": ("wrong_type", "Must be a number."),
    "finite_number": ("wrong_type", "Must be a finite number."),
    "bool_type": ("wrong_type", "Must be true or false."),
    "list_type": ("wrong_type", "Must be a list."),
    "dict_type": ("wrong_type", "Must be an object."),
    "model_type": ("wrong_type", "Must be an object."),
    "uuid_type": ("wrong_type", "Must be a UUID."),
    "uuid_parsing": ("wrong_type", "Must be a UUID."),
    "datetime_type": ("wrong_type", "Must be a date and time in the format of RFC 3339."),
    "datetime_parsing": ("wrong_type", "Must be a date and time in the format of RFC 3339."),
    "datetime_from_date_parsing": (
        "wrong_type",
        "Must be a date and time in the format of RFC 3339.",
    ),
    "timezone_aware": ("wrong_type", "Must have an offset from UTC, such as Z."),
    "literal_error": ("not_one_of", "Must be one of {expected}."),
    "enum": ("not_one_of", "Must be one of {expected}."),
    "string_too_short": ("too_short", "Must have at least {min_length} characters."),
    "string_too_long": ("too_long", "Must have at most {max_length} characters."),
    "too_short": ("too_few", "Must have at least {min_length} items."),
    "too_long": ("too_many", "Must have at most {max_length} items."),
    "greater_than_equal": ("too_small", "Must be at least {ge}."),
    "greater_than": ("too_small", "Must be more than {gt}."),
    "less_than_equal": ("too_large", "Must be at most {le}."),
    "less_than": ("too_large", "Must be less than {lt}."),
}

_MAX_NAME_LENGTH = 60
"""The maximum length of a member's name in an error."""

_EMPTY = "Must not be empty."
"""Instead of `at least 1 characters`."""

_NO_MATCHING_BRANCH = "Has a type that is not allowed here."

CODES = sorted(
    {code for code, _ in _MESSAGES.values()}
    | {code for code, _ in fields.PATTERN_ERRORS.values()}
    | {"email", "needs_letter", "time_out_of_range"}
)
"""All codes of validation errors; the OpenAPI document lists them."""


def of(details: Sequence[ErrorDetails], sent: object) -> list[FieldError]:
    """Return the errors of one validation, one for each path. `sent` is the parsed input."""
    return list(_merged([(_place(detail, sent), detail) for detail in details]))


@dataclass(frozen=True, slots=True)
class _Place:
    """The path of an error in the input, and whether it is in a branch of a union."""

    steps: Steps
    branched: bool


def _place(detail: ErrorDetails, sent: Any) -> _Place:
    steps: list[int | str] = []
    branched = False
    left = len(detail["loc"])
    for step in detail["loc"]:
        left -= 1
        is_missing_member = left == 0 and detail["type"] == "missing"
        if isinstance(sent, dict) and (step in sent or is_missing_member):
            sent = sent.get(step)
        elif isinstance(sent, list) and isinstance(step, int):
            sent = sent[step] if step < len(sent) else None
        else:
            branched = True  # the step is the name of a branch
            continue
        steps.append(step)
    return _Place(tuple(steps), branched)


def _merged(found: Sequence[tuple[_Place, ErrorDetails]]) -> Iterator[FieldError]:
    """Yield the errors, without a type error if another branch of the union matched further."""
    type_errors: Counter[Steps] = Counter()
    further: set[Steps] = set()
    for place, detail in found:
        if place.branched and _is_type_error(detail):
            type_errors[place.steps] += 1
        elif place.branched:
            further.add(place.steps)
        if place.branched:
            further |= {place.steps[:end] for end in range(len(place.steps))}
    reported: set[Steps] = set()
    for place, detail in found:
        at = path(place.steps)
        if not (place.branched and _is_type_error(detail)):
            yield _field_error(at, detail)
        elif place.steps not in further | reported:
            reported.add(place.steps)
            is_only = type_errors[place.steps] == 1
            yield (
                _field_error(at, detail)
                if is_only
                else FieldError(at, "wrong_type", _NO_MATCHING_BRANCH)
            )


def _is_type_error(detail: ErrorDetails) -> bool:
    return _MESSAGES.get(detail["type"], ("", ""))[0] == "wrong_type"


def _field_error(at: str, detail: ErrorDetails) -> FieldError:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "string_pattern_mismatch":
        code, message = fields.PATTERN_ERRORS[context["pattern"]]
    elif kind in _MESSAGES:
        code, message = _MESSAGES[kind]
        message = _EMPTY if context.get("min_length") == 1 else message
    else:
        code, message = kind, detail["msg"].replace("{", "{{").replace("}", "}}")
    return FieldError(at, code, message.format_map(context))


def missing_member(name: str) -> FieldError:
    """Return the error of a required member that is absent."""
    code, message = _MESSAGES["missing"]
    return FieldError(path((name,)), code, message)


def unknown_member(name: str) -> FieldError:
    """Return the error of an unknown member or parameter."""
    code, message = _MESSAGES["extra_forbidden"]
    return FieldError(path((name,)), code, message)


def path(steps: Sequence[int | str]) -> str:
    """Format a path in a body, such as `profile.education[0].endYear`.

    Names longer than 60 characters, which only unknown members can have, are truncated.
    """
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            name = step if len(step) <= _MAX_NAME_LENGTH else step[:_MAX_NAME_LENGTH] + "…"
            text += f".{name}" if text else name
    return text
