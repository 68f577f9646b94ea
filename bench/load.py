"""The floods: wrk on a core of its own, 32 connections, one thread."""

import dataclasses
import pathlib
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence

import click
from pydantic import BaseModel

from bench import cores, paced, processes, usage

SCRIPT = pathlib.Path(__file__).with_name("load.lua")
WATCH_EVERY = 0.2


@dataclasses.dataclass(frozen=True, slots=True)
class Load:
    """One measurement: answers a second, milliseconds, and bytes of memory at the highest.

    `memory` is that of all processes, `largest` of the largest of them. `loader` is the share of
    its core that wrk used: near 1.0, the server could do more. `others` is the share that other
    programs took of either core: above 0.05 it is spoilt. `slowest` names the request with the
    highest p99, and that. `turns` are what one beside writes is made of.
    """

    rate: float
    p50: float
    p99: float
    memory: int
    largest: int
    loader: float
    others: float
    slowest: str = ""
    turns: "tuple[Turn, ...]" = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """A short load beside writes and what became of these; the same right before and right after.

    `quiet` are the two without writes.
    """

    loud: Load
    writes: paced.Kept
    quiet: tuple[Load, Load]

    def share(self, of: Callable[[Load], float]) -> float:
        """What a figure is beside writes, as a share of what it is without."""
        return of(self.loud) / statistics.fmean(map(of, self.quiet))


class Printed(BaseModel):
    """The line that load.lua prints."""

    answers: int
    microseconds: int
    p50: int
    p99: int
    refused: int
    broken: int
    spent: int


class Watched:
    """The memory of a server, looked at now and then."""

    def __init__(self, server: processes.Server) -> None:
        self._server = server
        self.all = self.largest = 0

    def until_it_ends(self, process: subprocess.Popen[bytes]) -> bytes:
        """What a process printed by its end; it prints less than a pipe holds."""
        while process.poll() is None:
            held = self._server.memory()
            self.all = max(self.all, sum(held))
            self.largest = max(self.largest, *held)
            time.sleep(WATCH_EVERY)
        return process.stdout.read() if process.stdout else b""


def must_be_installed() -> None:
    for program, package in (("wrk", "wrk"), ("taskset", "util-linux")):
        if shutil.which(program) is None:
            raise click.ClickException(
                f"{program} is not installed. On Debian and Ubuntu: sudo apt-get install {package}"
            )


def flood(
    server: processes.Server, file: pathlib.Path, seconds: int, pair: cores.Pair, *, in_turn: bool
) -> Load:
    """Send a file of requests for so many seconds; every answer must be a good one."""
    command = ["taskset", "--cpu-list", str(pair.load)]
    command += ["wrk", "-t1", "-c32", f"-d{seconds}s", "--timeout", "10s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{server.port}"]
    command += ["--", str(file), "turn" if in_turn else "random"]
    before, watched = usage.read(server, pair), Watched(server)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as wrk:
        output = watched.until_it_ends(wrk).decode()
    if wrk.returncode != 0:
        raise click.ClickException(f"wrk failed: {output}")
    shares = usage.between(before, usage.read(server, pair))
    printed = Printed.model_validate_json(output.splitlines()[-1])
    _must_be_good(printed)
    return Load(
        rate=printed.answers / (printed.microseconds / 1e6),
        p50=printed.p50 / 1e3,
        p99=printed.p99 / 1e3,
        memory=watched.all,
        largest=watched.largest,
        loader=shares.loader,
        others=shares.others,
    )


def of_turns(turns: Sequence[Turn]) -> Load:
    """The load beside writes that these are: in the middle, so that no turn counts for more."""
    loud = [one.loud for one in turns]
    return Load(
        rate=statistics.median(one.rate for one in loud),
        p50=statistics.median(one.p50 for one in loud),
        p99=statistics.median(one.p99 for one in loud),
        memory=max(one.memory for one in loud),
        largest=max(one.largest for one in loud),
        loader=statistics.median(one.loader for one in loud),
        others=statistics.median(one.others for turn in turns for one in (turn.loud, *turn.quiet)),
        turns=tuple(turns),
    )


def _must_be_good(printed: Printed) -> None:
    if printed.spent:
        raise click.ClickException("The requests that go out once each were used up too soon.")
    if printed.refused or printed.broken or not printed.answers:
        raise click.ClickException(
            f"Of {printed.answers} answers {printed.refused} were refusals, and "
            f"{printed.broken} connections broke: this is no measurement."
        )
