"""The timeouts of bodies that are being received while the process ends."""

import asyncio

from starlette.types import Message

from bridgework.kit.http.request import BodyTimeouts
from tests.loop import Loop


async def never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


def test_an_expired_timeout_does_not_prevent_shortening_the_others(loop: Loop) -> None:
    async def drained() -> float:
        timeouts = BodyTimeouts()
        now = asyncio.get_running_loop().time()
        expired = asyncio.create_task(timeouts.receive(never, now))
        others = [asyncio.create_task(timeouts.receive(never, now + 600)) for _ in range(20)]
        # The first has expired now, and its task has not run since.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        timeouts.drain()
        began = asyncio.get_running_loop().time()
        outcomes = await asyncio.gather(expired, *others, return_exceptions=True)
        assert all(isinstance(outcome, TimeoutError) for outcome in outcomes)
        return asyncio.get_running_loop().time() - began

    assert loop.run(drained()) < 6.0
