"""The command line: `bridgework COMMAND`. Each command is a module in `commands/`."""

import difflib
import gc
import importlib
import os
import sys
from pathlib import Path
from typing import Any

import click

from bridgework import __version__, migrations
from bridgework.kit.core import build
from bridgework.kit.core.files import describe_denial
from bridgework.kit.data.db.engines import sqlite_library
from bridgework.kit.data.migrations import known_versions
from bridgework.kit.security import UnusableSecretFile

_COMMANDS = {
    "serve": "Serve the API and send e-mails from the same process.",
    "worker": "Send e-mails and webhooks, and sync events with Luma; for several nodes.",
    "demo": "Load the demo data into an empty data directory and serve it.",
    "demo-data": "Load demo data of any size.",
    "admin": "Create administrators and reset their master passwords.",
    "key": "Create API keys for partners.",
    "migrate": "Upgrade the database to the newest schema.",
    "backup": "Create, verify and restore backups.",
    "audit": "Verify the audit log.",
    "secrets": "Rotate the secrets from which keys are derived.",
    "config": "Check the settings.",
    "doctor": "Check the installation: database, storage, mail, queues, backups and more.",
    "mail": "Send a test e-mail.",
    "webhook": "Receive and verify webhooks, to try them out.",
    "routes": "List the operations.",
    "openapi": "Print the OpenAPI document.",
}


_SCHEMA = known_versions(migrations.FOLDER)[-1]


class _Commands(click.Group):
    """Imports only the module of the command that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        # Imports create objects that stay: each search of them for garbage takes 0.1 s, and there
        # are several during the imports and two after them.
        gc.disable()
        try:
            module = importlib.import_module(f"bridgework.commands.{cmd_name.replace('-', '_')}")
        finally:
            gc.freeze()
            gc.enable()
        command: click.Command = module.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UnusableSecretFile as error:
            raise click.ClickException(str(error)) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        similar = difflib.get_close_matches(name, _COMMANDS, 1)
        if name not in _COMMANDS and similar:
            raise click.UsageError(f"No such command '{name}'. Did you mean {similar[0]}?", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__,
    message=f"bridgework {__version__} (commit {build.source_commit()}, schema {_SCHEMA}, "
    f"SQLite {sqlite_library.describe()})",
)
def bridgework() -> None:
    """Bridgework: a self-hosted backend for a matchmaking platform in dentistry."""


def main() -> None:
    """Run a command. A failure prints one line and exits with a non-zero code."""
    os.umask(0o077)  # files that a command creates are for its user only
    try:
        sys.exit(bridgework())
    except OSError as error:
        if error.filename is None:
            raise
        click.echo(f"Error: {describe_denial(Path(str(error.filename)), error)}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
