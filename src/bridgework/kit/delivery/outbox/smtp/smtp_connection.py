"""An SMTP connection with deadlines, encrypted and signed in according to the settings."""

import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from bridgework.kit.delivery.outbox.smtp.smtp_server import SmtpServer
from bridgework.kit.delivery.outbox.transport import TransportUnavailable


class SmtpConnection(smtplib.SMTP):
    """smtplib's client with deadlines.

    The timeout of a socket restarts with each byte, so a slow server could hold the connection
    indefinitely.
    """

    def __init__(self, server: SmtpServer, *, local_hostname: str, seconds: float) -> None:
        """Connect, encrypt and sign in within `seconds`.

        Raises OSError (of which SMTPException is one), ValueError for a host that cannot be one,
        and TransportUnavailable if the password would be sent unencrypted.
        """
        self._server = server
        self._tls = ssl.create_default_context()  # new each time: reads the current authorities
        self._is_late = False
        try:
            with self.deadline(seconds):
                super().__init__(server.host, server.port, local_hostname, seconds)
                self._sign_in()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Shut the connection down if the block takes longer. Raises TimeoutError then."""
        self._is_late = False
        timer = threading.Timer(seconds, self._shut_down)
        timer.daemon = True
        timer.start()
        try:
            if self.sock is not None:
                self.sock.settimeout(seconds)
            yield
        except OSError as error:
            if self._is_late:
                raise TimeoutError(f"it took longer than {seconds:g} seconds") from error
            raise
        finally:
            timer.cancel()
            timer.join()

    def is_alive(self, seconds: float) -> bool:
        """Whether the server still responds. Resets the state that a refused e-mail left."""
        try:
            with self.deadline(seconds):
                return self.rset()[0] == 250
        except OSError:
            return False

    def connect(self, host: str = "", port: int = 0, source_address: Any = None) -> Any:
        """Called by smtplib's constructor; encrypts from the first byte if the URL is smtps."""
        self.sock = socket.create_connection((host, port), self.timeout, source_address)
        if self._is_late:
            raise TimeoutError("the connection took too long")
        if self._server.starttls is None:
            self.sock = self._tls.wrap_socket(self.sock, server_hostname=host)
        return self.getreply()

    def _sign_in(self) -> None:
        self.ehlo_or_helo_if_needed()
        starttls = self._server.starttls
        if starttls == "required" or (starttls == "optional" and self.has_extn("starttls")):
            self.starttls(context=self._tls)
            self.ehlo_or_helo_if_needed()
        elif starttls == "optional" and self._server.user:
            raise TransportUnavailable(
                "the mail server does not offer STARTTLS, and the password is not sent "
                "unencrypted: set starttls=off to allow it"
            )
        if self._server.user:
            self.login(self._server.user, self._server.password)

    def _shut_down(self) -> None:
        self._is_late = True
        if self.sock is not None:
            with suppress(OSError):
                # The plain socket's method: an SSLSocket must not be used by another thread.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)
