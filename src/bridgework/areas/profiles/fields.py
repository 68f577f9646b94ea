"""Field types of profiles."""

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from bridgework.kit.fields import Line

YearOfStudy = Annotated[int, Field(ge=1900, le=2036)]
"""In requests; responses have the range of `Year`."""
MOST_FLAGS = 1000


def _must_be_few(value: object) -> object:
    """Refuse too many members before any is validated, which bounds the number of errors."""
    if isinstance(value, dict) and len(value) > MOST_FLAGS:
        raise PydanticCustomError("too_many", f"Must have at most {MOST_FLAGS} members.")
    return value


Flags = Annotated[
    dict[Line, bool],
    BeforeValidator(_must_be_few),
    WithJsonSchema(
        {
            "type": "object",
            "maxProperties": MOST_FLAGS,
            "additionalProperties": {"type": "boolean"},
        }
    ),
]
"""Names that the client chooses, each true or false."""
