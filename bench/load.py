"""The floods: wrk on a core of its own, 32 connections, one thread."""

import dataclasses
import pathlib
import shutil
import subprocess
import time

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
    programs took of either core: above 0.05 it is spoilt. `beside` is what became of the writes
    beside it, and `quiet` the same load without them, right before and right after; `slowest` names
    the request with the highest p99, and that.
    """

    rate: float
    p50: float
    p99: float
    memory: int
    largest: int
    loader: float
    others: float
    beside: paced.Kept | None = None
    quiet: "tuple[Load, ...]" = ()
    slowest: str = ""


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


def _must_be_good(printed: Printed) -> None:
    if printed.spent:
        raise click.ClickException("The requests that go out once each were used up too soon.")
    if printed.refused or printed.broken or not printed.answers:
        raise click.ClickException(
            f"Of {printed.answers} answers {printed.refused} were refusals, and "
            f"{printed.broken} connections broke: this is no measurement."
        )
