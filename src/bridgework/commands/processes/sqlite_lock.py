"""The lock of a server on an SQLite file."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

import click

from bridgework.kit.data.migrations import NodesAreRunning, nodes_are_running
from bridgework.settings import Settings

_LOCK_PATIENCE = 3.0
"""Seconds that a start waits for the last process of a killed server."""


@contextlib.contextmanager
def hold(settings: Settings) -> Iterator[None]:
    """Lock the SQLite file and its directory. Raises ClickException if another server has a lock.

    The response cache depends on it: it sees the writes of its own process at once, those of other
    processes only after 100 ms. The locks end with the last process of this server: a worker
    process whose supervisor was killed holds them until it notices, within a second, so that a
    restart waits for them.

    The lock of the directory remains when a restored backup replaces the file. The lock of the file
    also holds for its other names: SQLite damages a database that is used by two names, since each
    name has its own write-ahead log. So the lock is taken before the file is opened as a database.
    """
    if not settings.on_sqlite:
        yield
        return
    file = settings.sqlite_file
    with contextlib.ExitStack() as until:
        if not _take(file, until, _LOCK_PATIENCE):
            raise click.ClickException(
                f"another server uses {file}, and SQLite supports one server: stop the other "
                "server, or use PostgreSQL"
            )
        yield


def keep_servers_out(settings: Settings, until: contextlib.ExitStack) -> None:
    """Hold the lock until the stack is closed, which must be after the database is closed.

    Raises NodesAreRunning if a server has the lock.
    """
    if not _take(settings.sqlite_file, until, patience=0):
        raise NodesAreRunning(nodes_are_running(f"a server uses {settings.sqlite_file}"))


def _take(file: Path, until: contextlib.ExitStack, patience: float) -> bool:
    """Lock a file and its directory until the stack is closed. Returns False if they are locked.

    Closing the file ends the locks that SQLite has in this process, so it stays open until then.
    """
    deadline = time.monotonic() + patience
    return all(_locks(descriptor, deadline) for descriptor in _opened(file, until))


def _opened(file: Path, stack: contextlib.ExitStack) -> list[int]:
    """Open the directory of a file, and the file; create both if they do not exist.

    Raises ClickException if that is not possible.
    """
    descriptors = []
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for place, flags in ((file.parent, os.O_RDONLY), (file, os.O_RDONLY | os.O_CREAT)):
            descriptors.append(os.open(place, flags, 0o644))
            stack.callback(os.close, descriptors[-1])
    except OSError as error:
        raise click.ClickException(f"cannot open {file}: {error.strerror}") from None
    return descriptors


def _locks(descriptor: int, deadline: float) -> bool:
    """Lock an open file or directory. Returns False if it is still locked at the deadline."""
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        else:
            return True
