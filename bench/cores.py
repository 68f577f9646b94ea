"""Which core serves and which one asks."""

import dataclasses
import os
import pathlib

import click


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    server: int
    load: int


def pair() -> Pair:
    """The first core this process may use, and the next that is not its hyper-thread.

    A hyper-thread of the server's core is taken only when there is nothing else.
    """
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        raise click.ClickException("Two cores are needed: one for the server, one for the load.")
    server, *others = allowed
    siblings = _siblings(server)
    return Pair(server, next((core for core in others if core not in siblings), others[0]))


def _siblings(core: int) -> set[int]:
    """The cores that share silicon with this one; empty where the kernel does not tell."""
    told = pathlib.Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    if not told.exists():
        return set()
    found: set[int] = set()
    for part in told.read_text().strip().split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found
