"""Who used the two cores while a load ran: the server, wrk, or programs that have no part in it."""

import dataclasses
import functools
import gzip
import os
import pathlib
import platform
import resource
import time

from bench import cores, processes

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
    """Of one core: what wrk used of its own, and what others took of the worse of the two."""

    loader: float
    others: float


def read(server: processes.Server, pair: cores.Pair) -> Reading:
    """The loader's time is that of children which have ended: wrk's is in it once it is done."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Reading(
        at=time.perf_counter(),
        server_core=_at_work(pair.server),
        load_core=_at_work(pair.load),
        server=server.processor_time(),
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
    """Seconds a core ran programs, or was taken away by the machine that hosts this one.

    They are counted as the kernel counts the time of programs, with interrupts or without.
    """
    for line in pathlib.Path("/proc/stat").read_text().splitlines():
        name, *counts = line.split()
        if name == f"cpu{core}":
            user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, counts[:8])
            interrupts = irq + softirq if _programs_pay_interrupts() else 0
            return (user + nice + system + steal + interrupts) / TICKS
    raise ValueError(f"/proc/stat does not know core {core}")


@functools.cache
def _programs_pay_interrupts() -> bool:
    """Whether a program's time holds the network's work done while it ran.

    So it is unless the kernel was built to keep the two apart. Where its configuration can't be
    read the answer is no: a share of others may then be missed, but never invented.
    """
    told = pathlib.Path("/proc/config.gz")
    if told.exists():
        text = gzip.decompress(told.read_bytes()).decode()
    else:
        told = pathlib.Path(f"/boot/config-{platform.release()}")
        if not told.exists():
            return False
        text = told.read_text()
    return "CONFIG_IRQ_TIME_ACCOUNTING=y" not in text
