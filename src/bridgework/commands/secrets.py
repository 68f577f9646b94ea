"""`bridgework secrets`."""

import click

from bridgework import app
from bridgework.areas.audit import actions as audit
from bridgework.commands import failing
from bridgework.commands.migrate import opened
from bridgework.kit import secret_file
from bridgework.kit.clock import SystemClock
from bridgework.kit.keyring import Keyring
from bridgework.settings import Settings

_WHERE_TO = """\
BRIDGEWORK_SECRET_KEYS is set. On a single machine put this in front of what it holds and restart.
In a fleet put it behind first, for no node may sign by what another does not know: docs/operate.md,
"A new secret", has the rounds."""


@click.group()
def command() -> None:
    """Look after the secrets that every key is derived from."""


@command.command()
def rotate() -> None:
    """Make a new newest secret. What the older ones made stays good.

    Servers and workers take it up when they are restarted.

    Where secret.key holds the secrets, the audit log notes that there is a new one; a database
    that can't be reached holds nothing up, and then it is said that nothing was noted. Where
    BRIDGEWORK_SECRET_KEYS holds them, a secret is printed and nothing is changed, so there is
    nothing to note: keep a record where you keep that setting.
    """
    settings = failing.settings()
    if settings.secret_keys:
        click.echo(_WHERE_TO)
        click.echo(secret_file.made_up())
        return
    known = app.keyring(settings)
    count = secret_file.rotate(settings.secret_file)
    click.echo(f"{settings.secret_file} holds {count} secrets now; restart to take up the newest")
    click.echo(
        "keep the older ones: they open what waits, and verify what they sealed of the audit log"
    )
    _note(settings, known)


def _note(settings: Settings, keyring: Keyring) -> None:
    """Note it by the keys that running servers know; a leaked secret goes, noted or not."""
    try:
        with opened(settings) as database, database.writing() as tx:
            now = SystemClock().now()
            audit.note_from_command_line(tx, keyring, now, "secret.rotate")
    except click.ClickException as error:
        click.echo(f"the audit log could not note it: {error.message}", err=True)
