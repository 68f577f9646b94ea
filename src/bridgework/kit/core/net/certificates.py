"""The certificates of other services: until when they are valid."""

import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bridgework.kit.core import outages
from bridgework.kit.core.clock import Clock

_log = logging.getLogger("bridgework.certificates")
SOON = timedelta(days=14)
"""A certificate that ends within this time must be renewed now."""
_SECONDS = 4.0
"""How long each step of a connection may take."""
_WAIT_SECONDS = 3.0
_FOUND_FOR, _FAILED_FOR = 3600.0, 60.0
"""How many seconds a result is used: of a successful look-up, and of a failed one."""
_SSL_REQUEST = bytes.fromhex("0000000804d2162f")
"""The request of PostgreSQL's protocol for an encrypted connection."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An encrypted service, and how its encryption begins."""

    host: str
    port: int
    connect: Callable[[str, int], socket.socket]
    """Returns a connection on which the TLS handshake may begin."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """What a look-up of a certificate found."""

    at: datetime
    ends_at: datetime | None
    """The last moment at which the certificate is valid; None if no connection was made."""


def find_end(endpoint: Endpoint) -> datetime:
    """Return the last moment at which a certificate is valid. Raises OSError.

    Its issuer is not verified here: the connections that use the service do so.
    """
    from cryptography import x509  # takes 20 ms to import

    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with (
            endpoint.connect(endpoint.host, endpoint.port) as plain,
            context.wrap_socket(plain, server_hostname=endpoint.host) as encrypted,
        ):
            encoded = encrypted.getpeercert(binary_form=True)
        return x509.load_der_x509_certificate(encoded or b"").not_valid_after_utc
    except ValueError as error:  # no host has such a name, or no program can read the certificate
        raise ConnectionError(f"no certificate can be read ({error})") from error


class CertificateCheck:
    """The certificates of services, each looked up at most once an hour, in a thread of its own."""

    def __init__(self, endpoints: Mapping[str, Endpoint], clock: Clock) -> None:
        """`endpoints` are the services that are used with encryption, by name."""
        self.endpoints = endpoints
        self._clock = clock
        self._lock = threading.Lock()
        self._found: dict[str, LookUp] = {}
        self._next: dict[str, float] = {}
        self._threads: dict[str, threading.Thread] = {}

    def results(self) -> Mapping[str, LookUp]:
        """Return the last result of each service; none for one that was never looked up.

        Waits for the look-ups that are due at most three seconds. A later one ends in the
        background and is in a later result; a service has at most one at a time.
        """
        deadline = time.monotonic() + _WAIT_SECONDS
        with self._lock:
            threads = [self._begin(name) for name in self.endpoints if self._is_due(name)]
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return dict(self._found)

    def _is_due(self, name: str) -> bool:
        return time.monotonic() >= self._next.get(name, 0.0)

    def _begin(self, name: str) -> threading.Thread:
        """The thread that looks up a certificate. Call with the lock held."""
        thread = self._threads.get(name)
        if thread is None or not thread.is_alive():
            thread = threading.Thread(
                target=self._look_up, args=(name,), name=f"certificate-{name}", daemon=True
            )
            self._threads[name] = thread
            thread.start()
        return thread

    def _look_up(self, name: str) -> None:
        ends_at: datetime | None = None
        try:
            ends_at = find_end(self.endpoints[name])
        except OSError as error:
            outages.warn(_log, f"certificate of {name}", "no certificate was found: %s", error)
        self._found[name] = LookUp(self._clock.now(), ends_at)
        self._next[name] = time.monotonic() + (_FAILED_FOR if ends_at is None else _FOUND_FOR)


def connect(host: str, port: int) -> socket.socket:
    """A connection that is encrypted from its first byte. Raises OSError."""
    return socket.create_connection((host, port), _SECONDS)


def connect_smtp(host: str, port: int) -> socket.socket:
    """A connection to a mail server that accepted STARTTLS. Raises OSError."""
    import smtplib  # takes 10 ms to import, and few installations need it

    client = smtplib.SMTP(host, port, timeout=_SECONDS)
    client.ehlo()
    code, _ = client.docmd("STARTTLS")
    if code != 220 or client.sock is None:
        client.close()
        raise ConnectionError("STARTTLS was refused")
    connection, client.sock = client.sock, None
    return connection


def connect_postgres(host: str, port: int) -> socket.socket:
    """A connection to PostgreSQL that may be encrypted. Raises OSError."""
    connection = connect(host, port)
    connection.sendall(_SSL_REQUEST)
    if connection.recv(1) != b"S":
        connection.close()
        raise ConnectionError("the server does not encrypt")
    return connection
