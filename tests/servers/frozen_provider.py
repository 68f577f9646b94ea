"""A service that hangs: a stopped process whose port still accepts connections."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

_LISTEN = """
import signal, socket
listening = socket.create_server(("127.0.0.1", 0), backlog=128)
print(listening.getsockname()[1], flush=True)
signal.pause()
"""


@contextlib.contextmanager
def running_frozen() -> Iterator[int]:
    """Run a process that accepts connections and never responds; yields its port.

    After the block it is killed, and its connections break.
    """
    with subprocess.Popen([sys.executable, "-c", _LISTEN], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            os.kill(process.pid, signal.SIGSTOP)
            yield port
        finally:
            process.kill()
