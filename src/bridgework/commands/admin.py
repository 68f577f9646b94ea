"""`bridgework admin`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

import click

from bridgework import app
from bridgework.areas.accounts import emails
from bridgework.areas.accounts.admin_auth import appointment
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.schemas import AuditAction
from bridgework.commands import errors
from bridgework.commands.migrate import schema_of, session_name
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import Email, NewMasterPassword
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import queries as outbox
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
    unknown = Passwords().hash(appointment.generate_password())

    def act(tx: Tx, master_hash: str, now: datetime, _: Keyring) -> Id:
        return appointment.appoint(
            tx, email, password_hash=unknown, master_hash=master_hash, now=now
        )

    _with_master_password("admin.appoint", act)
    click.echo(f"{email} is now an administrator")


@command.command()
@click.argument("email")
def reset(email: str) -> None:
    """Set a new master password for an administrator, and remove their second factor.

    All their sessions end. If they had a second factor, they are notified by e-mail that it was
    removed.
    """
    removed = False

    def act(tx: Tx, master_hash: str, now: datetime, keyring: Keyring) -> Id:
        nonlocal removed
        reset = appointment.reset(tx, email, master_hash=master_hash, now=now)
        removed = reset.had_second_factor
        if removed:
            notice = emails.second_factor_removed(reset.account_id, reset.email, "command")
            outbox.add(tx, keyring, notice, now)
        return reset.account_id

    _with_master_password("admin.reset_master_password", act)
    click.echo(f"{email} has a new master password; all their sessions have ended")
    if removed:
        click.echo(f"the second factor of {email} was removed")


def _with_master_password(
    action: AuditAction, act: Callable[[Tx, str, datetime, Keyring], Id]
) -> None:
    settings = errors.settings()
    passwords = Passwords(refuse_common=settings.refuse_common_passwords)
    with errors.as_messages(), schema_of(settings) as schema:
        schema.must_match()
    typed = _prompt(passwords)
    master = typed or appointment.generate_password()
    master_hash = passwords.hash(master)
    database = app.database(settings, session_name=session_name())
    try:
        with _refusals_as_messages(), database.writing() as tx:
            now = SystemClock().now()
            keyring = app.keyring(settings)
            target = act(tx, master_hash, now, keyring)
            audit.note_from_command_line(tx, keyring, now, action, target=target)
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
    except appointment.AccountExists:
        raise click.ClickException(
            "an account with this e-mail address exists; an administrator can give it the role"
        ) from None
    except appointment.AdministratorNotFound:
        raise click.ClickException("no administrator has this e-mail address") from None
