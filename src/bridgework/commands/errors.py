"""Turns expected errors of a command into one line and exit code 1."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError

from bridgework.kit.errors import Unavailable
from bridgework.kit.migration import SchemaMismatch
from bridgework.kit.outbox.transport import TransportUnavailable
from bridgework.settings import Settings
from bridgework.settings_loader import InvalidSettings, load

UNREACHABLE = (sa.exc.OperationalError, Unavailable)
"""Raised if the database cannot be reached."""


@contextmanager
def as_messages() -> Iterator[None]:
    """Raise ClickException for errors that an operator can fix; other errors pass."""
    try:
        yield
    except (SchemaMismatch, InvalidSettings, TransportUnavailable) as error:
        raise click.ClickException(str(error)) from None
    except Unavailable as error:
        raise click.ClickException(error.message) from None
    except sa.exc.OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise click.ClickException(f"cannot connect to the database: {reason}") from None


def parse(kind: Any, text: str, message: str) -> Any:
    """`text` as a value of the type `kind`. Raises ClickException with `message`."""
    try:
        return TypeAdapter(kind).validate_python(text)
    except ValidationError:
        raise click.ClickException(message) from None


def settings(**defaults: object) -> Settings:
    """The settings, with `defaults` for unset ones. Raises ClickException if some are invalid."""
    with as_messages():
        return load(**defaults)
