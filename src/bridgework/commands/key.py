"""`bridgework key`."""

import re
from typing import get_args

import click

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.api_keys import actions as partners
from bridgework.areas.identity.api_keys import policies
from bridgework.areas.identity.api_keys.fields import Scope
from bridgework.areas.identity.api_keys.schemas import AdminCreateApiKeyRequest, CreatedApiKey
from bridgework.commands import errors, secret_key
from bridgework.commands.migrate import opened
from bridgework.kit.core import SystemClock, ValidationFailed
from bridgework.kit.security import ApiKeys
from bridgework.kit.validation import Name100, UtcDatetime
from bridgework.settings import Settings

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@click.group()
def command() -> None:
    """Create API keys for partners."""


@command.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice(get_args(Scope.__value__)),
    help="A scope of the key. May be given more than once.",
)
@click.option(
    "--by",
    "email",
    required=True,
    metavar="EMAIL",
    help="The administrator responsible for the key.",
)
@click.option(
    "--expires",
    metavar="WHEN",
    help="When the key expires: 2027-01-31 (midnight UTC) or 2027-01-31T18:00:00Z.  "
    "[default: never]",
)
def create(name: str, scopes: tuple[Scope, ...], email: str, expires: str | None) -> None:
    """Create an API key called NAME and print it once.

    The partner sends it in the x-api-key header. GET /admin/api-keys lists the first characters of
    the key; administrators can revoke it. The key is refused while the account of the responsible
    administrator is disabled.
    """
    request = _parse_request(name, scopes, expires)
    created = _create(errors.settings(), request, email)
    until = "until it is revoked" if created.expires_at is None else f"until {expires}"
    click.echo(f"{created.name}: valid for {', '.join(created.scopes)}, {until}")
    click.echo(f"API key (shown only once): {created.key}")


def _parse_request(
    name: str, scopes: tuple[Scope, ...], expires: str | None
) -> AdminCreateApiKeyRequest:
    message = "the name must have 1 to 100 characters and no line break"
    members = {"name": errors.parse(Name100, name, message), "scopes": [*scopes]}
    if expires is not None:
        time = f"{expires}T00:00:00Z" if _DATE.fullmatch(expires) else expires
        message = "--expires must be a date like 2027-01-31 or a time like 2027-01-31T18:00:00Z"
        members["expires_at"] = errors.parse(UtcDatetime, time, message)
    return AdminCreateApiKeyRequest.model_construct(**members)


def _create(settings: Settings, request: AdminCreateApiKeyRequest, email: str) -> CreatedApiKey:
    try:
        with opened(settings) as database, database.writing() as tx:
            keyring, now = secret_key.keyring(settings), SystemClock().now()
            keys = ApiKeys(keyring)
            created = partners.create_at_the_machine(tx, keys, request, by=email, now=now)
            audit.note_from_command_line(tx, keyring, now, "key.create", target=created.id)
    except policies.NoAdministrator:
        raise click.ClickException(
            f"no enabled administrator has the e-mail address {email}"
        ) from None
    except ValidationFailed:
        raise click.ClickException("--expires must be in the future") from None
    return created
