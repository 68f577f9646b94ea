"""Which programs used the two cores during a load: the server, wrk, or others."""

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
    """Seconds so far: of the wall clock, of each core at work, of the server, of the loader."""

    at: float
    server_core: float
    load_core: float
    server: float
    loader: float
    ours: float


@dataclasses.dataclass(frozen=True, slots=True)
class Shares:
    """Shares of one core: what wrk used of its own, and the most that others took of either."""

    loader: float
    others: float


def read(server: processes.Server, cores: Cores) -> Reading:
    """The loader's time is that of children that have ended: read after wrk has."""
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
    asking = loader + after.ours - before.ours
    beside_server = (after.server_core - before.server_core) - (after.server - before.server)
    beside_loader = (after.load_core - before.load_core) - asking
    return Shares(loader / elapsed, max(0.0, beside_server, beside_loader) / elapsed)


def _at_work(core: int) -> float:
    """Seconds a core ran programs, or was taken away by the host of this virtual machine.

    They include interrupts if the kernel counts those as time of programs.
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
    """Whether a program's time holds the network's work done while it ran.

    It does unless the kernel was built to keep the two apart. If its configuration cannot be read
    the result is False: a share of others may then be missed, but never invented.
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
