"""The command line: `bridgework COMMAND`. Each command is a module in `commands/`."""

import importlib
import sys

import click

from bridgework import __version__

_COMMANDS = {
    "serve": "Serve the API and send e-mails from the same process.",
    "worker": "Send e-mails and sync events with Luma; for several nodes.",
    "demo": "Load the demo data into an empty data directory and serve it.",
    "demo-data": "Load demo data of any size.",
    "admin": "Create administrators and reset their master passwords.",
    "key": "Create API keys for partners.",
    "migrate": "Upgrade the database to the newest schema.",
    "backup": "Create, verify and restore backups.",
    "audit": "Verify the audit log.",
    "secrets": "Rotate the secrets from which keys are derived.",
    "config": "Check the settings.",
    "routes": "List the operations.",
    "openapi": "Print the OpenAPI document.",
}


class _Commands(click.Group):
    """Imports only the module of the command that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"bridgework.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="bridgework")
def bridgework() -> None:
    """Bridgework: a self-hosted backend for a matchmaking platform in dentistry."""


def main() -> None:
    """Run a command. A failure prints one line and exits with a non-zero code."""
    sys.exit(bridgework())


if __name__ == "__main__":
    main()
