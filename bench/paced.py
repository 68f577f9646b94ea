"""Sends requests at their times, whether those before were answered or not: a program of its own.

    python -m bench.paced FILE

The file is a `Schedule` as JSON, and a `Kept` is printed. Latency is counted from the moment at
which a request was due, so that a server that falls behind can't hide it.
"""

import asyncio
import dataclasses
import gc
import math
import pathlib
import sys
from collections.abc import Sequence

from pydantic import BaseModel

SPIN = 0.002  # seconds before its time in which a request is waited for without sleep
PATIENCE = 20.0  # seconds that the last answers may take
FRESH = 2.0  # seconds for which a connection may lie idle: servers hang up after some more
GOOD = (200, 201)


class Order(BaseModel):
    """One request: `label` names it in the report."""

    label: str
    wire: str


class Group(BaseModel):
    """Requests that are sent one after the other, and over again, so many a second."""

    rate: float
    orders: list[Order]


class Schedule(BaseModel):
    """`precise` keeps the core busy to meet each moment: not for a core that others need."""

    port: int
    warm_up: float
    seconds: float
    precise: bool
    groups: list[Group]


class Kept(BaseModel):
    """What became of a schedule, warm-up left out; milliseconds.

    `slowest` is the label whose own p99 is the highest.
    """

    planned: int
    answered: int
    refused: int
    refusal: str
    p50: float
    p99: float
    most: float
    slowest: str
    slowest_p99: float


@dataclasses.dataclass(slots=True)
class Outcome:
    label: str
    milliseconds: float | None = None
    refusal: str = ""


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Lines:
    """Connections that stay open; as many as there are requests under way."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[float, Line]] = []

    async def ask(self, wire: bytes) -> tuple[int, bytes]:
        """The status and the body."""
        line = self._kept() or await self._opened()
        reader, writer = line
        writer.write(wire)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(
            int(each.partition(":")[2])
            for each in head.split("\r\n")
            if each.startswith("content-length:")
        )
        body = await reader.readexactly(length)
        self._idle.append((asyncio.get_running_loop().time(), line))
        return int(head.split(" ", 2)[1]), body

    def _kept(self) -> Line | None:
        """The one that was used last; if that was too long ago, so it was with all others."""
        if self._idle:
            since, line = self._idle.pop()
            if asyncio.get_running_loop().time() - since < FRESH:
                return line
            for _, (_, writer) in self._idle:
                writer.close()
            self._idle.clear()
            line[1].close()
        return None

    async def _opened(self) -> Line:
        return await asyncio.open_connection("127.0.0.1", self._port)


def times(groups: Sequence[Group], seconds: float) -> list[tuple[float, Order]]:
    """When each request is due, in seconds from the start; the groups are set off a little."""
    due = []
    for number, group in enumerate(groups):
        offset = number / len(groups) / group.rate
        due += [
            (offset + count / group.rate, group.orders[count % len(group.orders)])
            for count in range(math.ceil(seconds * group.rate))
        ]
    return sorted(due, key=lambda one: one[0])


async def keep(schedule: Schedule) -> Kept:
    """Send everything at its time, and wait for the last answers."""
    lines = Lines(schedule.port)
    loop = asyncio.get_running_loop()
    began = loop.time()
    measured: list[Outcome] = []
    under_way: set[asyncio.Task[None]] = set()

    async def send(due: float, order: Order, outcome: Outcome) -> None:
        try:
            status, body = await lines.ask(order.wire.encode())
        except (OSError, EOFError) as fault:
            outcome.refusal = f"{order.label}: {fault}"
            return
        outcome.milliseconds = (loop.time() - due) * 1e3
        if status not in GOOD:
            outcome.refusal = f"{order.label}: {status} {body[:200].decode(errors='replace')}"

    for after, order in times(schedule.groups, schedule.warm_up + schedule.seconds):
        await _until(began + after, loop, precise=schedule.precise)
        outcome = Outcome(order.label)
        if after >= schedule.warm_up:
            measured.append(outcome)
        task = asyncio.create_task(send(began + after, order, outcome))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    if under_way:
        await asyncio.wait(under_way, timeout=PATIENCE)
    return kept(measured)


def kept(measured: Sequence[Outcome]) -> Kept:
    """The sum of it; one that was never answered took as long as the patience lasted."""
    lost = PATIENCE * 1e3
    took = [lost if one.milliseconds is None else one.milliseconds for one in measured]
    refusals = [one.refusal for one in measured if one.refusal]
    by_label: dict[str, list[float]] = {}
    for one, milliseconds in zip(measured, took, strict=True):
        by_label.setdefault(one.label, []).append(milliseconds)
    slowest_p99, slowest = max((quantile(all_, 0.99), label) for label, all_ in by_label.items())
    return Kept(
        planned=len(measured),
        answered=sum(one.milliseconds is not None for one in measured),
        refused=len(refusals),
        refusal=next(iter(refusals), ""),
        p50=quantile(took, 0.5),
        p99=quantile(took, 0.99),
        most=max(took),
        slowest=slowest,
        slowest_p99=slowest_p99,
    )


def quantile(took: Sequence[float], share: float) -> float:
    """The least that this share of them does not exceed."""
    return sorted(took)[max(0, math.ceil(share * len(took)) - 1)]


async def _until(due: float, loop: asyncio.AbstractEventLoop, *, precise: bool) -> None:
    early = SPIN if precise else 0.0
    await asyncio.sleep(max(0.0, due - early - loop.time()))
    while loop.time() < due:  # noqa: ASYNC110 - nothing but the clock tells when
        await asyncio.sleep(0)  # answers are read meanwhile, so that none waits for the next


def main() -> None:
    gc.disable()  # a pause of ours would count as the server's
    schedule = Schedule.model_validate_json(pathlib.Path(sys.argv[1]).read_bytes())
    print(asyncio.run(keep(schedule)).model_dump_json())


if __name__ == "__main__":
    main()
