"""Turns expected errors of a command into one line and exit code 1."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError

from bridgework.kit.core import Unavailable
from bridgework.kit.data.db import CheckStopped, describe_damage, describe_error, find_damage_within
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.data.migrations import MigrationFailed, SchemaMismatch
from bridgework.kit.delivery.outbox import TransportUnavailable
from bridgework.kit.security import UnusableSecretFile
from bridgework.settings import Settings
from bridgework.settings_loader import InvalidSettings, load

UNREACHABLE = (sa.exc.OperationalError, Unavailable)
"""Raised if the database cannot be reached."""


_EXPLAINED = (SchemaMismatch, MigrationFailed, InvalidSettings, UnusableSecretFile)
"""Errors whose text says what to do."""


@contextmanager
def as_messages() -> Iterator[None]:
    """Raise ClickException for errors that an operator can fix; other errors pass."""
    try:
        yield
    except (*_EXPLAINED, TransportUnavailable) as error:
        raise click.ClickException(str(error)) from None
    except Unavailable as error:
        raise click.ClickException(error.message) from None
    except sa.exc.OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise click.ClickException(f"cannot connect to the database: {reason}") from None


@contextmanager
def of_database(settings: Settings) -> Iterator[None]:
    """Raise ClickException for a damaged or inaccessible SQLite file; other errors pass."""
    try:
        yield
    except (sa.exc.DBAPIError, sqlite3.Error, Unavailable, MigrationFailed) as error:
        if not settings.on_sqlite:
            raise
        # Unavailable and MigrationFailed are raised from the error of the driver.
        is_driver_error = isinstance(error, sa.exc.DBAPIError | sqlite3.Error)
        cause = error if is_driver_error else error.__cause__ or error
        message = describe_error(settings.sqlite_file, cause)
        if not message:
            raise
        raise click.ClickException(message) from None


def must_be_intact(settings: Settings, seconds: float) -> None:
    """Raise ClickException if damage is found in the SQLite file within a time."""
    if not settings.on_sqlite or not settings.sqlite_file.is_file():
        return  # a folder is reported when the database is opened
    with of_database(settings):
        try:
            findings = find_damage_within(settings.sqlite_file, seconds)
        except CheckStopped:
            return  # a running server continues to check it
    if findings:
        raise click.ClickException(describe_damage(settings.sqlite_file, "; ".join(findings)))


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
