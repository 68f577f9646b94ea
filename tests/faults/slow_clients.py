"""Clients that open connections and send requests a byte at a time, without end.

python -m tests.faults.slow_clients PORT BODIES HEADS
"""

import asyncio
import contextlib
import sys

_AT_ONCE = 400
_PAUSE_SECONDS = 1.0
_HEAD = b"POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


async def _trickle(
    port: int, start: bytes, rest: bytes, opening: asyncio.Semaphore, opened: asyncio.Event
) -> None:
    """Send `start` at once and `rest` at a byte per second, on one connection after another."""
    while True:
        with contextlib.suppress(OSError):
            async with opening:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(start)
            opened.set()
            with contextlib.closing(writer):
                for byte in rest:
                    if reader.at_eof():
                        break
                    writer.write(bytes([byte]))
                    await asyncio.sleep(_PAUSE_SECONDS)
        await asyncio.sleep(_PAUSE_SECONDS)


async def _attack(port: int, bodies: int, heads: int) -> None:
    opening = asyncio.Semaphore(_AT_ONCE)
    whole_head = _HEAD + b"Content-Length: 1000\r\n\r\n"
    body, head = (whole_head, b" " * 1000), (_HEAD, b"X-Header: " + b"x" * 1000)
    slow = [(*each, opening, asyncio.Event()) for each in [body] * bodies + [head] * heads]
    trickling = [asyncio.create_task(_trickle(port, *each)) for each in slow]
    await asyncio.gather(*(opened.wait() for *_, opened in slow))
    sys.stdout.write("under way\n")
    sys.stdout.flush()
    await asyncio.wait(trickling)


if __name__ == "__main__":
    asyncio.run(_attack(*map(int, sys.argv[1:4])))
