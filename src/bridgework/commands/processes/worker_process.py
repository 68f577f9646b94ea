"""Starts a worker process of the server."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Sequence

import click

from bridgework import app
from bridgework.commands import errors, secret_key
from bridgework.commands.migrate import schema_of
from bridgework.commands.processes.supervisor import DRAIN
from bridgework.kit.api_docs import SampleAccount
from bridgework.kit.core.observability import log
from bridgework.kit.data.migrations import SchemaMismatch
from bridgework.kit.http import ApiApp
from bridgework.kit.security import UnusableSecretFile
from bridgework.settings import Settings
from bridgework.web import site_documents, site_settings

_log = logging.getLogger("bridgework")


def check() -> Settings:
    """The settings of a worker process. Raises ClickException if it cannot start."""
    settings = errors.settings()
    try:
        with schema_of(settings) as schema:
            schema.must_match()
        secret_key.must_be_known(settings)
        app.keyring(settings)
        if settings.site:
            site_settings.load(settings.data_dir)
            site_documents.load(settings.data_dir)
    except (SchemaMismatch, UnusableSecretFile, site_settings.SiteFileInvalid) as error:
        raise click.ClickException(str(error)) from None
    except errors.UNREACHABLE as error:
        # Requests get 503 until the database is back, as in a running server.
        _log.warning("the schema was not checked: %s", type(error).__name__)
    return settings


def load(on_start: Callable[[], None], *, sample_accounts: Sequence[SampleAccount] = ()) -> ApiApp:
    """The application. `on_start` is called once it has started.

    From the signal DRAIN on, each response closes its connection. The docs page, the
    console and the member site offer to sign in with `sample_accounts`.
    """
    settings = check()

    def started() -> None:
        asyncio.get_running_loop().add_signal_handler(DRAIN, application.api.drain)
        on_start()

    log.configure(settings.log_format, unredacted=settings.env == "development")
    _end_with_parent(os.getppid())
    application = app.create_app(settings, on_start=started)
    app_state = application.app_state
    app_state.api_docs.sample_accounts = sample_accounts
    if app_state.console is not None:
        admins = [account for account in sample_accounts if account.operation == "adminLogin"]
        app_state.console.sample_accounts = admins
    if app_state.site is not None:
        members = [account for account in sample_accounts if account.operation == "login"]
        app_state.site.sample_accounts = members
    return application.api


def _end_with_parent(parent: int) -> None:
    """Exit when the parent process is killed; an orphan would keep the port."""

    def watch() -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(1.0)
        _log.error("the parent process was killed; exiting")
        os._exit(1)

    threading.Thread(target=watch, name="orphan-watch", daemon=True).start()
