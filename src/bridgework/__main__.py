"""The command line: `bridgework COMMAND`. Each command is a file of its own in `commands/`."""

import importlib
import sys

import click

from bridgework import __version__

_COMMANDS = {
    "serve": "Serve the API, and send mail from the same process.",
    "worker": "Send mail, and tell Luma of events: for a fleet.",
    "demo": "Fill an empty data folder with the demo world and serve it.",
    "demo-data": "Load the demo world, of any size.",
    "admin": "Appoint administrators.",
    "key": "Make keys for partners' programs.",
    "migrate": "Bring the database to the newest schema.",
    "backup": "Make backups, try them out, and restore them.",
    "audit": "Look after the audit log.",
    "secrets": "Look after the secrets that keys are derived from.",
    "config": "Look at the settings.",
    "routes": "List the operations.",
    "openapi": "Print the OpenAPI document.",
}


class _Commands(click.Group):
    """Finds commands by name and imports only the one that is asked for."""

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
    """Run one command; a failure is one line that says why, and an exit code that isn't zero."""
    sys.exit(bridgework())


if __name__ == "__main__":
    main()
