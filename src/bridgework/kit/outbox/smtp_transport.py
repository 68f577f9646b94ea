"""Sends e-mails by SMTP (RFC 5321), over one connection for as long as there are e-mails.

At least once, with one Message-ID: an e-mail is sent twice only if this process or the connection
dies between the server's 250 and its record in the outbox. A 4xx reply is retried; a 5xx about
the message or its recipient is permanent. A refusal of our
host name, password or sender applies to every e-mail.
"""

import ipaddress
import smtplib
from contextlib import suppress
from datetime import timedelta

from bridgework.kit.outbox.smtp_connection import SmtpConnection
from bridgework.kit.outbox.smtp_server import SmtpServer
from bridgework.kit.outbox.transport import (
    PermanentFailure,
    TemporaryFailure,
    Transport,
    TransportUnavailable,
)

_CONNECT_SECONDS = 10.0
_MESSAGE_SECONDS = 30.0
_QUIT_SECONDS = 2.0
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
            raise TransportUnavailable(f"the mail server cannot be used: {_text(error)}") from error

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Send one e-mail. Raises PermanentFailure, TemporaryFailure or TransportUnavailable."""
        del message_id  # it is in the message
        if self._connection is None:
            raise LookupError("the transport is not open")
        # RFC 5321 section 2.3.8: lines end in CR LF, and in nothing else.
        lines = b"\r\n".join(message.splitlines()) + b"\r\n"
        options = _mail_options(self._connection, recipient, lines)
        try:
            with self._connection.deadline(_MESSAGE_SECONDS):
                self._connection.sendmail(self._sender, [recipient], lines, options)
        except smtplib.SMTPRecipientsRefused as error:
            raise _refusal(*error.recipients[recipient]) from error
        except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
            of_sender = isinstance(error, smtplib.SMTPSenderRefused)
            raise _refusal(error.smtp_code, error.smtp_error, of_sender=of_sender) from error
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
            "the recipient's address is not ASCII, but the mail server does not support SMTPUTF8"
        )
    return ["SMTPUTF8", "BODY=8BITMIME"]


def _refusal(code: int, reply: bytes | str, *, of_sender: bool = False) -> Exception:
    """Return the error for a refusal of the sender, the recipient or the message."""
    text = _reply_text(code, reply)
    if of_sender and code != _TOO_LARGE:
        return TransportUnavailable(f"the mail server refuses the sender: {text}")
    text = f"the mail server replied {text}"
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
