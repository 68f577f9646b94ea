"""`bridgework openapi`."""

import click

from bridgework import routes
from bridgework.commands import errors
from bridgework.kit.api_docs.api_docs import ApiDocs


@click.command()
def command() -> None:
    """Print the OpenAPI document as JSON."""
    click.echo(ApiDocs(routes.operations(), errors.settings(), routes.DESCRIPTION).openapi)
