"""`bridgework routes`."""

import click

from bridgework import routes


@click.command()
def command() -> None:
    """List the operations: method, path, caller, operationId, request and response."""
    click.echo(routes.listing(), nl=False)
