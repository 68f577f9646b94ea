"""`bridgework openapi`."""

import click

from bridgework import routes
from bridgework.commands import failing
from bridgework.kit.documents import Documents


@click.command()
def command() -> None:
    """Print the OpenAPI document as JSON."""
    click.echo(Documents(routes.operations(), failing.settings(), routes.DESCRIPTION).openapi)
