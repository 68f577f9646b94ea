"""The errors of a body and a query string, by path, all at once.

Pydantic finds the errors. Here they get stable codes and messages, and the branches of a union are
merged into one error: a caller knows the member, not our types.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import ErrorDetails

from bridgework.kit import fields
from bridgework.kit.errors import FieldError

Steps = tuple[int | str, ...]

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "missing": ("required", "This is required."),
    "extra_forbidden": ("unknown_member", "This operation knows no such member."),
    "string_type": ("wrong_type", "Must be text."),
    "int_type": ("wrong_type", "Must be a whole number."),
    "int_from_float": ("wrong_type", "Must be a whole number."),
    "int_parsing_size": ("too_large", "This number is too large."),
    "float_type": ("wrong_type", "Must be a number."),
    "finite_number": ("wrong_type", "Must be a finite number."),
    "bool_type": ("wrong_type", "Must be true or false."),
    "list_type": ("wrong_type", "Must be a list."),
    "dict_type": ("wrong_type", "Must be an object."),
    "model_type": ("wrong_type", "Must be an object."),
    "uuid_type": ("wrong_type", "Must be a UUID."),
    "uuid_parsing": ("wrong_type", "Must be a UUID."),
    "datetime_type": ("wrong_type", "Must be a date and time as in RFC 3339."),
    "datetime_parsing": ("wrong_type", "Must be a date and time as in RFC 3339."),
    "datetime_from_date_parsing": ("wrong_type", "Must be a date and time as in RFC 3339."),
    "timezone_aware": ("wrong_type", "Must carry an offset from UTC, such as Z."),
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

_LONGEST_NAME = 60
"""Characters of a member's name that are repeated in an error."""

_EMPTY = "Must not be empty."
"""In place of `at least 1 characters`."""

_NO_BRANCH_FITS = "Has a type that does not belong here."

CODES = sorted(
    {code for code, _ in _SENTENCES.values()}
    | {code for code, _ in fields.PATTERN_ERRORS.values()}
    | {"email", "needs_letter", "time_out_of_range"}
)
"""Every code that a validation error can have; the OpenAPI document lists them."""


def of(details: Sequence[ErrorDetails], sent: object) -> list[FieldError]:
    """The errors of one validation, one for each path. `sent` is the parsed input."""
    return list(_folded([(_place(detail, sent), detail) for detail in details]))


@dataclass(frozen=True, slots=True)
class _Place:
    """The path of an error in the input, and whether it lies in a branch of a union."""

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
            branched = True  # the step is a branch's name
            continue
        steps.append(step)
    return _Place(tuple(steps), branched)


def _folded(found: Sequence[tuple[_Place, ErrorDetails]]) -> Iterator[FieldError]:
    """Drop the type error of a branch if another branch of the union matched further."""
    refusals: Counter[Steps] = Counter()
    further: set[Steps] = set()
    for place, detail in found:
        if place.branched and _is_type_fault(detail):
            refusals[place.steps] += 1
        elif place.branched:
            further.add(place.steps)
        if place.branched:
            further |= {place.steps[:end] for end in range(len(place.steps))}
    told: set[Steps] = set()
    for place, detail in found:
        at = path(place.steps)
        if not (place.branched and _is_type_fault(detail)):
            yield _fault(at, detail)
        elif place.steps not in further | told:
            told.add(place.steps)
            alone = refusals[place.steps] == 1
            yield _fault(at, detail) if alone else FieldError(at, "wrong_type", _NO_BRANCH_FITS)


def _is_type_fault(detail: ErrorDetails) -> bool:
    return _SENTENCES.get(detail["type"], ("", ""))[0] == "wrong_type"


def _fault(at: str, detail: ErrorDetails) -> FieldError:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "string_pattern_mismatch":
        code, sentence = fields.PATTERN_ERRORS[context["pattern"]]
    elif kind in _SENTENCES:
        code, sentence = _SENTENCES[kind]
        sentence = _EMPTY if context.get("min_length") == 1 else sentence
    else:
        code, sentence = kind, detail["msg"].replace("{", "{{").replace("}", "}}")
    return FieldError(at, code, sentence.format_map(context))


def unknown_member(name: str) -> FieldError:
    """The error of a member or parameter that the operation does not have."""
    code, sentence = _SENTENCES["extra_forbidden"]
    return FieldError(path((name,)), code, sentence)


def path(steps: Sequence[int | str]) -> str:
    """A path in a body as a client would write it: `profile.education[0].endYear`.

    An unknown member's name is the client's own text: past 60 characters it is cut off.
    """
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            name = step if len(step) <= _LONGEST_NAME else step[:_LONGEST_NAME] + "…"
            text += f".{name}" if text else name
    return text
