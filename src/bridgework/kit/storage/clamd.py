"""A malware scanner: clamd of ClamAV, by its command INSTREAM over a socket."""

import logging
import re
import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self
from urllib.parse import urlsplit

from bridgework.kit.core import Unavailable, outages
from bridgework.kit.text import has_valid_port

_log = logging.getLogger("bridgework.scanner")
SCAN_SECONDS = 5.0
"""The deadline of one scan, with the reading of the file."""
_CHUNK = 1024**2
_MAX_REPLY = 4096
_CLEAN = "stream: OK"
_FOUND = re.compile(r"stream: (?P<name>.+) FOUND")
_TOO_LARGE = "INSTREAM size limit exceeded"


class ScannerUnavailable(Unavailable):
    """The malware scanner is unavailable: try again in a few seconds."""

    retry_after = "5"


class ScanSizeExceeded(Exception):
    """The file is larger than the scanner accepts, `StreamMaxLength` of clamd."""


class ScannerFault(Exception):
    """The scanner gave no valid reply in time; the text says why, for operators."""


@dataclass(frozen=True, slots=True)
class ClamdAddress:
    """Where clamd listens: the path of a Unix socket, or a host and a port."""

    path: str = ""
    host: str = ""
    port: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `/run/clamav/clamd.ctl` or `127.0.0.1:3310`. Raises ValueError."""
        if Path(text).is_absolute():
            return cls(path=text)
        parts = urlsplit(f"//{text}")
        is_place = parts.netloc == text and "@" not in text and has_valid_port(parts)
        if not (is_place and parts.hostname and parts.port):
            raise ValueError("must be the path of a socket, or host:port, as in 127.0.0.1:3310")
        return cls(host=parts.hostname, port=parts.port)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.path or f"{host}:{self.port}"


class Clamd:
    """A scanner of files. Each call has a connection of its own, and ends by its deadline."""

    def __init__(self, address: ClamdAddress, seconds: float = SCAN_SECONDS) -> None:
        self.address = address
        self._seconds = seconds

    def find_malware(self, file: BinaryIO) -> str | None:
        """Scan a file. Returns the name of the malware in it, None if there is none.

        Raises ScanSizeExceeded, or ScannerUnavailable, which is logged.
        """
        try:
            with closing(_Connection(self.address, self._seconds)) as connection:
                return _parse_reply(_scan(connection, file))
        except ScannerFault as fault:
            outages.warn(_log, "scanner", "the malware scanner at %s: %s", self.address, fault)
            raise ScannerUnavailable from fault

    def version(self) -> str:
        """Return the versions of the scanner and of its signatures. Raises ScannerFault."""
        with closing(_Connection(self.address, self._seconds)) as connection:
            connection.send(b"zVERSION\0")
            return connection.receive()


class _Connection:
    """A connection, all of whose calls end by one deadline. They raise ScannerFault."""

    def __init__(self, address: ClamdAddress, seconds: float) -> None:
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        with self._translated():
            self._socket = _connect(address, seconds)

    def send(self, content: bytes) -> None:
        with self._translated():
            self._socket.settimeout(self._remaining())
            self._socket.sendall(content)

    def has_reply(self) -> bool:
        """Whether the scanner has already replied or closed the connection."""
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        return bool(poll.poll(0))

    def receive(self) -> str:
        """Return the reply, which ends with a zero byte."""
        reply = b""
        while not reply.endswith(b"\0"):
            with self._translated():
                self._socket.settimeout(self._remaining())
                part = self._socket.recv(_MAX_REPLY)
            reply += part
            if not part or len(reply) > _MAX_REPLY:
                raise ScannerFault("it closed the connection without a complete reply")
        return reply[:-1].decode(errors="replace")

    def close(self) -> None:
        self._socket.close()

    def _remaining(self) -> float:
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        return remaining

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError:
            raise ScannerFault(f"no reply within {self._seconds:g} seconds") from None
        except OSError as error:
            raise ScannerFault(error.strerror or str(error)) from error


def _connect(address: ClamdAddress, seconds: float) -> socket.socket:
    if not address.path:
        return socket.create_connection((address.host, address.port), seconds)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(seconds)
        connection.connect(address.path)
    except OSError:
        connection.close()
        raise
    return connection


def _scan(connection: _Connection, file: BinaryIO) -> str:
    """Send a file in chunks, and return the reply, which can come before the last chunk."""
    connection.send(b"zINSTREAM\0")
    try:
        while not connection.has_reply() and (chunk := file.read(_CHUNK)):
            connection.send(struct.pack(">I", len(chunk)) + chunk)
        connection.send(struct.pack(">I", 0))
    except ScannerFault as fault:
        # The scanner replies and closes the connection at a chunk beyond its limit.
        if not connection.has_reply():
            raise
        try:
            return connection.receive()
        except ScannerFault:
            raise fault from None
    return connection.receive()


def _parse_reply(reply: str) -> str | None:
    """Return the name of the malware. Raises ScanSizeExceeded or ScannerFault."""
    if reply == _CLEAN:
        return None
    found = _FOUND.fullmatch(reply)
    if found is not None:
        return found["name"]
    if reply.startswith(_TOO_LARGE):
        raise ScanSizeExceeded
    raise ScannerFault(f"it replied {reply[:200]!r}")
