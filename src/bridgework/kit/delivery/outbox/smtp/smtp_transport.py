"""Sends e-mails by SMTP (RFC 5321), over one connection for as long as there are e-mails.

Each e-mail is sent at least once, always with the same Message-ID. It is sent twice only if this
process or the connection ends after the server's 250 and before the outbox records it. A 4xx reply
is temporary: the e-mail is sent again later. A 5xx reply about the message or its recipient is
permanent. A refusal of our host name, password or sender concerns every e-mail, so none is sent
until it is resolved.
"""

import errno
import ipaddress
import os
import smtplib
import socket
import ssl
from contextlib import suppress
from datetime import timedelta

from bridgework.kit.delivery.outbox.smtp.smtp_connection import SmtpConnection
from bridgework.kit.delivery.outbox.smtp.smtp_server import SmtpServer
from bridgework.kit.delivery.outbox.transport import (
    PermanentFailure,
    TemporaryFailure,
    Transport,
    TransportUnavailable,
)
from bridgework.kit.text import email_addresses

_CONNECT_SECONDS = 10.0
_MESSAGE_SECONDS = 30.0
_QUIT_SECONDS = 2.0
_ACCEPTED = 250
_TOO_LARGE = 552
_AUTHENTICATION_REPLIES = frozenset({530, 534, 535, 538})
"""Permanent replies that ask for other credentials (RFC 4954)."""


class SmtpTransport(Transport):
    """Sends through one mail server."""

    longest = timedelta(seconds=_MESSAGE_SECONDS)

    def __init__(self, server: SmtpServer, *, sender: str, our_host: str) -> None:
        """`sender` is the envelope's address; `our_host` is named in EHLO."""
        self._server = server
        self._sender = sender
        self._local_hostname = _as_domain(our_host)
        self._connection: SmtpConnection | None = None

    def open(self) -> None:
        """Connect, unless the connection is alive. Raises TransportUnavailable."""
        if self._connection is not None and self._connection.is_alive(_CONNECT_SECONDS):
            return
        self.close()
        try:
            self._connection = SmtpConnection(
                self._server, local_hostname=self._local_hostname, seconds=_CONNECT_SECONDS
            )
        except (OSError, ValueError) as error:
            raise TransportUnavailable(_unusable(self._server, error)) from error

    def must_accept_sender(self) -> None:
        """Ask the server whether it accepts the sender, without sending an e-mail.

        Raises TransportUnavailable if it does not.
        """
        if self._connection is None:
            raise LookupError("the transport is not open")
        try:
            with self._connection.deadline(_CONNECT_SECONDS):
                code, reply = self._connection.mail(self._sender)
                self._connection.rset()
        except OSError as error:
            raise TransportUnavailable(_unusable(self._server, error)) from error
        if code != _ACCEPTED:
            raise self._refusal_of_sender(code, reply)

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Send one e-mail. Raises PermanentFailure, TemporaryFailure or TransportUnavailable."""
        del message_id  # it is in the message
        if self._connection is None:
            raise LookupError("the transport is not open")
        recipient = email_addresses.to_wire(recipient)
        # RFC 5321 section 2.3.8: each line ends with CR LF.
        lines = b"\r\n".join(message.splitlines()) + b"\r\n"
        options = _mail_options(self._connection, recipient, lines)
        try:
            with self._connection.deadline(_MESSAGE_SECONDS):
                self._connection.sendmail(self._sender, [recipient], lines, options)
        except smtplib.SMTPRecipientsRefused as error:
            raise _refusal(*error.recipients[recipient]) from error
        except smtplib.SMTPSenderRefused as error:
            if error.smtp_code == _TOO_LARGE:
                raise _refusal(error.smtp_code, error.smtp_error) from error
            raise self._refusal_of_sender(error.smtp_code, error.smtp_error) from error
        except smtplib.SMTPDataError as error:
            raise _refusal(error.smtp_code, error.smtp_error) from error
        except OSError as error:
            self.close()
            raise TemporaryFailure(f"the connection broke: {_text(error)}") from error
        except BaseException:
            self.close()  # it may be in the middle of a message
            raise

    def close(self) -> None:
        """Quit and disconnect."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(OSError), connection.deadline(_QUIT_SECONDS):
                connection.quit()
            connection.close()

    def _refusal_of_sender(self, code: int, reply: bytes | str) -> TransportUnavailable:
        return TransportUnavailable(
            f"the mail server refuses the sender {self._sender}: {_reply_text(code, reply)}; "
            "set BRIDGEWORK_MAIL_FROM to an address for which it accepts e-mails"
        )


def _unusable(server: SmtpServer, error: Exception) -> str:
    """Say whether the server is unreachable, refuses the credentials, or refuses otherwise."""
    place = f"{server.host}:{server.port}"
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return (
            f"the mail server {place} refuses the credentials: {_text(error)}; check "
            "BRIDGEWORK_SMTP_URL"
        )
    if isinstance(error, ssl.SSLError):
        return (
            f"the mail server {place} cannot be used with TLS: {_text(error)}; check the scheme, "
            "the port and starttls in BRIDGEWORK_SMTP_URL, and the certificate"
        )
    is_answer = isinstance(error, smtplib.SMTPException | ValueError)
    if is_answer and not isinstance(error, smtplib.SMTPServerDisconnected):
        return f"the mail server cannot be used: {_text(error)}"
    return f"the mail server cannot be reached at {place}: {_network_text(error)}"


def _network_text(error: Exception) -> str:
    """Return the operating system's reason, such as `connection refused`.

    Errors of the resolver have numbers of their own and keep their text.
    """
    number = error.errno if isinstance(error, OSError) else None
    if number in errno.errorcode and not isinstance(error, socket.gaierror):
        return os.strerror(number or 0).lower()
    return _text(error)


def _mail_options(connection: SmtpConnection, recipient: str, message: bytes) -> list[str]:
    """Return the options of MAIL FROM. Raises PermanentFailure if the server lacks one."""
    limit = connection.esmtp_features.get("size", "")
    if limit.isdigit() and 0 < int(limit) < len(message):
        raise PermanentFailure(
            f"the e-mail has {len(message)} bytes, but the mail server accepts {limit}"
        )
    if recipient.isascii():
        return []
    if not connection.has_extn("smtputf8"):
        raise PermanentFailure(
            "the recipient's address is not ASCII before its @, but the mail server does not "
            "support SMTPUTF8"
        )
    return ["SMTPUTF8", "BODY=8BITMIME"]


def _refusal(code: int, reply: bytes | str) -> Exception:
    """Return the error for a refusal of the recipient or the message."""
    text = f"the mail server replied {_reply_text(code, reply)}"
    if code in _AUTHENTICATION_REPLIES:
        return TransportUnavailable(text)
    return PermanentFailure(text) if code >= 500 else TemporaryFailure(text)


def _text(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply_text(error.smtp_code, error.smtp_error)
    return f"{type(error).__name__}: {error}"


def _reply_text(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return f"{code} {' '.join(text.split())}"


def _as_domain(host: str) -> str:
    """Return the argument of EHLO: an IP address is bracketed (RFC 5321 section 4.1.3)."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return f"[{address}]" if address.version == 4 else f"[IPv6:{address}]"
