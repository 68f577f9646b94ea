"""`bridgework admin`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

import click

from bridgework import app, event_handlers
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import emails
from bridgework.areas.identity.administrators import appointment
from bridgework.commands import errors, password_files, secret_key
from bridgework.commands.migrate import schema_of, session_name
from bridgework.kit.core import Id, SystemClock
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.security import Keyring, Passwords
from bridgework.kit.validation import Email


@click.group()
def command() -> None:
    """Create administrators and reset their master passwords."""


_master_password_file = click.option(
    "--master-password-file",
    metavar="FILE",
    help="Read the master password from the first line of FILE, - for standard input.",
)


@command.command()
@click.argument("email")
@_master_password_file
@click.option(
    "--password-file",
    metavar="FILE",
    help="Read the member password from the first line of FILE, - for standard input.",
)
def create(email: str, master_password_file: str | None, password_file: str | None) -> None:
    """Create an administrator account.

    Prompts for the master password on a terminal. If it is left empty, or there is no terminal and
    no --master-password-file, a master password is generated and printed once. Without
    --password-file the account has no usable member password; set one with "forgot password". An
    existing account is not changed.
    """
    errors.parse(Email, email, "this is not a valid e-mail address")
    if master_password_file == password_file == password_files.STANDARD_INPUT:
        raise click.UsageError("Only one of the passwords can be read from standard input.")
    passwords = _passwords()
    member = password_files.read(password_file, password_files.MEMBER, passwords)
    master = password_files.read(master_password_file, password_files.MASTER, passwords)
    unknown = passwords.hash(member or appointment.generate_password())

    def act(tx: Tx, master_hash: str, now: datetime, _: Keyring) -> Id:
        return appointment.appoint(
            tx, email, password_hash=unknown, master_hash=master_hash, now=now
        )

    _with_master_password("admin.appoint", act, master)
    click.echo(f"{email} is now an administrator")


@command.command()
@click.argument("email")
@_master_password_file
def reset(email: str, master_password_file: str | None) -> None:
    """Set a new master password for an administrator, and remove their second factor.

    The master password is that of `create`: prompted for, read from a file, or generated. All
    sessions of the administrator end. If they had a second factor, they are notified by e-mail that
    it was removed.
    """
    master = password_files.read(master_password_file, password_files.MASTER, _passwords())
    removed = False

    def act(tx: Tx, master_hash: str, now: datetime, keyring: Keyring) -> Id:
        nonlocal removed
        reset = appointment.reset(tx, email, master_hash=master_hash, now=now)
        removed = reset.had_second_factor
        if removed:
            account_id = reset.account_id
            notice = emails.second_factor_removed(account_id, reset.email, "command")
            new = notifications.New("account.second_factor_removed", account_id, account_id)
            outbox.add(tx, keyring, notifications.with_page(notice, new), now)
            notifications.leave(tx, now, new)
        return reset.account_id

    _with_master_password("admin.reset_master_password", act, master)
    click.echo(f"{email} has a new master password; all their sessions have ended")
    if removed:
        click.echo(f"the second factor of {email} was removed")


def _passwords() -> Passwords:
    return Passwords(refuse_common=errors.settings().refuse_common_passwords)


def _with_master_password(
    action: AuditAction, act: Callable[[Tx, str, datetime, Keyring], Id], given: str
) -> None:
    """Run `act` with the hash of the master password: the one given, typed, or else generated."""
    event_handlers.connect()
    settings = errors.settings()
    passwords = _passwords()
    with errors.as_messages(), schema_of(settings) as schema:
        schema.must_match()
    typed = given or _prompt(passwords)
    master = typed or appointment.generate_password()
    master_hash = passwords.hash(master)
    database = app.database(settings, session_name=session_name())
    try:
        with _refusals_as_messages(), database.writing() as tx:
            now = SystemClock().now()
            keyring = secret_key.keyring(settings)
            target = act(tx, master_hash, now, keyring)
            audit.note_from_command_line(tx, keyring, now, action, target=target)
    finally:
        database.close()
    if not typed:
        click.echo(f"master password (shown only once): {master}")
        if not sys.stdin.isatty():
            click.echo(
                "it was generated, since there is no terminal to type one; to choose one, use "
                "--master-password-file",
                err=True,
            )


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
        password_files.must_be_accepted(typed, password_files.MASTER, passwords)
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
