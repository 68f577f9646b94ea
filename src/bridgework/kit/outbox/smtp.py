"""Mail by SMTP (RFC 5321): over one connection for as long as there are letters.

At least once, with one Message-ID: a letter goes out twice only where this process or the line
dies between the server's 250 and our note of it.

A 4xx is tried again, a 5xx about the letter or its recipient is final. What the server holds
against us (our name, our password, our sender) is no letter's fault: then all of them wait.
"""

import ipaddress
import smtplib
import ssl
from contextlib import suppress
from datetime import timedelta

from bridgework.kit.outbox.smtp_line import Line
from bridgework.kit.outbox.smtp_server import SmtpServer
from bridgework.kit.outbox.way_out import LetterPutOff, LetterRefused, WayBlocked, WayOut

_CONNECT_SECONDS = 10.0
_MESSAGE_SECONDS = 30.0
_GOODBYE_SECONDS = 2.0
_TOO_LARGE = 552
_WANT_CREDENTIALS = frozenset({530, 534, 535, 538})
"""Replies by which a server asks who we are (RFC 4954): 5xx, and yet no letter's fault."""


class SmtpWayOut(WayOut):
    """The way out by a mail server."""

    longest = timedelta(seconds=_MESSAGE_SECONDS)

    def __init__(self, server: SmtpServer, *, sender: str, our_host: str) -> None:
        """`sender` is the envelope's; by `our_host` we introduce ourselves (EHLO)."""
        self._server = server
        self._sender = sender
        self._our_name = _as_domain(our_host)
        self._line: Line | None = None

    def open(self) -> None:
        """Connect, encrypt and sign in, unless the connection stands. Raises WayBlocked."""
        if self._line is not None and self._line.is_ready(within=_CONNECT_SECONDS):
            return
        self.close()
        line = Line(self._our_name)
        try:
            with line.within(_CONNECT_SECONDS):
                self._greet(line)
        except (OSError, ValueError) as error:  # a host that can't be one is a ValueError
            line.close()
            raise WayBlocked(f"the mail server can't be used: {_told(error)}") from error
        except BaseException:
            line.close()
            raise
        self._line = line

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Send one letter. Raises LetterRefused, LetterPutOff or WayBlocked."""
        del message_id  # it stands in the message
        if self._line is None:
            raise LookupError("the way out is not open")
        # RFC 5321 section 2.3.8: lines end in CR LF, and in nothing else.
        lines = b"\r\n".join(message.splitlines()) + b"\r\n"
        options = _options(self._line, recipient, lines)
        try:
            with self._line.within(_MESSAGE_SECONDS):
                self._line.sendmail(self._sender, [recipient], lines, options)
        except smtplib.SMTPRecipientsRefused as error:
            raise _of_letter(*error.recipients[recipient]) from error
        except smtplib.SMTPSenderRefused as error:
            raise _of_sender(error.smtp_code, error.smtp_error) from error
        except smtplib.SMTPDataError as error:
            raise _of_letter(error.smtp_code, error.smtp_error) from error
        except OSError as error:
            self.close()
            raise LetterPutOff(f"the connection broke: {_told(error)}") from error
        except BaseException:
            self.close()  # it may be in the middle of a message
            raise

    def close(self) -> None:
        """Say goodbye and hang up, if there is a connection."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(OSError), line.within(_GOODBYE_SECONDS):
                line.quit()
            line.close()

    def _greet(self, line: Line) -> None:
        server = self._server
        # Anew each time, so that a certificate authority that was added is known.
        tls = ssl.create_default_context()
        implicit = tls if server.starttls is None else None
        line.begin(server.host, server.port, implicit, timeout=_CONNECT_SECONDS)
        line.ehlo_or_helo_if_needed()
        is_encrypted = server.starttls is None or self._encrypt(line, tls)
        if server.user:
            if not is_encrypted and server.starttls != "off":
                raise WayBlocked(
                    "the mail server offers no STARTTLS, and the password is not sent in the "
                    "clear: set starttls=off if it may be"
                )
            line.login(server.user, server.password)
        line.be_patient(_MESSAGE_SECONDS)

    def _encrypt(self, line: Line, tls: ssl.SSLContext) -> bool:
        """Encrypt the line as the settings have it; whether it is now."""
        wanted = self._server.starttls
        if wanted == "off" or (wanted == "optional" and not line.has_extn("starttls")):
            return False
        line.starttls(context=tls)
        line.ehlo_or_helo_if_needed()
        return True


def _options(line: Line, recipient: str, message: bytes) -> list[str]:
    """What MAIL FROM is to say of the letter. Raises LetterRefused if the server can't take it."""
    limit = line.esmtp_features.get("size", "")
    if limit.isdigit() and 0 < int(limit) < len(message):
        raise LetterRefused(
            f"the letter has {len(message)} bytes, and the mail server takes {limit}"
        )
    if recipient.isascii():
        return []
    if not line.has_extn("smtputf8"):
        raise LetterRefused(
            "the recipient's address goes beyond ASCII, and the mail server does not offer SMTPUTF8"
        )
    return ["SMTPUTF8", "BODY=8BITMIME"]


def _of_letter(code: int, reply: bytes | str) -> Exception:
    """What a refusal of the recipient or the message comes to."""
    text = f"the mail server says {_reply(code, reply)}"
    if code in _WANT_CREDENTIALS:
        return WayBlocked(text)
    return LetterRefused(text) if code >= 500 else LetterPutOff(text)


def _of_sender(code: int, reply: bytes | str) -> Exception:
    """What a refusal of the sender comes to: the only one that is the letter's is its size."""
    if code == _TOO_LARGE:
        return _of_letter(code, reply)
    return WayBlocked(f"the mail server takes nothing from our sender: {_reply(code, reply)}")


def _told(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    return f"{type(error).__name__}: {error}"


def _reply(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return f"{code} {' '.join(text.split())}"


def _as_domain(host: str) -> str:
    """A host as EHLO takes it: an address stands in brackets (RFC 5321 section 4.1.3)."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return f"[{address}]" if address.version == 4 else f"[IPv6:{address}]"
