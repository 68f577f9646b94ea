"""Field types of partner API keys."""

from typing import Annotated, Literal

from pydantic import Field

from bridgework.kit.arrays import Array

Scope = Literal[
    "experts:read", "blogs:read", "jobs:read", "events:read", "vendors:read", "candidates:write"
]
"""What a partner API key may be used for (contract section 2)."""

Scopes = Annotated[Array[Scope], Field(min_length=1, max_length=6)]
