"""Constant-time responses, so that timing does not show whether an account exists.

Work for an address that has an account differs a little from work for one that has none. The
response waits until a whole number of half seconds has passed since the whole request was there.
It waits on the event loop, after the transaction has ended and its thread is free.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

PERIOD = 0.5
"""Seconds: several times what hashing and writing take."""

Result = TypeVar("Result")


async def pad_response_time(response: Awaitable[Result]) -> Result:
    """The awaited result or its exception, at the end of a period."""
    started = time.perf_counter()
    try:
        return await response
    finally:
        passed = time.perf_counter() - started
        await asyncio.sleep(PERIOD - passed % PERIOD)
