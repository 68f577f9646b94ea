"""`bridgework openapi`."""

import click

from bridgework import routes
from bridgework.commands import errors


@click.command()
def command() -> None:
    """Print the OpenAPI document as JSON."""
    click.echo(routes.api_docs(errors.settings()).openapi)
