"""The two cores: one for the server, one for the load generator."""

import dataclasses
import os
import pathlib

import click


@dataclasses.dataclass(frozen=True, slots=True)
class Cores:
    server: int
    load: int


def choose() -> Cores:
    """Return the first core of this process, and the next one that is not its hyper-thread.

    A hyper-thread of the server's core is used only if there is no other core.
    """
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        raise click.ClickException("Two cores are needed: one for the server, one for the load.")
    server, *others = allowed
    siblings = _siblings(server)
    return Cores(server, next((core for core in others if core not in siblings), others[0]))


def _siblings(core: int) -> set[int]:
    """Return the hyper-threads of a core; empty if the kernel does not list them."""
    file = pathlib.Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    if not file.exists():
        return set()
    siblings: set[int] = set()
    for part in file.read_text().strip().split(","):
        first, _, last = part.partition("-")
        siblings.update(range(int(first), int(last or first) + 1))
    return siblings
