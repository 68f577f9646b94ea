"""`bridgework secrets`."""

import click

from bridgework.areas.history.audit import actions as audit
from bridgework.commands import errors, secret_key
from bridgework.commands.migrate import opened
from bridgework.kit.core import SystemClock
from bridgework.kit.security import Keyring, secret_file
from bridgework.settings import Settings

_INSTRUCTIONS = """\
BRIDGEWORK_SECRET_KEYS is set. On a single node, put the secret below in front of the others and
restart. With several nodes, append it first, because no node may sign with a secret that another
node does not know: see "A new secret" in docs/operate/backups.md."""


@click.group()
def command() -> None:
    """Rotate the secrets from which all keys are derived."""


@command.command()
def rotate() -> None:
    """Generate a new secret. Tokens and data of the older secrets stay valid.

    Servers and workers use the new secret after a restart.

    With secret.key, the rotation is recorded in the audit log; if the database cannot be reached,
    the secret is rotated anyway and a warning is printed. With BRIDGEWORK_SECRET_KEYS, a new
    secret is printed and nothing is changed.
    """
    settings = errors.settings()
    if settings.secret_keys:
        click.echo(_INSTRUCTIONS)
        click.echo(secret_file.generate())
        return
    keyring = secret_key.keyring(settings)
    count = secret_file.rotate(settings.secret_file)
    click.echo(f"{settings.secret_file} now has {count} secrets; restart to use the newest")
    click.echo("after the restart, the second factors of administrators are encrypted with it")
    click.echo("keep the older ones: they decrypt queued e-mails and verify the audit log")
    _record(settings, keyring)


def _record(settings: Settings, keyring: Keyring) -> None:
    """Record the rotation with the keys that running servers know."""
    try:
        with opened(settings) as database, database.writing() as tx:
            now = SystemClock().now()
            audit.note_from_command_line(tx, keyring, now, "secret.rotate")
    except click.ClickException as error:
        click.echo(
            f"warning: the rotation was not recorded in the audit log: {error.message}", err=True
        )
