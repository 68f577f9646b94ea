"""Traces as the rest of the house knows them: requests that arrive, and steps within them.

Nothing that is told of either may be somebody's: names of operations, of templates and of those
who are called, methods, statuses and ids of requests; never an address, a path or a query.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


class Step(Protocol):
    """Something that takes its time, until the block ends that it was opened for."""

    def note(self, name: str, value: str | int) -> None:
        """Tell something of it."""
        ...

    def failed(self, kind: str) -> None:
        """It came to nothing; `kind` is that of the error, not its words."""
        ...


class Steps(Protocol):
    """Sees what is done."""

    def step(self, name: str, *, outward: bool = False) -> AbstractContextManager[Step]:
        """A step of what is under way, or else of the request that `origins` tell of.

        `outward`: somebody else's server is asked. What is raised out of the block failed.
        """
        ...


class Arrival(Protocol):
    """A request that is being answered."""

    def left(self, operation: str, method: str, status: int, request_id: bytes) -> None:
        """It was answered."""
        ...


class Tracer(Steps, Protocol):
    """Sees requests as well, and takes what it saw to wherever that is looked at."""

    def arrived(self, headers: Mapping[bytes, bytes]) -> Arrival:
        """A request has come, whose `traceparent` is heeded. Its task is within it from here on."""
        ...

    def start(self) -> None:
        """Begin to take it there."""
        ...

    def close(self) -> None:
        """Take the rest there, as far as that can be done in seconds."""
        ...


class NoSteps:
    """While nobody asked for traces."""

    @contextmanager
    def step(self, name: str, *, outward: bool = False) -> Iterator[Step]:
        """Do what the block does, and nothing else."""
        del name, outward
        yield _UNSEEN


class _Unseen:
    def note(self, name: str, value: str | int) -> None:
        del name, value

    def failed(self, kind: str) -> None:
        del kind


_UNSEEN = _Unseen()
NO_STEPS = NoSteps()
