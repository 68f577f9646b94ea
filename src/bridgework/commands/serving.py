"""Runs the application with granian."""

import contextlib
import fcntl
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from bridgework.commands import worker_process
from bridgework.commands.supervisor import Load, Supervisor
from bridgework.kit import log, metrics
from bridgework.settings import Settings

_HEAD_MILLISECONDS = 5_000
"""Time for a request's headers, and idle time of a connection."""
_BACKLOG = 2_048
_MOST_CONNECTIONS = 8_192
"""granian counts idle connections as well, so a small number would refuse clients."""
_LOCK_PATIENCE = 3.0
"""Seconds that a start waits for the last process of a killed server."""


def serve(
    settings: Settings,
    host: str,
    port: int,
    workers: int,
    on_ready: Callable[[], object],
    load: Load = worker_process.load,
) -> None:
    """Serve until SIGTERM or SIGINT; `on_ready` is called once all worker processes have started.

    `load` creates the application in each worker process. The caller holds the lock of
    `alone_on_file`.

    Raises ClickException if the server cannot start.
    """
    if workers > 1 and not settings.redis_url:
        raise click.ClickException(
            "more than one worker process requires shared rate limits: set BRIDGEWORK_REDIS_URL "
            "to a Redis or Valkey server, or use --workers 1"
        )
    if workers > 1 and settings.on_sqlite:
        raise click.ClickException(
            "SQLite supports one worker process: use --workers 1, or set BRIDGEWORK_DATABASE_URL "
            "to a PostgreSQL database"
        )
    log.configure(settings.log_format, unredacted=settings.env == "development")
    listener = _listen(host, port)
    _export_settings(settings)
    server = Supervisor(
        listener,
        load=load,
        check=worker_process.check,
        on_ready=on_ready,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,  # idle HTTP/2 connections would never be closed
        workers=workers,
        websockets=False,
        backlog=_BACKLOG,
        backpressure=_MOST_CONNECTIONS,
        http1_settings=HTTP1Settings(header_read_timeout=_HEAD_MILLISECONDS),
        log_enabled=False,
    )
    with _shared_metrics() if workers > 1 else contextlib.nullcontext():
        server.run()


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket that all worker processes accept from."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise click.ClickException(
            f"cannot listen on {host}:{port} ({reason}); choose another --port"
        ) from None
    if sys.platform == "linux":
        # A connection is accepted with its first request or after a second: a worker process that
        # stops closes those on which it has read nothing.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, 1)
    return listener


@contextlib.contextmanager
def alone_on_file(settings: Settings) -> Iterator[None]:
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
    deadline = time.monotonic() + _LOCK_PATIENCE
    with contextlib.ExitStack() as opened:
        # Closing the file would end the locks that SQLite has in this process, so it stays open.
        for descriptor in _opened(file, opened):
            if not _locks(descriptor, deadline):
                raise click.ClickException(
                    f"another server uses {file}, and SQLite supports one server: stop the other "
                    "server, or use PostgreSQL"
                )
        yield


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


@contextlib.contextmanager
def _shared_metrics() -> Iterator[None]:
    """A temporary directory in which the worker processes share their metrics."""
    with tempfile.TemporaryDirectory(prefix="bridgework-metrics-") as folder:
        os.environ[metrics.DIRECTORY_VARIABLE] = folder
        yield


def _export_settings(settings: Settings) -> None:
    """Pass the effective defaults to the worker processes, which read the environment."""
    os.environ["BRIDGEWORK_ENV"] = settings.env
    os.environ["BRIDGEWORK_DATA_DIR"] = str(settings.data_dir)
    os.environ["BRIDGEWORK_PUBLIC_URL"] = settings.public_url
    os.environ["BRIDGEWORK_LOG_FORMAT"] = settings.log_format
