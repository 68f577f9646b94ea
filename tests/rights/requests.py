"""How an operation is called: its path parameter, what is sent, and who owns the record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.rights.stage import Stage
from tests.world import Person


@dataclass(frozen=True, slots=True)
class RequestParts:
    """The parts of a request besides the operation."""

    at: str = ""
    """The value of the path parameter."""
    body: object = None
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    """The value of the path parameter before it, if there are two."""


Builder = Callable[[Stage, Person], RequestParts]


@dataclass(frozen=True, slots=True)
class Request:
    """How to build a request: once for all refused callers, and anew for each accepted one.

    `owner` and `other` are names of people in the stage. `ends` means that the request ends the
    caller's sessions; `address` is the required client address.
    """

    build: Builder
    owner: str = ""
    other: str = ""
    ends: bool = False
    address: str | None = None


def with_body(body: Mapping[str, object]) -> Request:
    """Return a request with a body that is the same for all callers, and no path parameter."""
    return Request(lambda _, __: RequestParts(body=dict(body)))


def without_body(query: str = "") -> Request:
    """Return a request without a body."""
    return Request(lambda _, __: RequestParts(query=query))


def of_owner(build: Builder, owner: str = "ada", other: str = "expert") -> Request:
    """Return a request for a record of `owner`."""
    return Request(build, owner, other)
