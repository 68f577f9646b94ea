"""Answering at moments that tell nothing of what was done meanwhile.

What is done for an address that somebody has differs a little from what is done for one that
nobody has: a letter is written, a row is there or isn't. So the answer waits for the next beat,
counted from when the whole request was there; a caller who could choose that moment could outwait
the beat. It waits on the loop, when the transaction has ended and its thread is free.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

BEAT = 0.5
"""Seconds: several times what hashing and writing take. Who takes longer waits for the next one."""

Done = TypeVar("Done")


async def on_the_beat(act: Awaitable[Done]) -> Done:
    """What `act` comes to, or the problem that it raises, on the next beat after it is done."""
    began = time.perf_counter()
    try:
        done = await act
    except Exception:
        await _next_beat(began)
        raise
    await _next_beat(began)
    return done


async def _next_beat(began: float) -> None:
    passed = time.perf_counter() - began
    await asyncio.sleep(BEAT - passed % BEAT)
