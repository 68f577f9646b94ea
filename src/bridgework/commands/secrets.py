"""`bridgework secrets`."""

import click

from bridgework.commands import failing
from bridgework.kit import secret_file


@click.group()
def command() -> None:
    """Look after the secrets that every key is derived from."""


@command.command()
def rotate() -> None:
    """Make a new newest secret. What the older ones made stays good.

    Servers and workers take it up when they are restarted, one after another.
    """
    settings = failing.settings()
    if settings.secret_keys:
        click.echo("BRIDGEWORK_SECRET_KEYS is set: put this in front of what it holds, on each")
        click.echo("node, then restart them one after another:")
        click.echo(secret_file.made_up())
        return
    count = secret_file.rotate(settings.secret_file)
    click.echo(f"{settings.secret_file} holds {count} secrets now; restart to take up the newest")
    click.echo(
        "keep the older ones: they open what waits, and verify what they sealed of the audit log"
    )
