"""What does not fit in a body or a query string, told by path, all at once.

Pydantic finds the faults; here they get our stable codes and sentences, and the branches of a
union are folded into one, since a caller thinks of a member and not of our types.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bridgework.kit import fields
from bridgework.kit.problems import Fault

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

CODES = sorted(
    {code for code, _ in _SENTENCES.values()}
    | {code for code, _ in fields.PATTERN_FAULTS.values()}
    | {"email", "url", "time_out_of_range"}
)
"""Every code a fault of shape can have; the document lists them."""


def of(error: ValidationError, sent: object) -> list[Fault]:
    """The faults of one validation, one a place; `sent` is what was validated, parsed."""
    found = error.errors(include_url=False, include_input=False)
    return list(_folded([(_places(detail["loc"], sent), detail) for detail in found]))


def _places(loc: Sequence[int | str], sent: Any) -> tuple[tuple[int | str, ...], bool]:
    """The steps of `loc` that exist on the wire, and whether a union's branch was among them."""
    steps: list[int | str] = []
    branched = False
    for position, step in enumerate(loc):
        if isinstance(sent, dict) and (step in sent or position == len(loc) - 1):
            sent = sent.get(step)
        elif isinstance(sent, list) and isinstance(step, int):
            sent = sent[step] if step < len(sent) else None
        else:
            branched = True
            continue
        steps.append(step)
    return tuple(steps), branched


def _folded(
    found: Sequence[tuple[tuple[tuple[int | str, ...], bool], ErrorDetails]],
) -> Iterator[Fault]:
    plain_type_faults = {
        steps for (steps, branched), detail in found if branched and _is_type_fault(detail)
    }
    deeper = {
        above
        for (steps, branched), detail in found
        if branched and not _is_type_fault(detail)
        for above in (steps[:end] for end in range(len(steps) + 1))
    }
    told: set[tuple[int | str, ...]] = set()
    for (steps, branched), detail in found:
        if branched and _is_type_fault(detail) and steps in plain_type_faults:
            if steps in deeper or steps in told:
                continue
            told.add(steps)
            yield Fault(path(steps), "wrong_type", "Has a type that does not belong here.")
        else:
            yield _fault(path(steps), detail)


def _is_type_fault(detail: ErrorDetails) -> bool:
    return _SENTENCES.get(detail["type"], ("", ""))[0] == "wrong_type"


def _fault(at: str, detail: ErrorDetails) -> Fault:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "string_pattern_mismatch":
        code, sentence = fields.PATTERN_FAULTS[context["pattern"]]
    elif kind in _SENTENCES:
        code, sentence = _SENTENCES[kind]
    else:
        code, sentence = kind, detail["msg"].replace("{", "{{").replace("}", "}}")
    return Fault(at, code, sentence.format_map(context))


def path(steps: Sequence[int | str]) -> str:
    """A place in a body as a client would write it: `profile.education[0].endYear`."""
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
