"""`bridgework config`."""

import click

from bridgework.commands import failing


@click.group()
def command() -> None:
    """Look at the settings."""


@command.command()
def check() -> None:
    """Name every fault in the settings at once; secrets are not shown."""
    settings = failing.settings()
    for name, value in settings.model_dump(exclude={"secret_keys"}).items():
        click.echo(f"BRIDGEWORK_{name.upper()}={value}")
    click.echo(f"the settings are good for {settings.env}")
