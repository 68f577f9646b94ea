"""Objects whose members are the client's own affair."""

import math
from typing import Annotated

from pydantic import AfterValidator, JsonValue, WithJsonSchema
from pydantic_core import PydanticCustomError


def _storable(value: object) -> bool:
    """Whether no text in it holds NUL, which PostgreSQL has no room for, and every number is one.

    The parser has taken no deeper nesting than a few hundred levels.
    """
    if isinstance(value, str):
        return "\0" not in value
    if isinstance(value, dict):
        return all(_storable(name) and _storable(one) for name, one in value.items())
    if isinstance(value, list):
        return all(map(_storable, value))
    return not isinstance(value, float) or math.isfinite(value)


def _checked_object(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if not _storable(value):
        raise PydanticCustomError("control_character", "Must hold no NUL, and finite numbers only.")
    return value


JsonObject = Annotated[
    dict[str, JsonValue],
    AfterValidator(_checked_object),
    WithJsonSchema({"type": "object"}),
]
"""An object whose members are the client's own affair."""
