"""Ports for servers: never handed out twice, not in use, and safe from outgoing connections."""

import contextlib
import socket
from pathlib import Path

import pytest

from tests.servers.ports import free_port

_OUTGOING = Path("/proc/sys/net/ipv4/ip_local_port_range")


def test_ports_differ() -> None:
    ports = [free_port() for _ in range(200)]
    assert len(set(ports)) == len(ports)


def test_a_port_in_use_is_not_returned() -> None:
    with contextlib.ExitStack() as servers:
        taken = {_listen(servers, free_port()) for _ in range(20)}
        assert not taken & {free_port() for _ in range(1100)}


@pytest.mark.skipif(not _OUTGOING.exists(), reason="the range is read from Linux")
def test_no_outgoing_connection_takes_a_port() -> None:
    first = int(_OUTGOING.read_text().split()[0])
    assert max(free_port() for _ in range(1100)) < first


def _listen(servers: contextlib.ExitStack, port: int) -> int:
    servers.enter_context(socket.create_server(("127.0.0.1", port)))
    return port
