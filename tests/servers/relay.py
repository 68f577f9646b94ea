"""A process between a client and a service of a test. While it is frozen, the service hangs."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

_RELAY = """
import asyncio, contextlib, sys

async def pump(source, sink):
    with contextlib.suppress(ConnectionError):
        while chunk := await source.read(65_536):
            sink.write(chunk)
            await sink.drain()
    sink.close()

async def relay(reader, writer):
    with contextlib.closing(writer), contextlib.suppress(ConnectionError):
        service_reader, service_writer = await asyncio.open_connection("127.0.0.1", sys.argv[1])
        await asyncio.gather(pump(reader, service_writer), pump(service_reader, writer))

async def main():
    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


@dataclass(frozen=True, slots=True)
class Relay:
    """The URL of a service through a process, which can be frozen."""

    url: str
    pid: int


@contextlib.contextmanager
def running_relay(url: str) -> Iterator[Relay]:
    """Relay connections to the server at `url`, which has a port of 127.0.0.1."""
    parts = urlsplit(url)
    command = [sys.executable, "-c", _RELAY, str(parts.port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            place = parts.netloc.replace(f":{parts.port}", f":{port}")
            yield Relay(parts._replace(netloc=place).geturl(), process.pid)
        finally:
            process.kill()
