"""Says why a service cannot be used: it does not respond, or a setting is wrong."""

import errno
import os
import socket

import sqlalchemy as sa

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.settings import PREFIX, Settings

_POSTGRES_PORT = 5432


class Unreachable(Exception):
    """No server listens at an address. The text is the reason."""


def must_listen(host: str, port: int, seconds: float) -> None:
    """Raise Unreachable unless a server listens there."""
    try:
        socket.create_connection((host, port), seconds).close()
    except OSError as error:
        raise Unreachable(describe(f"{host}:{port}", error, seconds)) from None


def database_must_listen(settings: Settings, seconds: float) -> None:
    """Raise Unreachable unless a server listens at the host of the database, if it has one."""
    url = sa.make_url(settings.database_address)
    if not settings.on_sqlite and url.host:
        must_listen(url.host, url.port or _POSTGRES_PORT, seconds)


def describe(place: str, error: OSError, seconds: float) -> str:
    """Return the reason why no connection was made within `seconds`."""
    if isinstance(error, TimeoutError):
        return no_response(place, seconds)
    if isinstance(error, socket.gaierror):
        return f"cannot be reached at {place}: the host name cannot be resolved ({error.strerror})"
    is_of_system = error.errno is not None and error.errno in errno.errorcode
    reason = os.strerror(error.errno or 0).lower() if is_of_system else str(error)
    return f"cannot be reached at {place}: {reason}"


def no_response(place: str, seconds: float) -> str:
    """Return the reason if a server, or the network to it, did not respond."""
    return f"cannot be reached at {place}: no response within {seconds:g} seconds"


def refused_credentials(place: str, name: str, error: Exception) -> str:
    """Return the reason if a server refuses the user or the password of a setting."""
    return f"{place} refuses the credentials: check {PREFIX}{name} ({error})"


def database_refusal(settings: Settings, error: sa.exc.DBAPIError, seconds: float) -> str:
    """Return the reason why a connection to the database failed."""
    text = (str(error.orig).strip().splitlines() or [type(error.orig).__name__])[-1]
    if settings.on_sqlite:
        code = getattr(error.orig, "sqlite_errorcode", -1) & 0xFF
        if code == sqlite3.SQLITE_CANTOPEN:
            return f"{settings.sqlite_file} cannot be opened: check that this user can write there"
        return f"{settings.sqlite_file} cannot be used: {text}"
    # The server's message begins after the last "FATAL: ", which libpq puts behind the address.
    words = text.rpartition("FATAL:")[2].strip()
    url = sa.make_url(settings.database_address)
    place = f"{url.host or 'localhost'}:{url.port or _POSTGRES_PORT}"
    if "timeout expired" in words:
        return no_response(place, seconds)
    if "authentication failed" in words or ("role" in words and "does not exist" in words):
        return refused_credentials(place, "DATABASE_URL", Exception(words))
    if f'database "{url.database}" does not exist' in words:
        return (
            f"{place} has no database named {url.database}: create it, or correct "
            f"{PREFIX}DATABASE_URL"
        )
    return f"{place} refuses the connection: check {PREFIX}DATABASE_URL ({words})"
