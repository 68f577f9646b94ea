"""A connection to a mail server that is cut once it has taken too long, wherever it hangs."""

import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_OK = 250
_READY = 220


class Line(smtplib.SMTP):
    """smtplib's client, with an end to its patience.

    A socket's own timeout starts anew with every byte; a server that sends one now and then
    would hold the line for ever.
    """

    def __init__(self, our_name: str) -> None:
        super().__init__(local_hostname=our_name)
        self._implicit_tls: ssl.SSLContext | None = None
        self._is_late = False

    def begin(
        self, host: str, port: int, implicit_tls: ssl.SSLContext | None, *, timeout: float
    ) -> None:
        """Connect and hear the greeting; encrypted from the first byte if `implicit_tls` is given.

        `timeout` is for each wait, in seconds. Raises OSError, of which SMTPException is one.
        """
        self._host = host  # smtplib holds the certificate of STARTTLS against it
        self._implicit_tls = implicit_tls
        self.timeout = timeout
        code, reply = self.connect(host, port)
        if code != _READY:
            raise smtplib.SMTPConnectError(code, reply)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Cut the line if what is inside takes longer. Raises TimeoutError then."""
        self._is_late = False
        timer = threading.Timer(seconds, self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        except OSError as error:
            if self._is_late:
                raise TimeoutError(f"it took longer than {seconds:g} seconds") from error
            raise
        finally:
            timer.cancel()
            timer.join()

    def is_ready(self, *, within: float) -> bool:
        """Whether the server is still there; many hang up after some letters, or when idle.

        What was begun and refused is forgotten by it: smtplib does not see to that everywhere.
        """
        try:
            with self.within(within):
                return self.rset()[0] == _OK
        except OSError:
            return False

    def be_patient(self, seconds: float) -> None:
        """Have each wait last at most so long from now on."""
        if self.sock is not None:
            self.sock.settimeout(seconds)

    def _cut(self) -> None:
        self._is_late = True
        if self.sock is not None:
            with suppress(OSError):
                # The plain socket's: that of an encrypted one is not for another thread's use.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """Called by `connect`; smtplib's own way in for other kinds of socket."""
        plain = socket.create_connection((host, port), timeout)
        if self._is_late:
            plain.close()
            raise TimeoutError("the connection came too late")
        if self._implicit_tls is None:
            return plain
        return self._implicit_tls.wrap_socket(plain, server_hostname=host)
