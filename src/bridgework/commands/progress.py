"""Progress of long commands: a bar on a terminal, otherwise lines."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_LONG_STEP = 16 * 1024**2
"""Steps below this number of bytes show no progress."""


@contextmanager
def bar(what: str, length: int) -> Iterator[Callable[[int], object]]:
    """A progress bar for one step; none for a short one."""
    if length < _LONG_STEP:
        yield lambda _: None
        return
    with click.progressbar(length=max(length, 1), label=what, file=sys.stderr) as progress:
        yield progress.update
        progress.update(max(length, 1) - progress.pos)


@contextmanager
def lines(what: str, length: int) -> Iterator[Callable[[int], object]]:
    """One line at the start of a step; for long steps, also one per quarter."""
    click.echo(f"{what}: {length:,} bytes", err=True)
    done, quarters = 0, 0

    def advance(amount: int) -> None:
        nonlocal done, quarters
        done += amount
        while quarters < 3 and done * 4 >= (quarters + 1) * length >= _LONG_STEP:
            quarters += 1
            click.echo(f"{what}: {quarters * 25}%", err=True)

    yield advance
    if length >= _LONG_STEP:
        click.echo(f"{what}: done", err=True)
