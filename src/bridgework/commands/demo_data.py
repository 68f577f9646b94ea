"""`bridgework demo-data`."""

import click

from bridgework import app
from bridgework.areas.back_office.webhooks.delivery import signatures
from bridgework.commands import errors
from bridgework.commands.migrate import schema_of, session_name
from bridgework.demo import people
from bridgework.demo.loading import EXPERTS, DatabaseNotEmpty, Load, is_complete
from bridgework.demo.rows import MOST_EXPERTS, RowFactory
from bridgework.kit.core import SystemClock
from bridgework.kit.data.db import Database
from bridgework.kit.security import Keyring, Passwords
from bridgework.settings import Settings


def refuse_production(settings: Settings) -> None:
    """Raise ClickException in production, because the passwords of the demo data are public."""
    if settings.env == "production":
        raise click.ClickException(
            "the passwords of the demo data are public, so it is not loaded in production; "
            "set BRIDGEWORK_ENV=development to load it"
        )


def load_world(settings: Settings, experts: int) -> None:
    """Migrate the database and load the missing demo data, with a progress bar.

    Raises ClickException in production and for a database with other accounts.
    """
    refuse_production(settings)
    with errors.as_messages(), schema_of(settings) as schema:
        schema.migrate()
    database = app.database(settings, session_name=session_name())
    try:
        with database.reading() as tx:
            complete = is_complete(tx, experts)
        if not complete:
            _load(database, app.keyring(settings), experts)
    finally:
        database.close()


def _load(database: Database, keyring: Keyring, experts: int) -> None:
    passwords = Passwords()
    factory = RowFactory(
        SystemClock().now(),
        passwords.hash(people.PASSWORD),
        passwords.hash(people.MASTER_PASSWORD),
        signatures.encrypt(keyring, signatures.generate_secret()),
    )
    try:
        with (
            errors.as_messages(),
            click.progressbar(length=experts, label="Loading the demo data") as bar,
        ):
            Load(database, factory, on_progress=bar.update).run(experts)
    except DatabaseNotEmpty as error:
        raise click.ClickException(str(error)) from None


@click.group()
def command() -> None:
    """Load demo data of any size."""


@command.command("load")
@click.option(
    "--experts",
    default=EXPERTS,
    show_default=True,
    type=click.IntRange(0, MOST_EXPERTS),
    help="Number of experts. Existing ones are kept.",
)
def load_command(experts: int) -> None:
    """Load the demo data, or what is missing of it. It is the same on every machine."""
    load_world(errors.settings(), experts)
