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
from bridgework.commands import failing
from bridgework.commands.migrate import schema_of
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import Email, NewMasterPassword
from bridgework.kit.ids import Id
from bridgework.kit.passwords import Passwords


@click.group()
def command() -> None:
    """Appoint administrators."""


@command.command()
@click.argument("email")
def create(email: str) -> None:
    """Make an administrator. An account that is there already is never taken over.

    Asks for the master password; where nothing is given, one is made and printed once. The
    account's ordinary password is unknown to anybody: set one by "forgot password".
    """
    failing.fitting(Email, email, "that is no e-mail address")
    unknown = Passwords().hash(admin_bootstrap.made_up_password())

    def act(tx: Tx, master_hash: str, now: datetime) -> Id:
        return admin_bootstrap.appoint(
            tx, email, password_hash=unknown, master_hash=master_hash, now=now
        )

    _with_master_password("admin.appoint", act)
    click.echo(f"{email} is an administrator now")


@command.command()
@click.argument("email")
def reset(email: str) -> None:
    """Give an administrator a new master password. All their sessions end."""

    def act(tx: Tx, master_hash: str, now: datetime) -> Id:
        return admin_bootstrap.reset(tx, email, master_hash=master_hash, now=now)

    _with_master_password("admin.reset_master_password", act)
    click.echo(f"{email} has a new master password, and no session any more")


def _with_master_password(action: Action, act: Callable[[Tx, str, datetime], Id]) -> None:
    settings = failing.settings()
    passwords = Passwords(refuse_common=settings.refuse_common_passwords)
    with failing.told(), schema_of(settings) as schema:
        schema.must_match()
    given = _asked(passwords)
    master = given or admin_bootstrap.made_up_password()
    master_hash = passwords.hash(master)
    database = app.database(settings)
    try:
        with _refusals_told(), database.writing() as tx:
            now = SystemClock().now()
            target = act(tx, master_hash, now)
            audit.note_from_command_line(tx, app.keyring(settings), now, action, target=target)
    finally:
        database.close()
    if not given:
        click.echo(f"master password, shown this once: {master}")


def _asked(passwords: Passwords) -> str:
    """The master password that was typed, empty if there is nobody or nothing to be asked."""
    if not sys.stdin.isatty():
        return ""
    typed: str = click.prompt(
        "Master password (empty: one is made)", default="", hide_input=True, show_default=False
    )
    if typed:
        sentence = "a master password has 12 to 256 characters"
        failing.fitting(NewMasterPassword, typed, sentence)
        if passwords.is_refused(typed):
            raise click.ClickException("that is a password which everybody tries first")
    return typed


@contextmanager
def _refusals_told() -> Iterator[None]:
    try:
        yield
    except admin_bootstrap.AlreadyThere:
        raise click.ClickException(
            "there is an account with this e-mail already; an administrator can give it the role"
        ) from None
    except admin_bootstrap.NoAdministrator:
        raise click.ClickException("there is no administrator with this e-mail") from None
