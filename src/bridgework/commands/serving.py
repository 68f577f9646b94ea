"""The server process: granian in front of the application."""

import contextlib
import os
import socket
import tempfile
from collections.abc import Iterator

import click
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from bridgework.kit import metrics
from bridgework.settings import Settings

_HEAD_MILLISECONDS = 5_000
"""How long a request's head may take, and a connection lie idle."""
_DRAIN_SECONDS = 20
_MOST_CONNECTIONS = 8_192
"""Granian counts idle connections too: a small number would lock clients out."""


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve until SIGTERM or SIGINT, then drain. Raises ClickException if it can't begin."""
    if workers > 1 and not settings.redis_url:
        raise click.ClickException(
            "more than one worker process needs shared counters: set BRIDGEWORK_REDIS_URL "
            "to a Redis or Valkey, or use --workers 1"
        )
    _must_be_free(host, port)
    _hand_down(settings)
    server = Granian(
        "bridgework.app:serve",
        factory=True,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,  # in clear HTTP/2 idle connections would never be closed
        workers=workers,
        websockets=False,
        backlog=2_048,
        backpressure=_MOST_CONNECTIONS,
        http1_settings=HTTP1Settings(header_read_timeout=_HEAD_MILLISECONDS),
        workers_kill_timeout=_DRAIN_SECONDS,
        respawn_failed_workers=True,
        log_enabled=False,
    )
    with _common_counts() if workers > 1 else contextlib.nullcontext():
        server.serve()


def _must_be_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise click.ClickException(
                f"can't listen on {host}:{port} ({error.strerror}): choose another --port"
            ) from None


@contextlib.contextmanager
def _common_counts() -> Iterator[None]:
    """A folder in which all worker processes keep what `/metrics` tells, while they run."""
    with tempfile.TemporaryDirectory(prefix="bridgework-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder
        yield


def _hand_down(settings: Settings) -> None:
    """The worker processes read their settings from the environment: say what was decided here."""
    os.environ["BRIDGEWORK_ENV"] = settings.env
    os.environ["BRIDGEWORK_DATA_DIR"] = str(settings.data_dir)
    os.environ["BRIDGEWORK_PUBLIC_URL"] = settings.public_url
    os.environ["BRIDGEWORK_LOG_FORMAT"] = settings.log_format
