"""The field types of events."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from bridgework.kit.validation import Array, Email, UuidText

Capacity = Annotated[int, Field(ge=1, le=100_000)]
"""The number of places at an event, or of tickets of one kind."""
PriceUsd = Annotated[
    int | float,
    Field(ge=0, le=100_000),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 100_000}),
]
Emails500 = Annotated[Array[Email], Field(max_length=500, default_factory=list)]
Ids500 = Annotated[Array[UuidText], Field(max_length=500, default_factory=list)]
