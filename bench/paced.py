"""Sends requests at fixed times, independent of the responses.

Run as a program:

    python -m bench.paced FILE

FILE is a `Schedule` as JSON and is replaced by a list of `Outcome`. Latency is measured from the
scheduled time of a request, so a server that falls behind cannot hide it.
"""

import asyncio
import gc
import math
import pathlib
import sys
from collections.abc import Sequence

from pydantic import BaseModel, TypeAdapter

SPIN = 0.002  # seconds before a request during which the program polls instead of sleeping
PATIENCE = 20.0  # seconds to wait for the last responses
IDLE = 2.0  # seconds after which an idle connection is not reused: servers close it


class Stream(BaseModel):
    """Encoded requests, repeated at `rate` per second."""

    rate: float
    requests: list[str]


class Schedule(BaseModel):
    """`precise` keeps the core busy to meet each time; not for a core that others need."""

    port: int
    seconds: float
    precise: bool
    streams: list[Stream]


class Outcome(BaseModel):
    """The outcome of a request: its number in its stream, its scheduled time and its duration.

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
    """A pool of persistent connections, one for each request in flight."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[float, Connection]] = []

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the response."""
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
        """Return the connection used last, or close all if that one is too old."""
        if not self._idle:
            return None
        used_at, connection = self._idle.pop()
        if asyncio.get_running_loop().time() - used_at < IDLE:
            return connection
        for _, (_, writer) in self._idle:
            writer.close()
        self._idle.clear()
        connection[1].close()
        return None


def times(streams: Sequence[Stream], seconds: float) -> list[tuple[float, int, int]]:
    """Return the time, stream and number of each request; streams start slightly offset."""
    due = [
        ((number / len(streams) + count) / stream.rate, number, count % len(stream.requests))
        for number, stream in enumerate(streams)
        for count in range(math.ceil(seconds * stream.rate))
    ]
    return sorted(due)


async def run(schedule: Schedule) -> list[Outcome]:
    """Send every request at its time and wait for the last responses."""
    connections = Connections(schedule.port)
    loop = asyncio.get_running_loop()
    started = loop.time()
    outcomes: list[Outcome] = []
    in_flight: set[asyncio.Task[None]] = set()

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
        in_flight.add(task)
        task.add_done_callback(in_flight.discard)
    if in_flight:
        await asyncio.wait(in_flight, timeout=PATIENCE)
    return outcomes


async def _wait_until(due: float, loop: asyncio.AbstractEventLoop, *, precise: bool) -> None:
    early = SPIN if precise else 0.0
    await asyncio.sleep(max(0.0, due - early - loop.time()))
    while loop.time() < due:  # noqa: ASYNC110 - waits for the clock
        await asyncio.sleep(0)  # responses are read meanwhile


def main() -> None:
    gc.disable()  # a pause here would count as the server's
    schedule = Schedule.model_validate_json(pathlib.Path(sys.argv[1]).read_bytes())
    outcomes = asyncio.run(run(schedule))
    pathlib.Path(sys.argv[1]).write_bytes(OUTCOMES.dump_json(outcomes))


if __name__ == "__main__":
    main()
