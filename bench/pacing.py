"""Runs `bench.paced` on the core of the load generator, alone or in the background."""

import contextlib
import dataclasses
import math
import pathlib
import subprocess
from collections.abc import Iterator, Sequence

import click

from bench import load, paced, processes, usage
from bench.client import GOOD, Request
from bench.cores import Cores

PATIENCE = 60  # seconds after the end of a schedule before it is given up


@dataclasses.dataclass(frozen=True, slots=True)
class Stream:
    """Requests, repeated at `rate` per second."""

    rate: float
    requests: Sequence[Request]


@dataclasses.dataclass(slots=True)
class Background:
    """The outcomes of a background load, available after the block."""

    outcomes: list[paced.Outcome] = dataclasses.field(default_factory=list)


def measure(
    server: processes.Server, stream: Stream, file: pathlib.Path, seconds: float, cores: Cores
) -> load.Load:
    """Send one stream for `seconds`. Raises ClickException on any error."""
    before, watch = usage.read(server.backing_pids, cores), load.MemoryWatch(server)
    with _start(server, [stream], file, seconds, cores, precise=True) as process:
        watch.until_end(process)
    shares = usage.between(before, usage.read(server.backing_pids, cores))
    outcomes = _outcomes(process, file)
    must_succeed(outcomes)
    durations = [outcome.milliseconds for outcome in outcomes]
    slowest = stream.requests[max(outcomes, key=lambda outcome: outcome.milliseconds).number]
    return load.Load(
        rate=stream.rate,
        p50=quantile(durations, 0.5),
        p99=quantile(durations, 0.99),
        memory=watch.highest,
        # The load generator keeps its own core busy, so its share is meaningless.
        others=shares.others,
        programs=shares.programs,
        note=f"slowest: {slowest.label}, {max(durations):.0f} ms",
    )


@contextlib.contextmanager
def in_background(
    server: processes.Server,
    streams: Sequence[Stream],
    file: pathlib.Path,
    seconds: float,
    cores: Cores,
    *,
    precise: bool,
) -> Iterator[Background]:
    """Send streams while the block runs, which must take `seconds`."""
    background = Background()
    with _start(server, streams, file, seconds, cores, precise=precise) as process:
        try:
            yield background
        except BaseException:
            process.kill()
            raise
        process.wait(timeout=seconds + PATIENCE)
    background.outcomes = _outcomes(process, file)


def must_succeed(outcomes: Sequence[paced.Outcome]) -> None:
    """Raise ClickException if a request failed or got no response."""
    refused = [outcome for outcome in outcomes if outcome.status not in GOOD]
    if refused or not outcomes:
        first = f"{refused[0].status} {refused[0].body}" if refused else "nothing was sent"
        raise click.ClickException(f"{len(refused)} of {len(outcomes)} requests failed: {first}")


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that is at least as large as `share` of the values."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def _start(
    server: processes.Server,
    streams: Sequence[Stream],
    file: pathlib.Path,
    seconds: float,
    cores: Cores,
    *,
    precise: bool,
) -> subprocess.Popen[bytes]:
    schedule = paced.Schedule(
        port=server.port,
        seconds=seconds,
        precise=precise,
        streams=[
            paced.Stream(
                rate=stream.rate,
                requests=[request.to_bytes(server.port).decode() for request in stream.requests],
            )
            for stream in streams
        ],
    )
    file.write_text(schedule.model_dump_json())
    command = processes.python("-m", "bench.paced", str(file))
    return subprocess.Popen(processes.pinned([cores.load], command))


def _outcomes(process: subprocess.Popen[bytes], file: pathlib.Path) -> list[paced.Outcome]:
    if process.returncode != 0:
        raise click.ClickException("the program bench.paced failed: its output is above")
    return paced.OUTCOMES.validate_json(file.read_bytes())
