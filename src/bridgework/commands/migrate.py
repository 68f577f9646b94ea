"""`bridgework migrate`."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from bridgework import app, migrations
from bridgework.commands import failing
from bridgework.kit.db.database import Database
from bridgework.kit.migration import Schema
from bridgework.settings import Settings


@contextmanager
def schema_of(settings: Settings) -> Iterator[Schema]:
    """The schema of the database in the settings."""
    database = app.database(settings)
    try:
        yield Schema(database.engine, migrations.FOLDER)
    finally:
        database.close()


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database in the settings; one that can't be used as it is ends the command."""
    with failing.told():
        with schema_of(settings) as schema:
            schema.must_match()
        database = app.database(settings)
        try:
            yield database
        finally:
            database.close()


@click.command()
@click.option("--plan", is_flag=True, help="Say what would be done, and do nothing.")
def command(*, plan: bool) -> None:
    """Bring the database to the newest schema. A newer one is refused."""
    with failing.told(), schema_of(failing.settings()) as schema:
        pending = schema.pending()
        for step in pending:
            click.echo(step)
        if not pending:
            click.echo("the schema is up to date")
        elif plan:
            click.echo(f"{len(pending)} to do; nothing was done")
        else:
            schema.migrate()
            click.echo(f"{len(pending)} done")
