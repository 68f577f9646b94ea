"""A clamd of the tests: the commands INSTREAM and VERSION, and a signature of EICAR's file."""

import contextlib
import socketserver
import struct
import threading
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import Literal

from bridgework.kit.storage import ClamdAddress

EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""The file that every scanner reports. It is harmless."""
STREAM_MAX_LENGTH = 100_000

Behavior = Literal["scan", "close in the middle", "reply nonsense"]


class StandIn:
    """A scanner; `behavior` can be changed while it runs."""

    def __init__(self) -> None:
        self.behavior: Behavior = "scan"
        self.scanned: list[bytes] = []
        """The content of every stream that was received completely."""

    def reply(self, received: BufferedIOBase) -> bytes:
        """Read one command, and return the reply to it; empty to close without one."""
        match _read_command(received):
            case b"zVERSION":
                return b"ClamAV 1.4.6/27000/Sat Nov 28 00:00:00 2026\0"
            case b"zINSTREAM":
                return self._reply_to_stream(received)
            case _:
                return b"UNKNOWN COMMAND\0"

    def _reply_to_stream(self, received: BufferedIOBase) -> bytes:
        content = b""
        while size := struct.unpack(">I", received.read(4))[0]:
            if self.behavior == "close in the middle":
                return b""
            if len(content) + size > STREAM_MAX_LENGTH:
                return b"INSTREAM size limit exceeded. ERROR\0"
            content += received.read(size)
        self.scanned.append(content)
        if self.behavior == "reply nonsense":
            return b"nonsense\0"
        return b"stream: Eicar-Signature FOUND\0" if EICAR in content else b"stream: OK\0"


@contextlib.contextmanager
def running(path: Path | None = None) -> Iterator[tuple[ClamdAddress, StandIn]]:
    """Run a scanner at a socket's path or, without one, on a free port."""
    stand_in = StandIn()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            # The client may close the connection first.
            with contextlib.suppress(ConnectionError, struct.error):
                self.wfile.write(stand_in.reply(self.rfile))

    server: socketserver.BaseServer
    if path is None:
        server = tcp = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        address = ClamdAddress(host="127.0.0.1", port=tcp.server_address[1])
    else:
        server = socketserver.ThreadingUnixStreamServer(str(path), Handler)
        address = ClamdAddress(path=str(path))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield address, stand_in
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _read_command(received: BufferedIOBase) -> bytes:
    command = b""
    while (byte := received.read(1)) not in {b"", b"\0"}:
        command += byte
    return command
