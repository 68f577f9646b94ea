"""Schedules that `bench.paced` keeps, from the core of the load: alone, or beside a flood."""

import contextlib
import dataclasses
import pathlib
import subprocess
from collections.abc import Iterator, Sequence

import click

from bench import cores, load, paced, processes, usage
from bench.requests import Request

PATIENCE = 60  # seconds beyond its time after which a schedule is given up


@dataclasses.dataclass(frozen=True, slots=True)
class Stream:
    """Requests in turn, over and over again, so many a second.

    In the report each is called `name`, or by its method and path if there is none.
    """

    rate: float
    requests: Sequence[Request]
    name: str = ""


def measure(
    server: processes.Server,
    stream: Stream,
    file: pathlib.Path,
    seconds: float,
    pair: cores.Pair,
    *,
    warm_up: float,
) -> load.Load:
    """Keep one stream for so many seconds; every answer must be a good one."""
    _write(file, server.port, [stream], warm_up=warm_up, seconds=seconds, precise=True)
    before, watched = usage.read(server, pair), load.Watched(server)
    with subprocess.Popen(_command(file, pair), stdout=subprocess.PIPE) as process:
        printed = watched.until_it_ends(process)
    kept = _kept(process, printed)
    shares = usage.between(before, usage.read(server, pair))
    if kept.refused or kept.answered < kept.planned:
        raise click.ClickException(
            f"Of {kept.planned} requests {kept.answered} were answered and {kept.refused} "
            f"refused: {kept.refusal}"
        )
    return load.Load(
        rate=stream.rate,
        p50=kept.p50,
        p99=kept.p99,
        memory=watched.all,
        largest=watched.largest,
        loader=0.0,  # it waits busily for the next moment: its share says nothing
        others=shares.others,
        slowest=f"{kept.slowest}: p99 {kept.slowest_p99:.1f} ms",
    )


def keep(
    server: processes.Server,
    streams: Sequence[Stream],
    file: pathlib.Path,
    seconds: float,
    pair: cores.Pair,
) -> tuple[paced.Kept, usage.Shares]:
    """Keep streams for so many seconds, whatever comes of them; and who used the cores."""
    _write(file, server.port, streams, warm_up=0.0, seconds=seconds, precise=False)
    before = usage.read(server, pair)
    with subprocess.Popen(_command(file, pair), stdout=subprocess.PIPE) as process:
        printed, _ = process.communicate(timeout=seconds + PATIENCE)
    kept = _kept(process, printed)
    return kept, usage.between(before, usage.read(server, pair))


class Beside:
    """The streams that are kept meanwhile."""

    def __init__(self) -> None:
        self._kept: paced.Kept | None = None

    def end(self, kept: paced.Kept) -> None:
        """Take down what became of them."""
        self._kept = kept

    def writes(self) -> paced.Kept:
        """What became of them. Raises ValueError before they are over."""
        if self._kept is None:
            raise ValueError("the streams are still being kept")
        return self._kept


@contextlib.contextmanager
def beside(
    server: processes.Server,
    streams: Sequence[Stream],
    file: pathlib.Path,
    seconds: float,
    pair: cores.Pair,
) -> Iterator[Beside]:
    """Keep streams while the block runs, which has to take so many seconds."""
    _write(file, server.port, streams, warm_up=1.0, seconds=seconds, precise=False)
    told = Beside()
    # Whoever floods goes first: what it waits for its core would pass for the server's delay.
    command = ["chrt", "--idle", "0", *_command(file, pair)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            yield told
        except BaseException:
            process.kill()
            raise
        printed, _ = process.communicate(timeout=seconds + PATIENCE)
    told.end(_kept(process, printed))


def _command(file: pathlib.Path, pair: cores.Pair) -> list[str]:
    pinned = ["taskset", "--cpu-list", str(pair.load)]
    return [*pinned, *processes.python("-m", "bench.paced", str(file))]


def _kept(process: subprocess.Popen[bytes], printed: bytes) -> paced.Kept:
    if process.returncode != 0:
        raise click.ClickException("The schedule was not kept: its words stand above.")
    return paced.Kept.model_validate_json(printed)


def _write(
    file: pathlib.Path,
    port: int,
    streams: Sequence[Stream],
    *,
    warm_up: float,
    seconds: float,
    precise: bool,
) -> None:
    groups = [
        paced.Group(
            rate=stream.rate,
            orders=[
                paced.Order(
                    label=stream.name or f"{one.method} {one.path}",
                    wire=one.on_wire(port).decode(),
                )
                for one in stream.requests
            ],
        )
        for stream in streams
    ]
    schedule = paced.Schedule(
        port=port, warm_up=warm_up, seconds=seconds, precise=precise, groups=groups
    )
    file.write_text(schedule.model_dump_json())
