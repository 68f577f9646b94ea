"""Checks of the certificates of outside services: how long they are valid."""

import smtplib
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

import sqlalchemy as sa
from cryptography import x509

from bridgework.doctor.result import NotChecked, Result, failed, ok, warning
from bridgework.kit.core import SystemClock
from bridgework.settings import Settings

_SECONDS = 4.0
_SOON = timedelta(days=14)
_SSL_REQUEST = bytes.fromhex("0000000804d2162f")
"""The request of PostgreSQL's protocol for an encrypted connection."""
_RENEW = "renew the certificate: connections are refused once it has expired"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An encrypted service, and how its encryption begins."""

    host: str
    port: int
    connect: Callable[[str, int], socket.socket]
    """Returns a connection on which the TLS handshake may begin."""


def endpoints(settings: Settings) -> dict[str, Endpoint]:
    """The services that are used with encryption, by name."""
    found: dict[str, Endpoint] = {}
    server = settings.smtp_url
    if server is not None and server.starttls != "off":
        connect = _connect if server.starttls is None else _connect_smtp
        found["the mail server"] = Endpoint(server.host, server.port, connect)
    store = urlsplit((settings.storage_url.endpoint or "") if settings.storage_url else "")
    if store.scheme == "https" and store.hostname:
        found["the storage"] = Endpoint(store.hostname, store.port or 443, _connect)
    cache = urlsplit(settings.redis_url)
    if cache.scheme == "rediss" and cache.hostname:
        found["Redis"] = Endpoint(cache.hostname, cache.port or 6379, _connect)
    url = sa.make_url(settings.database_address)
    if not settings.on_sqlite and url.query.get("sslmode") in {
        "require",
        "verify-ca",
        "verify-full",
    }:
        found["PostgreSQL"] = Endpoint(url.host or "localhost", url.port or 5432, _connect_postgres)
    return found


def check(endpoint: Endpoint) -> Result:
    """The certificate is valid for more than two weeks.

    Its issuer is not verified here: the checks of the services themselves do so.
    """
    where = f"{endpoint.host}:{endpoint.port}"
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with (
            endpoint.connect(endpoint.host, endpoint.port) as plain,
            context.wrap_socket(plain, server_hostname=endpoint.host) as encrypted,
        ):
            encoded = encrypted.getpeercert(binary_form=True)
    except OSError as error:
        raise NotChecked(f"no encrypted connection to {where} ({type(error).__name__})") from None
    if encoded is None:
        raise NotChecked(f"{where} has no certificate")
    end = x509.load_der_x509_certificate(encoded).not_valid_after_utc
    left = end - SystemClock().now()
    if left < timedelta(0):
        return failed(f"that of {where} expired on {end:%Y-%m-%d}", _RENEW)
    message = f"that of {where} is valid for {left.days} days, until {end:%Y-%m-%d}"
    return warning(message, _RENEW) if left < _SOON else ok(message)


def _connect(host: str, port: int) -> socket.socket:
    return socket.create_connection((host, port), _SECONDS)


def _connect_smtp(host: str, port: int) -> socket.socket:
    client = smtplib.SMTP(host, port, timeout=_SECONDS)
    client.ehlo()
    code, _ = client.docmd("STARTTLS")
    if code != 220 or client.sock is None:
        client.close()
        raise ConnectionError("STARTTLS was refused")
    connection, client.sock = client.sock, None
    return connection


def _connect_postgres(host: str, port: int) -> socket.socket:
    connection = _connect(host, port)
    connection.sendall(_SSL_REQUEST)
    if connection.recv(1) != b"S":
        connection.close()
        raise ConnectionError("the server does not encrypt")
    return connection
