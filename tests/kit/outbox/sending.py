"""Sending by SMTP in tests: a letter, and a way out to a server on this machine."""

from bridgework.kit.outbox.smtp import SmtpWayOut
from bridgework.kit.outbox.smtp_server import SmtpServer
from tests.servers.smtp import MailServer

LETTER = b"Message-ID: <1@example.com>\nSubject: A tooth\n\n.\n..two\nlast\n"
OURS = "office@example.org"
EVE = "eve@example.com"
QUOTED = "p%40ss%3Aw%2Frd%3F"
"""The server's password, as an address holds it."""


def way(server: MailServer, how: str = "starttls=off", user: str = "") -> SmtpWayOut:
    scheme, query = ("smtps", "") if how == "smtps" else ("smtp", f"?{how}")
    url = f"{scheme}://{user}127.0.0.1:{server.port}{query}"
    return SmtpWayOut(SmtpServer.parse(url), sender=OURS, our_host="api.example.com")


def send(way_out: SmtpWayOut, letter: bytes = LETTER, to: str = EVE) -> None:
    way_out.open()
    way_out.deliver("<1@example.com>", to, letter)
