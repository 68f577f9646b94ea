"""A receiver of webhooks on a real socket, which misbehaves on demand."""

import asyncio
import contextlib
import json
import ssl
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.loop import Loop
from tests.servers.certificates import Certificate


@dataclass(frozen=True, slots=True)
class Reply:
    """A response: its status, headers and body."""

    status: int = 200
    body: bytes = b"thanks"
    headers: tuple[str, ...] = ()


class Hang:
    """Read the request, and never respond."""


class Trickle:
    """Respond with one byte of the body in a short while, without end."""


class HangUp:
    """Close the connection without a response."""


Answer = Reply | Hang | Trickle | HangUp
HUGE = Reply(body=b"x" * 10_000_000)


@dataclass(frozen=True, slots=True)
class Received:
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float
    """Of the monotonic clock."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


@dataclass
class Receiver:
    """The received requests, and the answers to the next ones by path."""

    port: int = 0
    scheme: str = "http"
    received: list[Received] = field(default_factory=list)
    answers: dict[str, list[Answer]] = field(default_factory=lambda: defaultdict(list))
    """Each is given once; afterwards, or without one, the answer is `always` or 200."""
    always: dict[str, Answer] = field(default_factory=dict)
    sent_bytes: int = 0
    arrived: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str = "/") -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}{path}"

    def at(self, path: str) -> list[Received]:
        return [each for each in self.received if each.path == path]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._serve(reader, writer)
                writer.close()
                await writer.wait_closed()
        finally:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): text.strip()
            for name, _, text in (line.partition(":") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers["content-length"]))
        path = head[0].split(" ")[1]
        waiting = self.answers[path]
        answer = waiting.pop(0) if waiting else self.always.get(path, Reply())
        self.received.append(Received(path, headers, body, time.monotonic()))
        self.arrived.set()
        match answer:
            case Reply(status, content, further):
                lines = [f"HTTP/1.1 {status} Status", f"Content-Length: {len(content)}", *further]
                writer.write("\r\n".join([*lines, "", ""]).encode())
                for start in range(0, len(content), 65536):
                    writer.write(content[start : start + 65536])
                    await writer.drain()
                    self.sent_bytes += len(content[start : start + 65536])
            case Hang():
                await reader.read()
            case Trickle():
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                while True:
                    writer.write(b".")
                    await writer.drain()
                    await asyncio.sleep(0.05)
            case HangUp():
                return


@contextlib.contextmanager
def running(
    certificate: Certificate | None = None, host: str = "127.0.0.1", port: int = 0
) -> Iterator[Receiver]:
    """Run a receiver during the block, with TLS if there is a certificate."""
    receiver, loop, tls = Receiver(), Loop(), None
    if certificate is not None:
        receiver.scheme = "https"
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(certificate.chain, certificate.key)

    async def start() -> asyncio.Server:
        return await asyncio.start_server(receiver.serve, host, port, ssl=tls, backlog=1024)

    async def stop() -> None:
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # the transports close in the next step of the loop

    server = loop.run(start())
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        loop.run(stop())
        loop.close()
