"""The end of a response whose client does not read it."""

import asyncio

from starlette.requests import ClientDisconnect
from starlette.types import Message, Send

STALL_SECONDS = 60.0


def limit_stalls(send: Send) -> Send:
    """Return a `send` that raises ClientDisconnect if the client reads nothing for a minute."""

    async def send_in_time(message: Message) -> None:
        try:
            async with asyncio.timeout(STALL_SECONDS):
                await send(message)
        except TimeoutError:
            raise ClientDisconnect from None

    return send_in_time
