"""Freezes processes of a test, so that they hang: their connections stay open and get no reply."""

import contextlib
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path


@contextlib.contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stop a process and its descendants during the block."""
    stopped: list[int] = []
    try:
        for each in _with_descendants(pid):
            os.kill(each, signal.SIGSTOP)
            stopped.append(each)
        yield
    finally:
        for each in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


def _with_descendants(pid: int) -> Sequence[int]:
    """The ids of a process and its descendants, parents first."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{each}/task/{each}/children").read_text()
            found += [int(child) for child in children.split()]
    return found
