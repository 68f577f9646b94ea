"""`bridgework admin`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

import click

from bridgework import app
from bridgework.areas.accounts import admin_bootstrap
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.schemas import Action
from bridgework.commands import errors
from bridgework.commands.migrate import schema_of
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import Email, NewMasterPassword
from bridgework.kit.ids import Id
from bridgework.kit.passwords import Passwords


@click.group()
def command() -> None:
    """Create administrators and reset their master passwords."""


@command.command()
@click.argument("email")
def create(email: str) -> None:
    """Create an administrator account.

    Prompts for the master password. Without one, a master password is generated and printed once.
    The account has no usable member password; set one with "forgot password". An existing account
    is not changed.
    """
    errors.parse(Email, email, "this is not a valid e-mail address")
    unknown = Passwords().hash(admin_bootstrap.generate_password())

    def act(tx: Tx, master_hash: str, now: datetime) -> Id:
        return admin_bootstrap.appoint(
            tx, email, password_hash=unknown, master_hash=master_hash, now=now
        )

    _with_master_password("admin.appoint", act)
    click.echo(f"{email} is now an administrator")


@command.command()
@click.argument("email")
def reset(email: str) -> None:
    """Set a new master password for an administrator, and end all their sessions."""

    def act(tx: Tx, master_hash: str, now: datetime) -> Id:
        return admin_bootstrap.reset(tx, email, master_hash=master_hash, now=now)

    _with_master_password("admin.reset_master_password", act)
    click.echo(f"{email} has a new master password; all their sessions have ended")


def _with_master_password(action: Action, act: Callable[[Tx, str, datetime], Id]) -> None:
    settings = errors.settings()
    passwords = Passwords(refuse_common=settings.refuse_common_passwords)
    with errors.as_messages(), schema_of(settings) as schema:
        schema.must_match()
    typed = _prompt(passwords)
    master = typed or admin_bootstrap.generate_password()
    master_hash = passwords.hash(master)
    database = app.database(settings)
    try:
        with _refusals_as_messages(), database.writing() as tx:
            now = SystemClock().now()
            target = act(tx, master_hash, now)
            audit.note_from_command_line(tx, app.keyring(settings), now, action, target=target)
    finally:
        database.close()
    if not typed:
        click.echo(f"master password (shown only once): {master}")


def _prompt(passwords: Passwords) -> str:
    """Prompt for a master password; empty without a terminal or without input."""
    if not sys.stdin.isatty():
        return ""
    typed: str = click.prompt(
        "Master password (leave empty to generate one)",
        default="",
        hide_input=True,
        show_default=False,
    )
    if typed:
        message = "a master password must have 12 to 256 characters"
        errors.parse(NewMasterPassword, typed, message)
        if passwords.is_refused(typed):
            raise click.ClickException("this is one of the most common passwords; choose another")
    return typed


@contextmanager
def _refusals_as_messages() -> Iterator[None]:
    try:
        yield
    except admin_bootstrap.AccountExists:
        raise click.ClickException(
            "an account with this e-mail address exists; an administrator can give it the role"
        ) from None
    except admin_bootstrap.AdministratorNotFound:
        raise click.ClickException("no administrator has this e-mail address") from None
