"""How far a long command is: a bar on a terminal, a line now and then elsewhere."""

import sys
from contextlib import ExitStack
from typing import Protocol

import click

_EVERY = 0.25
"""Of the whole, between two lines."""
_WHILE = 16 * 1024**2
"""Bytes that take a while."""


class _Bar(Protocol):
    def update(self, n_steps: int) -> None: ...


class Bars:
    """A bar for each part of the work."""

    def __init__(self) -> None:
        self._bar: _Bar | None = None
        self._ending = ExitStack()

    def begin(self, what: str, length: int) -> None:
        """Now comes `what`."""
        bar = click.progressbar(length=max(length, 1), label=what, file=sys.stderr)
        self._bar = self._ending.enter_context(bar)

    def more(self, amount: int) -> None:
        """So much more of it is done."""
        if self._bar is not None:
            self._bar.update(amount)

    def end(self) -> None:
        """It is done."""
        if self._bar is not None:
            self._ending.close()
            self._bar = None


class Lines:
    """A line when something begins, and where it takes a while one at each quarter of it."""

    def __init__(self) -> None:
        self._what, self._length, self._done, self._next = "", 0, 0, 0.0

    def begin(self, what: str, length: int) -> None:
        """Now comes `what`."""
        self._what, self._length, self._done, self._next = what, length, 0, _EVERY
        click.echo(f"{what}: {length:,} bytes", err=True)

    def more(self, amount: int) -> None:
        """So much more of it is done."""
        self._done += amount
        while self._done >= self._next * self._length >= _WHILE and self._next < 1:
            click.echo(f"{self._what}: {self._next:.0%}", err=True)
            self._next += _EVERY

    def end(self) -> None:
        """It is done."""
        if self._length >= _WHILE:
            click.echo(f"{self._what}: done", err=True)
