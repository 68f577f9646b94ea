"""How an operation is asked: what stands in its path, what is sent, and whose the thing is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.rights.stage import Stage
from tests.world import Person


@dataclass(frozen=True, slots=True)
class Sent:
    """What makes a request out of an operation."""

    at: str = ""
    """What stands in the place of the path's parameter."""
    body: object = None
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


Making = Callable[[Stage, Person], Sent]


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent, made once for all who are refused and anew for each who is not.

    `owner` and `other` are names of the stage's people. `ends` says that it ends the sessions of
    whoever asks, `address` where it has to come from.
    """

    making: Making
    owner: str = ""
    other: str = ""
    ends: bool = False
    address: str | None = None


def sending(body: Mapping[str, object]) -> Request:
    """A request that is the same for everybody: a body, and nothing in the path."""
    return Request(lambda _, __: Sent(body=dict(body)))


def asking(query: str = "") -> Request:
    """A request without a body."""
    return Request(lambda _, __: Sent(query=query))


def of_somebodys(making: Making, owner: str = "ada", other: str = "expert") -> Request:
    """A request for a thing of somebody's: Ada's, unless said."""
    return Request(making, owner, other)
