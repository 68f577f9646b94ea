"""Constant-time responses, so that timing does not show whether an account exists.

The work for an address with an account differs slightly from the work for one without. The response
is delayed until a whole number of periods has passed since the request was complete. The delay is
on the event loop, after the transaction has ended, and occupies no thread.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

PERIOD = 0.5
"""In seconds: several times the duration of hashing and writing."""

Result = TypeVar("Result")


async def pad_response_time(response: Awaitable[Result]) -> Result:
    """Return the result, or raise its exception, at the end of a period."""
    started = time.perf_counter()
    try:
        return await response
    finally:
        passed = time.perf_counter() - started
        await asyncio.sleep(PERIOD - passed % PERIOD)
