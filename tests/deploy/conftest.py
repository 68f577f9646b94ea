"""nginx with the operator's configuration in front of two stub nodes."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fleet import proxy
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.servers.ports import free_port


@dataclass
class Node:
    """The requests that a stub node received."""

    port: int = 0
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    body_started: threading.Event = field(default_factory=threading.Event)
    """Set when the first bytes of a body have arrived."""
    is_frozen: threading.Event = field(default_factory=threading.Event)
    """Set while requests are accepted and get no response."""


@dataclass(frozen=True, slots=True)
class Site:
    """nginx and the stub nodes behind it."""

    proxy: proxy.Proxy
    nodes: list[Node]

    @property
    def port(self) -> int:
        return int(self.proxy.url.rpartition(":")[2])

    @property
    def requests(self) -> list[tuple[str, str, dict[str, str]]]:
        """Return method, path and headers of the requests to all nodes."""
        return [request for node in self.nodes for request in node.requests]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The site of a Linux machine."""
    with run_site(tmp_path, proxy.SITE) as site:
        yield site


@contextlib.contextmanager
def run_site(folder: Path, file: Path) -> Iterator[Site]:
    """Run nginx with the site of a file in front of two stub nodes."""
    with contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(stub_node()) for _ in range(2)]
        ports = [node.port for node in nodes]
        try:
            nginx = stack.enter_context(proxy.run_nginx(ports, free_port(), folder / "nginx", file))
        except ServerMissing as missing:
            skip_or_fail(str(missing))
        yield Site(nginx, nodes)


@contextlib.contextmanager
def stub_node() -> Iterator[Node]:
    """Run a node that responds 204 to each request."""
    node = Node()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            node.requests.append((self.command, self.path, headers))
            length = int(headers.get("content-length", 0))
            if length:
                self.rfile.read(1)
                node.body_started.set()
                self.rfile.read(length - 1)
            while node.is_frozen.is_set():
                time.sleep(0.05)
            self.send_response(204)
            self.end_headers()

        do_PUT = do_POST = do_GET  # noqa: N815 - names of the base class

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    node.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield node
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
