"""`bridgework demo-data`."""

import click

from bridgework import app
from bridgework.commands import failing
from bridgework.commands.migrate import schema_of
from bridgework.demo import progress
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
            whole = progress.is_whole(tx, experts)
        if not whole:
            _load(database, experts)
    finally:
        database.close()


def _load(database: Database, experts: int) -> None:
    # The world's texts take a while to read; a second run has no need of them.
    from bridgework.demo import people
    from bridgework.demo.loading import Load, RealPeopleHere
    from bridgework.demo.rows import Rows

    passwords = Passwords()
    try:
        with failing.told(), click.progressbar(length=experts, label="experts") as bar:
            Load(
                database=database,
                rows=Rows(SystemClock().now(), passwords.hash(people.PASSWORD)),
                master_password_hash=passwords.hash(people.MASTER_PASSWORD),
                told=bar.update,
            ).run(experts)
    except RealPeopleHere as error:
        raise click.ClickException(str(error)) from None


@click.group()
def command() -> None:
    """Load the demo world, of any size."""


@command.command("load")
@click.option(
    "--experts",
    default=progress.EXPERTS,
    show_default=True,
    type=click.IntRange(0, 1_000_000),
    help="How many experts; those that are there already stay.",
)
def load_command(experts: int) -> None:
    """Load the demo world, or what is missing of it. It is the same on every machine."""
    load_world(failing.settings(), experts)
