"""The base of the fake services: an HTTP server whose clients may disconnect."""

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """Handles the requests of one connection, which may break."""

    protocol_version = "HTTP/1.1"
    raw: bytes = b""
    """The body of the current request."""

    def handle(self) -> None:
        # A client may disconnect at any time.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Read one request."""
        self.raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.asked()

    do_POST = do_PUT = do_GET  # noqa: N815 - names of the base class

    def asked(self) -> None:
        """Respond to the current request, or misbehave."""
        raise NotImplementedError


@contextlib.contextmanager
def listening(handler: type[Handler], ending: threading.Event, name: str) -> Iterator[str]:
    """Serve `handler` until the end of the block, which sets `ending`; yields the URL."""
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
