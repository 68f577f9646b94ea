"""What a worker process of the server does before it answers requests."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable

import click

from bridgework import app
from bridgework.commands import failing
from bridgework.commands.migrate import schema_of
from bridgework.commands.supervisor import DRAIN
from bridgework.kit import log
from bridgework.kit.http.app import ApiApp
from bridgework.kit.migration import SchemaMismatch
from bridgework.settings import Settings

_log = logging.getLogger("bridgework")


def check() -> Settings:
    """The settings that a worker process starts with. Raises ClickException if it can't start."""
    settings = failing.settings()
    try:
        with schema_of(settings) as schema:
            schema.must_match()
    except SchemaMismatch as error:
        raise click.ClickException(str(error)) from None
    except failing.UNREACHABLE as error:
        # It answers 503 until the database is back, like one that has been running for long.
        _log.warning("the schema was not checked: %s", type(error).__name__)
    return settings


def load(on_start: Callable[[], None]) -> ApiApp:
    """The application. `on_start` is called once it has started.

    From the signal DRAIN on, each response closes its connection.
    """
    settings = check()

    def started() -> None:
        asyncio.get_running_loop().add_signal_handler(DRAIN, api.drain)
        on_start()

    log.configure(settings.log_format, frank=settings.env == "development")
    _end_with_parent(os.getppid())
    api = app.create_app(settings, on_start=started).api
    return api


def _end_with_parent(parent: int) -> None:
    """End this process when its parent was killed: an orphan would keep the port for ever."""

    def watch() -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(1.0)
        _log.error("the parent process is gone; this one ends too")
        os._exit(1)

    threading.Thread(target=watch, name="orphan-watch", daemon=True).start()
