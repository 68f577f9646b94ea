"""deploy/haproxy.cfg in front of two stub nodes."""

import http.client
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from fleet.machines import DEPLOY
from tests.deploy.conftest import Node, stub_node
from tests.servers.ports import free_port

CONFIG = DEPLOY / "haproxy.cfg"
_NODE = "    server node1 127.0.0.1:8000\n"
_BIND = "    bind :443 ssl crt /etc/haproxy/bridgework.pem alpn http/1.1\n"


@pytest.fixture
def nodes() -> Iterator[list[Node]]:
    with ExitStack() as stack:
        yield [stack.enter_context(stub_node()) for _ in range(2)]


@pytest.fixture
def port(nodes: list[Node], tmp_path: Path) -> Iterator[int]:
    """The port of HAProxy in front of the nodes, without TLS."""
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if program is None:
        pytest.skip("haproxy is not installed")
    listening, text = free_port(), CONFIG.read_text()
    assert text.count(_NODE) == 3
    assert _BIND in text
    lines = "".join(
        f"    server node{number} 127.0.0.1:{node.port}\n" for number, node in enumerate(nodes)
    )
    text = text.replace(_NODE, lines).replace(_BIND, f"    bind 127.0.0.1:{listening}\n")
    file = tmp_path / "haproxy.cfg"
    file.write_text(text)
    process = subprocess.Popen([program, "-db", "-f", file])
    try:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", listening), 1):
                break
            time.sleep(0.05)
        yield listening
    finally:
        process.terminate()
        process.wait(10)


def request(port: int, method: str, path: str) -> tuple[int, str | None, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, response.getheader("retry-after"), response.read()


def test_requests_are_spread_over_the_nodes(port: int, nodes: list[Node]) -> None:
    for method, path in (("GET", "/experts"), ("POST", "/feed"), ("PUT", "/uploads/ticket")):
        for _ in range(2):
            assert request(port, method, path)[0] == 204
    for node in nodes:
        passed = {method for method, path, _ in node.requests if path != "/readyz"}
        assert passed == {"GET", "POST", "PUT"}


@pytest.mark.slow("a node is marked down after some seconds")
def test_a_frozen_node_delays_requests_for_the_first_ten_seconds_only(
    port: int, nodes: list[Node]
) -> None:
    nodes[0].is_frozen.set()
    try:
        time.sleep(10)
        for _ in range(100):
            began = time.monotonic()
            assert request(port, "GET", "/experts")[0] == 204
            assert request(port, "POST", "/feed")[0] == 204
            assert time.monotonic() - began < 2
        nodes[1].is_frozen.set()
        time.sleep(10)
        status, retry_after, body = request(port, "GET", "/experts")
        assert (status, retry_after) == (503, "5")
        assert b"server_unavailable" in body
    finally:
        for node in nodes:
            node.is_frozen.clear()
