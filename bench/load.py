"""Load by wrk: 32 connections, one thread, on the core of the load generator."""

import dataclasses
import pathlib
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence

import click
from pydantic import BaseModel

from bench import processes, usage
from bench.cores import Cores

SCRIPT = pathlib.Path(__file__).with_name("load.lua")
SAMPLE_SECONDS = 0.2
NO_WRK = "wrk is not installed"


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """A load during writes, and the same load without writes before and after it."""

    with_writes: "Load"
    without_writes: tuple["Load", "Load"]

    def share(self, figure: Callable[["Load"], float]) -> float:
        """Return a figure during writes as a share of the figure without them."""
        return figure(self.with_writes) / statistics.fmean(map(figure, self.without_writes))


@dataclasses.dataclass(frozen=True, slots=True)
class Load:
    """One measurement: responses per second, latency in milliseconds, memory in bytes.

    `memory` is the peak of the largest process. `loader` is the share of its core that wrk used;
    near 1.0, the server could serve more. `others` is the share of a core that unrelated programs
    used, which `programs` names. `turns` are the parts of a load during writes.
    """

    rate: float
    p50: float
    p99: float
    memory: int = 0
    loader: float = 0.0
    others: float = 0.0
    programs: str = ""
    note: str = ""
    turns: tuple[Turn, ...] = ()


class Printed(BaseModel):
    """The line that load.lua prints."""

    answers: int
    microseconds: int
    p50: int
    p99: int
    refused: int
    broken: int
    spent: int


class MemoryWatch:
    """Samples the size of the largest process of a server while another process runs."""

    def __init__(self, server: processes.Server) -> None:
        self._server = server
        self.highest = 0

    def until_end(self, process: subprocess.Popen[bytes]) -> bytes:
        """Return the output of the process, which must be smaller than a pipe's buffer."""
        while process.poll() is None:
            self.highest = max(self.highest, self._server.largest_process())
            time.sleep(SAMPLE_SECONDS)
        return process.stdout.read() if process.stdout else b""


def flood(
    server: processes.Server, file: pathlib.Path, seconds: float, cores: Cores, *, sent_once: bool
) -> Load:
    """Send the requests of a file for `seconds`. Raises ClickException on any error."""
    if shutil.which("wrk") is None:
        raise click.ClickException(NO_WRK)
    command = ["wrk", "-t1", "-c32", f"-d{seconds:g}s", "--timeout", "10s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{server.port}", "--", str(file)]
    command += ["turn" if sent_once else "random"]
    before, watch = usage.read(server.backing_pids, cores), MemoryWatch(server)
    with subprocess.Popen(
        processes.pinned([cores.load], command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as wrk:
        output = watch.until_end(wrk).decode()
    if wrk.returncode != 0:
        raise click.ClickException(f"wrk failed: {output}")
    shares = usage.between(before, usage.read(server.backing_pids, cores))
    printed = Printed.model_validate_json(output.splitlines()[-1])
    _must_be_complete(printed)
    return Load(
        rate=printed.answers / (printed.microseconds / 1e6),
        p50=printed.p50 / 1e3,
        p99=printed.p99 / 1e3,
        memory=watch.highest,
        loader=shares.loader,
        others=shares.others,
        programs=shares.programs,
    )


def of_turns(turns: Sequence[Turn]) -> Load:
    """Return the load during writes: the medians of its turns."""
    with_writes = [turn.with_writes for turn in turns]
    every = [*with_writes, *(load for turn in turns for load in turn.without_writes)]
    return Load(
        rate=statistics.median(load.rate for load in with_writes),
        p50=statistics.median(load.p50 for load in with_writes),
        p99=statistics.median(load.p99 for load in with_writes),
        memory=max(load.memory for load in with_writes),
        loader=statistics.median(load.loader for load in with_writes),
        others=statistics.median(load.others for load in every),
        programs=max(every, key=lambda load: load.others).programs,
        turns=tuple(turns),
    )


def _must_be_complete(printed: Printed) -> None:
    if printed.spent:
        raise click.ClickException("requests that may be sent once only ran out")
    if printed.refused or printed.broken or not printed.answers:
        raise click.ClickException(
            f"of {printed.answers} responses {printed.refused} were refusals, and "
            f"{printed.broken} connections broke"
        )
