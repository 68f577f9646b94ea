"""A real mail server on this machine that fails on demand."""

import asyncio
import contextlib
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.loop import Loop
from tests.servers.certificates import Certificate


class Drop:
    """Close the connection without a reply."""


@dataclass(frozen=True, slots=True)
class Stall:
    """Wait some seconds, then continue normally."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Dribble:
    """Send a byte now and then without end."""

    seconds: float


Fault = str | Drop | Stall | Dribble
"""A reply instead of the correct one, or a worse failure."""


@dataclass(frozen=True, slots=True)
class Received:
    """A message that the server accepted."""

    sender: str
    recipients: list[str]
    options: list[str]
    content: bytes
    connection: int
    encrypted: bool
    user: str | None
    introduced_as: str
    at: float = 0.0
    """When it was accepted, by the monotonic clock."""

    @property
    def message(self) -> EmailMessage:
        """The message, parsed."""
        return message_from_bytes(self.content, policy=policy.default)


@dataclass
class MailServer:
    """The received messages, and how to misbehave.

    `faults` are by the step at which they occur: GREETING, MAIL, RCPT, DATA (before the message),
    BODY (in the middle of it), MESSAGE (after it), END (it was accepted). Each occurs once for
    every entry of its list.
    """

    port: int = 0
    received: list[Received] = field(default_factory=list)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    connections: int = 0
    goodbyes: int = 0
    user: str = "postmaster"
    password: str = "p@ss:w/rd?"
    _loop: Loop | None = None
    _live: "set[_Speaker]" = field(default_factory=set)

    @property
    def url(self) -> str:
        """The address without encryption and login."""
        return f"smtp://127.0.0.1:{self.port}?starttls=off"

    def hang_up(self) -> None:
        """Close all connections."""
        if self._loop is not None:
            self._loop.run(self._hang_up())

    async def _hang_up(self) -> None:
        ending = list(self._live)
        for one in ending:
            one.hang_up()
        for one in ending:
            await one.gone.wait()

    def message_ids(self) -> list[str]:
        """The Message-IDs of the received messages, in order."""
        return [str(email.message["Message-ID"]) for email in self.received]

    def fault(self, step: str) -> Fault | None:
        """Return the next fault of this step, if any."""
        waiting = self.faults.get(step)
        return waiting.pop(0) if waiting else None


@contextlib.contextmanager
def running_smtp(
    certificate: Certificate | None = None,
    *,
    implicit_tls: bool = False,
    auth: bool = False,
    port: int = 0,
    **options: Any,
) -> Iterator[MailServer]:
    """Run a server on 127.0.0.1 during the block; `options` are those of aiosmtpd's SMTP.

    With a certificate it offers STARTTLS, or encrypts from the start with `implicit_tls`.
    """
    server = MailServer()
    tls = _tls(certificate) if certificate else None
    if auth:
        options |= {"authenticator": _authenticator(server), "auth_require_tls": False}
    if tls is not None and not implicit_tls:
        options["tls_context"] = tls
    server._loop = loop = Loop()

    async def start() -> asyncio.Server:
        def connection() -> _Speaker:
            return _Speaker(server, implicit_tls=implicit_tls, **options)

        running = asyncio.get_running_loop()
        from_first_byte = tls if implicit_tls else None
        return await running.create_server(connection, "127.0.0.1", port, ssl=from_first_byte)

    async def stop() -> None:
        listening.close()
        await server._hang_up()

    listening = loop.run(start())
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        loop.run(stop())
        loop.close()


class _Speaker(SMTP):
    """One connection."""

    def __init__(self, server: MailServer, *, implicit_tls: bool, **options: Any) -> None:
        super().__init__(_Handler(server), hostname="mail.test", ident="ready", **options)
        server.connections += 1
        self.number = server.connections
        self.implicit_tls = implicit_tls
        self.user: str | None = None
        self.gone = asyncio.Event()
        self._server = server
        self._wire: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._wire is None:
            assert isinstance(transport, asyncio.Transport)
            self._wire = transport
            self._server._live.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._server._live.discard(self)
        self.gone.set()

    def hang_up(self) -> None:
        """Close the connection at once unless it is closing."""
        if self._wire is not None and not self._wire.is_closing():
            self._wire.abort()

    async def misbehave(self, step: str) -> str | None:
        """Apply the next fault of this step; return its reply, if it is one."""
        fault = self._server.fault(step)
        if isinstance(fault, Drop):
            self.hang_up()
            await asyncio.sleep(3600)  # until the lost connection cancels this
        elif isinstance(fault, Stall):
            await asyncio.sleep(fault.seconds)
        elif isinstance(fault, Dribble):
            while self.transport is not None:
                self._writer.write(b"2")
                await asyncio.sleep(fault.seconds)
        return fault if isinstance(fault, str) else None

    async def _handle_client(self) -> None:
        if reply := await self.misbehave("GREETING"):
            await self.push(reply)
        else:
            await super()._handle_client()

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - aiosmtpd's name
        if reply := await self.misbehave("DATA"):
            await self.push(reply)
            return
        if self._server.faults.get("BODY"):
            await self.push("354 go on")
            await self._reader.readuntil(b"\r\n")
            await self.misbehave("BODY")
        await super().smtp_DATA(arg)

    async def smtp_QUIT(self, arg: str) -> None:  # noqa: N802
        self._server.goodbyes += 1
        await super().smtp_QUIT(arg)


class _Handler:
    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def handle_MAIL(  # noqa: N802
        self, connection: _Speaker, _session: Session, envelope: Envelope, address: str, opts: Any
    ) -> str:
        if reply := await connection.misbehave("MAIL"):
            return reply
        envelope.mail_from = address
        envelope.mail_options.extend(opts)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, connection: _Speaker, _session: Session, envelope: Envelope, address: str, _opts: Any
    ) -> str:
        if reply := await connection.misbehave("RCPT"):
            return reply
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, connection: _Speaker, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        received = Received(
            sender=envelope.mail_from or "",
            recipients=list(envelope.rcpt_tos),
            options=list(envelope.mail_options),
            content=envelope.content,
            connection=connection.number,
            encrypted=connection.implicit_tls or session.ssl is not None,
            introduced_as=session.host_name or "",
            user=connection.user,
        )
        if reply := await connection.misbehave("MESSAGE"):
            return reply
        self._server.received.append(replace(received, at=time.monotonic()))
        return await connection.misbehave("END") or "250 taken"


def _authenticator(server: MailServer) -> Any:
    def is_known(
        connection: _Speaker,
        _session: Session,
        _envelope: Envelope,
        _how: str,
        given: LoginPassword,
    ) -> AuthResult:
        is_valid = (given.login.decode(), given.password.decode()) == (server.user, server.password)
        connection.user = server.user if is_valid else None
        return AuthResult(success=is_valid, handled=False, auth_data=given)

    return is_known


def _tls(certificate: Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.chain, certificate.key)
    return context
