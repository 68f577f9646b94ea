"""Free ports of this machine for the servers that tests start."""

import contextlib
import itertools
import os
import random
import socket
from collections.abc import Iterator

_FIRST, _LAST = 15_000, 32_000
"""The range of ports. It ends below 32,768, where Linux begins to take ports for outgoing
connections: one of those could take a port between the test and the start of its server, or while a
server is stopped and started again."""
_MOST_WORKERS = 16


def free_port() -> int:
    """Return a port of 127.0.0.1 that no server uses and that no other test of this run gets.

    Raises RuntimeError if there is none.
    """
    for port in itertools.islice(_ports, (_LAST - _FIRST) // _MOST_WORKERS):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError(f"no port between {_FIRST} and {_LAST} is free")


def _of_this_worker() -> Iterator[int]:
    """Yield the ports of this worker of pytest-xdist in turn, from a random one, without end."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ports = range(_FIRST + worker % _MOST_WORKERS, _LAST, _MOST_WORKERS)
    start = random.SystemRandom().randrange(len(ports))
    return itertools.cycle([*ports[start:], *ports[:start]])


_ports = _of_this_worker()
