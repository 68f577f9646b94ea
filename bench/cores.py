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
    """The first core this process may use, and the next one that is not its hyper-thread.

    A hyper-thread of the server's core is taken only if there is no other core.
    """
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        raise click.ClickException("Two cores are needed: one for the server, one for the load.")
    server, *others = allowed
    siblings = _siblings(server)
    return Cores(server, next((core for core in others if core not in siblings), others[0]))


def _siblings(core: int) -> set[int]:
    """The hyper-threads of a core; empty if the kernel does not list them."""
    file = pathlib.Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    if not file.exists():
        return set()
    found: set[int] = set()
    for part in file.read_text().strip().split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found
