"""Parsing of the query parameters of an operation, from a query string or a JSON object."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

from pydantic import JsonValue, ValidationError

from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.validation import validation_errors
from bridgework.kit.validation.schemas import QueryParams

Params = TypeVar("Params", bound=QueryParams)


def parse(
    model: type[QueryParams],
    pairs: Sequence[tuple[str, str]],
    errors: list[FieldError],
    *,
    strictly: bool,
) -> QueryParams | None:
    """Parse a query string. Returns None after appending the validation errors to `errors`.

    With `strictly`, unknown parameters are refused.
    """
    lists, sent = _list_names(model), dict[str, Any]()
    for name, value in pairs:
        if name in lists:
            sent.setdefault(name, []).extend(_split(value))
        elif value:
            sent[name] = value
    return _validated(model, sent, errors, strictly=strictly)


def from_json(
    model: type[Params], values: Mapping[str, JsonValue], path: str, *, without: Sequence[str] = ()
) -> Params:
    """Parse the parameters in a JSON object, which is at `path` in a body; empty for the top.

    Numbers, flags and lists may be sent as such, or as text as in a query string. Raises
    ValidationFailed for invalid values, and for parameters named in `without`.
    """
    lists, numbers = _list_names(model), _number_names(model)
    sent: dict[str, JsonValue] = {}
    for name, value in values.items():
        if name in lists and isinstance(value, str):
            sent[name] = _split(value)
        elif name in numbers and isinstance(value, bool | int | float):
            sent[name] = json.dumps(value)
        elif value is not None and value != "":
            sent[name] = value
    errors = [validation_errors.unknown_member(name) for name in values if name in without]
    parsed = _validated(model, sent, errors)
    if parsed is None or errors:
        raise ValidationFailed(
            *(
                FieldError(
                    f"{path}.{error.path}" if path else error.path, error.code, error.message
                )
                for error in errors
            )
        )
    return parsed


def _validated(
    model: type[Params],
    sent: Mapping[str, Any],
    errors: list[FieldError],
    *,
    strictly: bool = False,
) -> Params | None:
    try:
        return model.model_validate(sent, extra="forbid" if strictly else None, by_name=False)
    except ValidationError as error:
        errors += validation_errors.of(error.errors(include_url=False, include_input=False), sent)
        return None


def _split(value: str) -> list[Any]:
    return [part for part in value.split(",") if part.strip()]


@cache
def _list_names(model: type[QueryParams]) -> frozenset[str]:
    """The parameters that accept several comma-separated values."""
    return frozenset(
        member.alias or name
        for name, member in model.model_fields.items()
        if any(
            get_origin(part) is list for part in (member.annotation, *get_args(member.annotation))
        )
    )


@cache
def _number_names(model: type[QueryParams]) -> frozenset[str]:
    """The parameters that are numbers or flags."""
    return frozenset(
        member.alias or name
        for name, member in model.model_fields.items()
        if _is_number(member.annotation)
    )


def _is_number(annotation: Any) -> bool:
    return annotation in (bool, int, float) or any(map(_is_number, get_args(annotation)))
