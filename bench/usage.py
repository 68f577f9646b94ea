"""Measures which programs used the two cores during a load: the server, wrk, or others."""

import contextlib
import dataclasses
import os
import pathlib
import resource
import time
from collections.abc import Mapping, Sequence

from bench.cores import Cores

OTHERS_LIMIT = 0.05
"""The share of a core that other programs may use during a measurement."""
PROC = pathlib.Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
KERNEL = 2
"""The process whose children are the kernel's threads: they work for the programs."""
NAMED = 3
"""How many other programs are named."""
HOST = "the host of this virtual machine"


@dataclasses.dataclass(frozen=True, slots=True)
class Program:
    """A process: its name and parent, the core it ran on last, and its seconds on any core.

    The seconds include those of its children that have ended.
    """

    name: str
    parent: int
    core: int
    seconds: float


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """Cumulative seconds: wall clock, of wrk, of all other programs, and of the host by core."""

    at: float
    loader: float
    others: Mapping[int, Program]
    stolen: Mapping[int, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Shares:
    """Shares of a core: used by wrk, and by others, which `programs` names."""

    loader: float
    others: float
    programs: str = ""


def read(backing_pids: Sequence[int], cores: Cores, proc: pathlib.Path = PROC) -> Reading:
    """Read the counters. Children count once they have ended, so call this after wrk has.

    This process, its descendants and those of `backing_pids` are the benchmark; all other programs
    but the kernel's threads are others.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    programs = _programs(proc)
    ours = [KERNEL, os.getpid(), *backing_pids]
    for pid in ours:
        ours += [child for child, program in programs.items() if program.parent == pid]
    return Reading(
        at=time.perf_counter(),
        loader=children.ru_utime + children.ru_stime,
        others={pid: programs[pid] for pid in programs.keys() - ours},
        stolen=_stolen(cores, proc),
    )


def between(before: Reading, after: Reading) -> Shares:
    """Return the shares between two readings. Programs that ran on further cores do not count."""
    elapsed = after.at - before.at
    pair = after.stolen.keys()
    taken = [
        (seconds, f"{after.others[pid].name} ({pid})")
        for pid, seconds in _seconds_of_others(before.others, after.others).items()
        if pair & {each.others[pid].core for each in (before, after) if pid in each.others}
    ]
    taken.append((max(after.stolen[core] - before.stolen[core] for core in pair), HOST))
    most = sorted((each for each in taken if each[0] > 0), reverse=True)[:NAMED]
    return Shares(
        loader=(after.loader - before.loader) / elapsed,
        others=sum(seconds for seconds, _ in taken) / elapsed,
        programs=", ".join(f"{name} {seconds / elapsed:.0%}" for seconds, name in most),
    )


def sample(backing_pids: Sequence[int], cores: Cores, seconds: float) -> Shares:
    """Return what the cores are used for in the next seconds."""
    before = read(backing_pids, cores)
    time.sleep(seconds)
    return between(before, read(backing_pids, cores))


def _seconds_of_others(
    before: Mapping[int, Program], after: Mapping[int, Program]
) -> dict[int, float]:
    """Return the seconds of each program that still runs, with its children that have ended."""
    taken = {
        pid: program.seconds - (before[pid].seconds if pid in before else 0)
        for pid, program in after.items()
    }
    for pid in before.keys() - after.keys():
        # A process that ends leaves all its seconds to its parent, not only the last ones.
        heir = before[pid].parent
        while heir not in after and heir in before:
            heir = before[heir].parent
        if heir in taken:
            taken[heir] -= before[pid].seconds
    return {pid: max(0.0, seconds) for pid, seconds in taken.items()}


def _programs(proc: pathlib.Path) -> dict[int, Program]:
    programs = {}
    for stat in proc.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # the process has ended
            programs[int(stat.parent.name)] = _program(stat.read_text())
    return programs


def _program(stat: str) -> Program:
    # The state and the parent follow the name, which may contain spaces and parentheses.
    head, _, tail = stat.rpartition(")")
    fields = tail.split()
    return Program(
        name=head.partition("(")[2],
        parent=int(fields[1]),
        core=int(fields[36]),
        seconds=sum(map(int, fields[11:15])) / TICKS,
    )


def _stolen(cores: Cores, proc: pathlib.Path) -> dict[int, float]:
    """Return the seconds in which the host took each core away (steal)."""
    lines = [line.split() for line in (proc / "stat").read_text().splitlines()]
    counts = {name: fields for name, *fields in lines}
    return {core: int(counts[f"cpu{core}"][7]) / TICKS for core in (cores.server, cores.load)}
