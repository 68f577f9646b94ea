"""The load: wrk on a core of its own, 32 connections, one thread."""

import dataclasses
import pathlib
import shutil
import subprocess
import time

import click
from pydantic import BaseModel

from bench import cores, processes, usage

SCRIPT = pathlib.Path(__file__).with_name("load.lua")
WATCH_EVERY = 0.2


@dataclasses.dataclass(frozen=True, slots=True)
class Load:
    """One measurement: answers a second, milliseconds, and bytes of memory at the highest.

    `loader` is the share of its core that wrk used: near 1.0, the server could do more.
    `others` is the share that other programs took of either core: above 0.05 it is spoilt.
    """

    rate: float
    p50: float
    p99: float
    memory: int
    loader: float
    others: float


class Printed(BaseModel):
    """The line that load.lua prints."""

    answers: int
    microseconds: int
    p50: int
    p99: int
    refused: int
    broken: int


def must_be_installed() -> None:
    for program, package in (("wrk", "wrk"), ("taskset", "util-linux")):
        if shutil.which(program) is None:
            raise click.ClickException(
                f"{program} is not installed. On Debian and Ubuntu: sudo apt-get install {package}"
            )


def measure(server: processes.Server, paths: pathlib.Path, seconds: int, pair: cores.Pair) -> Load:
    """Ask for the paths listed in a file for so many seconds; every answer must be a good one."""
    command = ["taskset", "--cpu-list", str(pair.load)]
    command += ["wrk", "-t1", "-c32", f"-d{seconds}s", "--timeout", "10s", "-s", str(SCRIPT)]
    command += [f"http://127.0.0.1:{server.port}", "--", str(paths)]
    before, memory = usage.read(server, pair), 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as wrk:
        while wrk.poll() is None:
            memory = max(memory, server.memory())
            time.sleep(WATCH_EVERY)
        output = wrk.stdout.read().decode() if wrk.stdout else ""
    if wrk.returncode != 0:
        raise click.ClickException(f"wrk failed: {output}")
    shares = usage.between(before, usage.read(server, pair))
    printed = Printed.model_validate_json(output.splitlines()[-1])
    if printed.refused or printed.broken or not printed.answers:
        raise click.ClickException(
            f"Of {printed.answers} answers {printed.refused} were refusals, and "
            f"{printed.broken} connections broke: this is no measurement."
        )
    return Load(
        rate=printed.answers / (printed.microseconds / 1e6),
        p50=printed.p50 / 1e3,
        p99=printed.p99 / 1e3,
        memory=memory,
        loader=shares.loader,
        others=shares.others,
    )
