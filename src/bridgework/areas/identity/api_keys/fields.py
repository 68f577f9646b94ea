"""Field types of API keys."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from bridgework.kit.validation import Array

Scope = TypeAliasType(
    "Scope",
    Literal[
        "experts:read",
        "blogs:read",
        "jobs:read",
        "events:read",
        "vendors:read",
        "changes:read",
        "candidates:write",
    ],
)
"""The operations for which an API key is valid."""

KeySuspension = TypeAliasType(
    "KeySuspension",
    Literal["administrator_erased", "administrator_disabled", "not_an_administrator"],
)

KeepHours = Annotated[int, Field(ge=0, le=168)]

Scopes = Annotated[Array[Scope], Field(min_length=1, max_length=7)]
