"""The responses of the welcome and of the probes."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.storage import StorageState
from bridgework.kit.validation import ResponseModel

RateLimitScope = TypeAliasType("RateLimitScope", Literal["shared", "each process"])


class Welcome(ResponseModel):
    """The name and version of the API, and the URLs of its documentation."""

    name: str
    """The name of the API."""
    version: str
    docs: str
    openapi: str
    catalog: str


class Liveness(ResponseModel):
    """The process responds."""

    status: Literal["alive"]
    """Always `alive`."""


class Readiness(ResponseModel):
    """The database responds."""

    status: Literal["ready"]
    """Always `ready`: otherwise the response is an error."""
    limits: RateLimitScope
    """Whether all processes count the rate limit together, or each on its own."""
    storage: StorageState
    """Whether files can be written, read and deleted: `unchecked` until the first check ends."""
