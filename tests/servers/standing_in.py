"""What every stand-in for an outside service has: a socket of its own, and callers who hang up."""

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """One caller's requests, over a line that may be cut."""

    protocol_version = "HTTP/1.1"
    raw: bytes = b""
    """The body of the request in hand."""

    def handle(self) -> None:
        # Who has heard enough hangs up.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Take one request in."""
        self.raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.asked()

    do_POST = do_PUT = do_GET  # noqa: N815 - their names there

    def asked(self) -> None:
        """Answer the request in hand, or misbehave."""
        raise NotImplementedError


@contextlib.contextmanager
def listening(handler: type[Handler], ending: threading.Event, name: str) -> Iterator[str]:
    """The address at which `handler` answers until the block ends, which sets `ending`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), name=name)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        ending.set()
        server.shutdown()
        thread.join()
        server.server_close()
