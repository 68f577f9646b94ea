"""`bridgework routes`."""

import click

from bridgework import routes


@click.command()
def command() -> None:
    """List the operations: method, path, who may call, its id, what it takes and gives."""
    click.echo(routes.listing(), nl=False)
