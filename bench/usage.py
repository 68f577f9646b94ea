"""Measures which programs used the two cores during a load: the server, wrk, or others."""

import dataclasses
import functools
import gzip
import os
import pathlib
import platform
import resource
import time

from bench import processes
from bench.cores import Cores

TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """Cumulative seconds: wall clock, busy time of each core, CPU time of server and loader."""

    at: float
    server_core: float
    load_core: float
    server: float
    loader: float
    ours: float


@dataclasses.dataclass(frozen=True, slots=True)
class Shares:
    """Shares of a core: used by wrk on its core, and the maximum used by others on either."""

    loader: float
    others: float


def read(server: processes.Server, cores: Cores) -> Reading:
    """Read the counters. Children count once they have ended, so call this after wrk has."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Reading(
        at=time.perf_counter(),
        server_core=_at_work(cores.server),
        load_core=_at_work(cores.load),
        server=server.processor_seconds(),
        loader=children.ru_utime + children.ru_stime,
        ours=time.process_time(),
    )


def between(before: Reading, after: Reading) -> Shares:
    elapsed = after.at - before.at
    loader = after.loader - before.loader
    load_generation = loader + after.ours - before.ours
    beside_server = (after.server_core - before.server_core) - (after.server - before.server)
    beside_loader = (after.load_core - before.load_core) - load_generation
    return Shares(loader / elapsed, max(0.0, beside_server, beside_loader) / elapsed)


def _at_work(core: int) -> float:
    """Return the seconds that a core ran programs or was taken away by the host (steal).

    Interrupts are included if the kernel counts them as time of programs.
    """
    for line in pathlib.Path("/proc/stat").read_text().splitlines():
        name, *counts = line.split()
        if name == f"cpu{core}":
            user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, counts[:8])
            interrupts = irq + softirq if _programs_pay_interrupts() else 0
            return (user + nice + system + steal + interrupts) / TICKS
    raise ValueError(f"/proc/stat has no core {core}")


@functools.cache
def _programs_pay_interrupts() -> bool:
    """Return whether a program's time includes the network work done while it ran.

    It does unless the kernel was built to account interrupts separately. Returns False if the
    kernel's configuration cannot be read: a share of others may then be missed, but is never
    invented.
    """
    file = pathlib.Path("/proc/config.gz")
    if file.exists():
        text = gzip.decompress(file.read_bytes()).decode()
    else:
        file = pathlib.Path(f"/boot/config-{platform.release()}")
        if not file.exists():
            return False
        text = file.read_text()
    return "CONFIG_IRQ_TIME_ACCOUNTING=y" not in text
