"""`bridgework key`."""

import re
from typing import get_args

import click

from bridgework import app
from bridgework.areas.api_keys import actions as partners
from bridgework.areas.api_keys import policies
from bridgework.areas.api_keys.fields import Scope
from bridgework.areas.api_keys.schemas import AdminCreateApiKeyRequest, CreatedApiKey
from bridgework.areas.audit import actions as audit
from bridgework.commands import failing
from bridgework.commands.migrate import opened
from bridgework.kit.clock import SystemClock
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.fields import Name100, UtcDatetime
from bridgework.kit.partner_keys import PartnerKeys
from bridgework.settings import Settings

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@click.group()
def command() -> None:
    """Make keys for partners' programs."""


@command.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice(get_args(Scope)),
    help="What the key is good for; more than one may be given.",
)
@click.option(
    "--by",
    "email",
    required=True,
    metavar="EMAIL",
    help="The administrator who answers for the key, and is the source of what it brings.",
)
@click.option(
    "--expires",
    metavar="WHEN",
    help="The end of it: 2027-01-31 (its first moment in UTC) or 2027-01-31T18:00:00Z.  "
    "[default: none]",
)
def create(name: str, scopes: tuple[Scope, ...], email: str, expires: str | None) -> None:
    """Make a key for a partner's program, called NAME in listings, and print it this once.

    The program sends it as x-api-key. Administrators see the key, though not whole, in
    GET /admin/api-keys, and may revoke it. It is refused while the administrator who answers for
    it is shut out.
    """
    wanted = _wanted(name, scopes, expires)
    made = _made(failing.settings(), wanted, email)
    until = "until it is revoked" if made.expires_at is None else f"until {expires}"
    click.echo(f"{made.name}: good for {', '.join(made.scopes)}, {until}")
    click.echo(f"key, shown this once: {made.key}")


def _wanted(name: str, scopes: tuple[Scope, ...], expires: str | None) -> AdminCreateApiKeyRequest:
    sentence = "a key's name has 1 to 100 characters, on one line"
    members = {"name": failing.fitting(Name100, name, sentence), "scopes": [*scopes]}
    if expires is not None:
        moment = f"{expires}T00:00:00Z" if _DATE.fullmatch(expires) else expires
        sentence = "--expires is a date, as 2027-01-31, or a time, as 2027-01-31T18:00:00Z"
        members["expires_at"] = failing.fitting(UtcDatetime, moment, sentence)
    return AdminCreateApiKeyRequest.model_construct(**members)


def _made(settings: Settings, wanted: AdminCreateApiKeyRequest, email: str) -> CreatedApiKey:
    try:
        with opened(settings) as database, database.writing() as tx:
            keyring, now = app.keyring(settings), SystemClock().now()
            keys = PartnerKeys(keyring)
            made = partners.create_at_the_machine(tx, keys, wanted, by=email, now=now)
            audit.note_from_command_line(tx, keyring, now, "key.create", target=made.id)
    except policies.NoAdministrator:
        raise click.ClickException(
            f"there is no administrator with the e-mail {email}, or they are shut out"
        ) from None
    except ValidationFailed:
        raise click.ClickException("--expires must lie in the future") from None
    return made
