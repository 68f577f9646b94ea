"""`bridgework demo-data`."""

import click

from bridgework import app
from bridgework.commands import failing
from bridgework.commands.migrate import schema_of
from bridgework.demo import people
from bridgework.demo.loading import EXPERTS, Load, RealPeopleHere, is_whole
from bridgework.demo.rows import MOST_EXPERTS, Rows
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.database import Database
from bridgework.kit.passwords import Passwords
from bridgework.settings import Settings


def load_world(settings: Settings, experts: int) -> None:
    """Migrate, then load what is missing of the demo world, with a progress bar.

    Raises ClickException in production and on a database that holds real people.
    """
    if settings.env == "production":
        raise click.ClickException(
            "the demo world's passwords are public: it is not loaded in production "
            "(BRIDGEWORK_ENV=development allows it)"
        )
    with failing.told(), schema_of(settings) as schema:
        schema.migrate()
    database = app.database(settings)
    try:
        with database.reading() as tx:
            whole = is_whole(tx, experts)
        if not whole:
            _load(database, experts)
    finally:
        database.close()


def _load(database: Database, experts: int) -> None:
    passwords = Passwords()
    made = Rows(
        SystemClock().now(),
        passwords.hash(people.PASSWORD),
        passwords.hash(people.MASTER_PASSWORD),
    )
    try:
        with failing.told(), click.progressbar(length=experts, label="experts") as bar:
            Load(database, made, on_progress=bar.update).run(experts)
    except RealPeopleHere as error:
        raise click.ClickException(str(error)) from None


@click.group()
def command() -> None:
    """Load the demo world, of any size."""


@command.command("load")
@click.option(
    "--experts",
    default=EXPERTS,
    show_default=True,
    type=click.IntRange(0, MOST_EXPERTS),
    help="How many experts; those that are there already stay.",
)
def load_command(experts: int) -> None:
    """Load the demo world, or what is missing of it. It is the same on every machine."""
    load_world(failing.settings(), experts)
