"""Sending by SMTP in tests: a message, and a transport to a local server."""

from bridgework.kit.delivery.outbox.smtp import SmtpServer
from bridgework.kit.delivery.outbox.smtp.smtp_transport import SmtpTransport
from tests.servers.smtp import MailServer

MESSAGE = b"Message-ID: <1@example.com>\nSubject: A tooth\n\n.\n..two\nlast\n"
OURS = "office@example.org"
EVE = "eve@example.com"
QUOTED = "p%40ss%3Aw%2Frd%3F"
"""The server's password, percent-encoded for a URL."""


def transport_to(server: MailServer, how: str = "starttls=off", user: str = "") -> SmtpTransport:
    scheme, query = ("smtps", "") if how == "smtps" else ("smtp", f"?{how}")
    url = f"{scheme}://{user}127.0.0.1:{server.port}{query}"
    return SmtpTransport(SmtpServer.parse(url), sender=OURS, our_host="api.example.com")


def send(transport: SmtpTransport, message: bytes = MESSAGE, to: str = EVE) -> None:
    transport.open()
    transport.deliver("<1@example.com>", to, message)
