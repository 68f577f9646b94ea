"""A relay on this machine that delays all data in both directions, like a slow connection."""

import asyncio
import contextlib
import urllib.parse
from collections.abc import AsyncIterator


@contextlib.asynccontextmanager
async def slow_line(url: str, delay: float) -> AsyncIterator[str]:
    """Yield a redis:// URL that leads to the server at `url` with a delay of `delay` seconds."""
    server = urllib.parse.urlsplit(url)

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while chunk := await source.read(65_536):
                await asyncio.sleep(delay)
                sink.write(chunk)
        sink.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(server.hostname, server.port)
        await asyncio.gather(pump(reader, up_writer), pump(up_reader, writer))

    line = await asyncio.start_server(relay, "127.0.0.1", 0)
    async with line:
        yield f"redis://127.0.0.1:{line.sockets[0].getsockname()[1]}/0"
    await asyncio.sleep(3 * delay)  # data in transit arrives and ends its relay
