"""`bridgework migrate`."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import click

from bridgework import app, migrations
from bridgework.commands import errors
from bridgework.commands.processes import sqlite_lock
from bridgework.kit.data.db import Database
from bridgework.kit.data.migrations import Schema
from bridgework.migrations import other_lineage
from bridgework.settings import Settings


def session_name() -> str:
    """The name of the sessions of this command at PostgreSQL, as in `bridgework migrate`."""
    context = click.get_current_context(silent=True)
    if context is None:
        return "bridgework"
    return "bridgework" + context.command_path.removeprefix(context.find_root().command_path)


@contextmanager
def schema_of(settings: Settings) -> Iterator[Schema]:
    """The schema of the database in the settings."""
    with errors.of_database(settings):
        database = app.database(settings, session_name=session_name())
        try:
            yield Schema(database.engine, migrations.FOLDER)
        finally:
            database.close()


def user_settings_to_change(settings: Settings) -> str:
    """Return the statements to run before a pooler is used; empty if none are missing."""
    database = app.database(settings, session_name=session_name())
    try:
        if database.dialect == "sqlite" or settings.database_pooler == "none":
            return ""
        return database.user_settings_to_change()
    finally:
        database.close()


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """Open the database. Raises ClickException if it or its schema cannot be used."""
    with errors.as_messages(), errors.of_database(settings):
        with schema_of(settings) as schema:
            schema.must_match()
        database = app.database(settings, session_name=session_name())
        try:
            yield database
        finally:
            database.close()


@click.command()
@click.option("--plan", is_flag=True, help="List the pending migrations without applying them.")
@click.option(
    "--nodes-are-stopped",
    is_flag=True,
    help="Do not look for running servers and workers, whose sessions a pooler may keep.",
)
@click.option(
    "--copy-from",
    metavar="URL",
    help="Create the database, and copy the data of one of a development version into it.",
)
def command(*, plan: bool, nodes_are_stopped: bool, copy_from: str | None) -> None:
    """Upgrade the database to the newest schema. A newer schema is refused.

    Additive migrations run beside servers and workers of the former program; the others are refused
    until these are stopped.
    """
    settings = errors.settings()
    if copy_from is not None:
        _copy(settings, copy_from)
        return
    with errors.as_messages(), ExitStack() as until, schema_of(settings) as schema:
        if nodes_are_stopped:
            must_be_stopped = _skip
        elif settings.on_sqlite:
            must_be_stopped = partial(sqlite_lock.keep_servers_out, settings, until)
        else:
            must_be_stopped = schema.must_have_no_nodes
        is_empty, pending = schema.current() is None, schema.pending()
        if is_empty and not plan:
            schema.migrate()
            click.echo(f"created the schema {schema.newest()}")
            return
        for step in pending:
            click.echo(step)
        if not pending:
            click.echo("the schema is up to date")
        elif plan:
            click.echo(f"{len(pending)} pending; nothing was applied")
        else:
            schema.migrate(must_be_stopped=must_be_stopped)
            click.echo(f"{len(pending)} applied")


def _copy(settings: Settings, url: str) -> None:
    """Copy a database of another lineage into an empty one, which gets the newest schema."""
    with errors.as_messages(), schema_of(settings) as schema:
        schema.migrate()
        database = app.database(settings, session_name=session_name())
        try:
            counts = other_lineage.copy(url, database.engine)
        except other_lineage.NotEmpty:
            raise click.ClickException("the database is not empty: copy into a new one") from None
        except other_lineage.CannotCopy as difference:
            raise click.ClickException(
                f"nothing was copied, as this version does not know {difference}"
            ) from None
        finally:
            database.close()
    click.echo(f"copied {sum(counts.values())} rows of {len(counts)} tables")


def _skip() -> None:
    """Trust the operator that no node runs."""
