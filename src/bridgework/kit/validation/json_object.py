"""JSON objects with arbitrary members."""

import math
from typing import Annotated

from pydantic import AfterValidator, JsonValue, WithJsonSchema
from pydantic_core import PydanticCustomError


def _is_storable(value: object) -> bool:
    """Whether no text contains NUL, which PostgreSQL cannot store, and every number is finite.

    The recursion is bounded: the parser limits nesting to a few hundred levels.
    """
    if isinstance(value, str):
        return "\0" not in value
    if isinstance(value, dict):
        return all(_is_storable(name) and _is_storable(item) for name, item in value.items())
    if isinstance(value, list):
        return all(map(_is_storable, value))
    return not isinstance(value, float) or math.isfinite(value)


def _validate(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if not _is_storable(value):
        raise PydanticCustomError(
            "control_character", "Must not contain NUL, and numbers must be finite."
        )
    return value


JsonObject = Annotated[
    dict[str, JsonValue],
    AfterValidator(_validate),
    WithJsonSchema({"type": "object", "additionalProperties": True}),
]
"""A JSON object with arbitrary members."""
