"""The secrets of commands: never new ones for an installation that was used with others."""

import click

from bridgework import app
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit import known_secrets, rekey
from bridgework.backup.secrets import REMEDY, current_secrets, describe_fault
from bridgework.commands import errors
from bridgework.commands.migrate import session_name
from bridgework.kit.core import SystemClock
from bridgework.kit.security import Keyring
from bridgework.settings import Settings


def keyring(settings: Settings) -> Keyring:
    """The keyring; it generates the secret of a new installation. Raises ClickException."""
    if not current_secrets(settings):
        with errors.as_messages():
            must_be_known(settings)
    return app.keyring(settings)


def must_be_known(settings: Settings) -> None:
    """Raise ClickException if the secrets are missing, or are not those of the installation."""
    database = app.database(settings, session_name=session_name())
    try:
        if fault := known_secrets.find_fault_in(database, current_secrets(settings)):
            raise click.ClickException(f"{describe_fault(settings, fault)}. {REMEDY}")
    finally:
        database.close()


def replace(settings: Settings) -> None:
    """Accept that the secrets of the installation are lost, and record that in the audit log.

    The log is sealed again with the present secrets, or with a new one. Raises ClickException if
    the secrets are those of the installation.
    """
    database = app.database(settings, session_name=session_name())
    try:
        if known_secrets.find_fault_in(database, current_secrets(settings)) is None:
            raise click.ClickException(
                "the secrets are those of this installation: start without --new-secret-key"
            )
        keys, now = app.keyring(settings), SystemClock().now()
        with database.writing() as tx:
            count = rekey.reseal(tx, keys)
            audit.note_from_command_line(tx, keys, now, "secret.replace")
    finally:
        database.close()
    click.echo(
        f"the former secrets are given up; {count} entries of the audit log were sealed again. "
        "See docs/runbook.md, A lost secret key, for what to do next",
        err=True,
    )
