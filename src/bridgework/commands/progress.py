"""How far a long command is: a bar on a terminal, a line now and then elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_WHILE = 16 * 1024**2
"""Bytes that take a while."""


@contextmanager
def bar(what: str, length: int) -> Iterator[Callable[[int], object]]:
    """A bar for a step of the work."""
    with click.progressbar(length=max(length, 1), label=what, file=sys.stderr) as shown:
        yield shown.update
        shown.update(max(length, 1) - shown.pos)


@contextmanager
def lines(what: str, length: int) -> Iterator[Callable[[int], object]]:
    """A line when a step begins, and where it takes a while one at each quarter of it."""
    click.echo(f"{what}: {length:,} bytes", err=True)
    done, quarters = 0, 0

    def advance(amount: int) -> None:
        nonlocal done, quarters
        done += amount
        while quarters < 3 and done * 4 >= (quarters + 1) * length >= _WHILE:
            quarters += 1
            click.echo(f"{what}: {quarters * 25}%", err=True)

    yield advance
    if length >= _WHILE:
        click.echo(f"{what}: done", err=True)
