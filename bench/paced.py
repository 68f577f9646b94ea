"""Sends requests at fixed times, whether earlier ones were answered or not: a program of its own.

    python -m bench.paced FILE

The file is a `Schedule` as JSON; a list of `Outcome` takes its place. Latency counts from the
time at which a request was due, so that a server that falls behind cannot hide it.
"""

import asyncio
import gc
import math
import pathlib
import sys
from collections.abc import Sequence

from pydantic import BaseModel, TypeAdapter

SPIN = 0.002  # seconds before a request is due in which the program waits without sleep
PATIENCE = 20.0  # seconds that the last responses may take
IDLE = 2.0  # seconds after which an idle connection is not used again: servers close them


class Stream(BaseModel):
    """Requests, as sent, that are repeated at a rate a second."""

    rate: float
    requests: list[str]


class Schedule(BaseModel):
    """`precise` keeps the core busy to meet each time: not for a core that others need."""

    port: int
    seconds: float
    precise: bool
    streams: list[Stream]


class Outcome(BaseModel):
    """One request: its number in its stream, when it was due, and how long it took.

    `status` is 0 if there was no response.
    """

    stream: int
    number: int
    due: float
    milliseconds: float = PATIENCE * 1e3
    status: int = 0
    body: str = ""


OUTCOMES = TypeAdapter(list[Outcome])
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Connections:
    """Connections that stay open, as many as there are requests under way."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[float, Connection]] = []

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; the status and the body of the response."""
        reader, writer = self._reuse() or await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(
            int(line.partition(":")[2])
            for line in head.split("\r\n")
            if line.startswith("content-length:")
        )
        body = await reader.readexactly(length)
        self._idle.append((asyncio.get_running_loop().time(), (reader, writer)))
        return int(head.split(" ", 2)[1]), body

    def _reuse(self) -> Connection | None:
        """The connection that was used last; once that is too old, all are."""
        if not self._idle:
            return None
        since, connection = self._idle.pop()
        if asyncio.get_running_loop().time() - since < IDLE:
            return connection
        for _, (_, writer) in self._idle:
            writer.close()
        self._idle.clear()
        connection[1].close()
        return None


def times(streams: Sequence[Stream], seconds: float) -> list[tuple[float, int, int]]:
    """When each request is due, its stream and its number; streams start a little apart."""
    due = [
        ((number / len(streams) + count) / stream.rate, number, count % len(stream.requests))
        for number, stream in enumerate(streams)
        for count in range(math.ceil(seconds * stream.rate))
    ]
    return sorted(due)


async def run(schedule: Schedule) -> list[Outcome]:
    """Send everything at its time, and wait for the last responses."""
    connections = Connections(schedule.port)
    loop = asyncio.get_running_loop()
    started = loop.time()
    outcomes: list[Outcome] = []
    under_way: set[asyncio.Task[None]] = set()

    async def send(request: str, outcome: Outcome) -> None:
        try:
            status, body = await connections.send(request.encode())
        except (OSError, EOFError) as error:
            outcome.body = str(error)
            return
        outcome.milliseconds = (loop.time() - outcome.due) * 1e3
        outcome.status = status
        outcome.body = "" if status < 400 else body[:200].decode(errors="replace")

    for after, stream, number in times(schedule.streams, schedule.seconds):
        await _wait_until(started + after, loop, precise=schedule.precise)
        outcome = Outcome(stream=stream, number=number, due=started + after)
        outcomes.append(outcome)
        task = asyncio.create_task(send(schedule.streams[stream].requests[number], outcome))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    if under_way:
        await asyncio.wait(under_way, timeout=PATIENCE)
    return outcomes


async def _wait_until(due: float, loop: asyncio.AbstractEventLoop, *, precise: bool) -> None:
    early = SPIN if precise else 0.0
    await asyncio.sleep(max(0.0, due - early - loop.time()))
    while loop.time() < due:  # noqa: ASYNC110 - only the clock tells when
        await asyncio.sleep(0)  # responses are read meanwhile


def main() -> None:
    gc.disable()  # a pause here would count as the server's
    schedule = Schedule.model_validate_json(pathlib.Path(sys.argv[1]).read_bytes())
    outcomes = asyncio.run(run(schedule))
    pathlib.Path(sys.argv[1]).write_bytes(OUTCOMES.dump_json(outcomes))


if __name__ == "__main__":
    main()
