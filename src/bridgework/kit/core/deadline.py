"""The deadline of a request: the time until which it may wait for threads and other services.

A request that responds on the event loop alone never waits, so it needs no timer. One whose
deadline passes gets RequestTookTooLong. Its thread continues and counts as in use until it ends.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Iterator
from contextvars import ContextVar
from typing import TypeVar

from bridgework.kit.core.errors import RequestTookTooLong

Result = TypeVar("Result")

_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)
"""In the time of the event loop; None without a deadline."""


def start(seconds: float) -> None:
    """Set the deadline of the current request to `seconds` from now. Replaces a former one."""
    _deadline.set(asyncio.get_running_loop().time() + seconds)


@contextlib.contextmanager
def paused() -> Iterator[None]:
    """Postpone the deadline by the time that the block takes."""
    loop, deadline = asyncio.get_running_loop(), _deadline.get()
    started = loop.time()
    yield
    if deadline is not None:
        _deadline.set(deadline + loop.time() - started)


def end() -> None:
    """Remove the deadline of the current request: it has rules of its own from now on."""
    _deadline.set(None)


async def wait_for(result: Awaitable[Result]) -> Result:
    """Return the result, or cancel it at the deadline. Raises RequestTookTooLong then."""
    timeout = asyncio.timeout_at(_deadline.get())
    try:
        async with timeout:
            return await result
    except TimeoutError:
        if timeout.expired():
            raise RequestTookTooLong from None
        raise
