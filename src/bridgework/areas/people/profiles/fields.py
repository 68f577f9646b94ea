"""Field types of profiles."""

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from bridgework.kit.validation import Line

YearOfStudy = Annotated[int, Field(ge=1900, le=2036)]
"""In requests; responses have the range of `Year`."""
MAX_FLAGS = 1000


def _must_not_be_too_many(value: object) -> object:
    """Refuse too many members before any is validated, which bounds the number of errors."""
    if isinstance(value, dict) and len(value) > MAX_FLAGS:
        raise PydanticCustomError("too_many", f"Must have at most {MAX_FLAGS} members.")
    return value


Flags = Annotated[
    dict[Line, bool],
    BeforeValidator(_must_not_be_too_many),
    WithJsonSchema(
        {
            "type": "object",
            "maxProperties": MAX_FLAGS,
            "additionalProperties": {"type": "boolean"},
        }
    ),
]
"""Flags whose names the client chooses."""

TourProgress = TypeAliasType(
    "TourProgress",
    Annotated[dict[str, bool], Field(description="Whether the user has seen a step, by its name.")],
)
