"""Runs the application with granian."""

import contextlib
import os
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator

import click
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from bridgework.commands.processes import worker_process
from bridgework.commands.processes.supervisor import Load, Supervisor
from bridgework.kit.core.observability import log, metrics
from bridgework.settings import Settings

_HEAD_MILLISECONDS = 5_000
"""Time for a request's headers, and idle time of a connection."""
_BACKLOG = 2_048
_MOST_CONNECTIONS = 8_192
"""granian counts idle connections as well, so a small number would refuse clients."""


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
    `sqlite_lock.hold`.

    Raises ClickException if the server cannot start.
    """
    _must_allow(settings, workers)
    log.configure(settings.log_format, unredacted=settings.env == "development")
    listener = listen(host, port)
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


def _must_allow(settings: Settings, workers: int) -> None:
    """Raise ClickException if the settings do not allow so many worker processes."""
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


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A listening socket. Raises ClickException, which names the `option` of the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise click.ClickException(
            f"cannot listen on {host}:{port} ({reason}); choose another {option}"
        ) from None
    if sys.platform == "linux":
        # A connection is accepted with its first request or after a second: a worker process that
        # stops closes those on which it has read nothing.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, 1)
    return listener


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
