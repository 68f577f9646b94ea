"""Waits for other programs to end: figures measured beside them are not kept."""

import time
from collections.abc import Callable

import click

from bench.load import Load
from bench.usage import OTHERS_LIMIT, Shares

TRIES = 3
"""How often a work is measured if other programs begin during the measurement."""


class Patience:
    """The seconds that a run may still wait for other programs; without any it never waits."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    @property
    def tries(self) -> int:
        return TRIES if self.left > 0 else 1

    def wait(self, sample: Callable[[], Shares]) -> None:
        """Return once a sample has no other programs, or the patience has ended; say for whom."""
        named: set[str] = set()
        while self.left > 0:
            started = time.monotonic()
            shares = sample()
            if shares.others <= OTHERS_LIMIT:
                return
            self.left -= time.monotonic() - started
            name = shares.programs.partition(" ")[0]
            if name not in named:
                named.add(name)
                limit = f"{max(0.0, self.left) / 60:.0f} minutes at most"
                click.echo(f"  waiting, {limit}: {shares.programs} of a core", err=True)
            if self.left <= 0:
                click.echo("  waited long enough: the report says what was disturbed", err=True)


def measure(
    measure_once: Callable[[], Load], sample: Callable[[], Shares], patience: Patience
) -> Load:
    """Measure when no other program uses the cores, and again if one did meanwhile.

    Returns the load with the least of others, which its `others` and `programs` tell.
    """
    loads: list[Load] = []
    for _ in range(patience.tries):
        patience.wait(sample)
        loads.append(measure_once())
        if loads[-1].others <= OTHERS_LIMIT or patience.left <= 0:
            break
        click.echo(f"  not kept, as beside it: {loads[-1].programs} of a core", err=True)
    return min(loads, key=lambda load: load.others)
