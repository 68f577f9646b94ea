"""What threads beside the event loop have to know: how many make sense, and who goes first."""

import os
import sys
import threading


def cores() -> int:
    """How many cores this process may use, at least one."""
    bound = getattr(os, "sched_getaffinity", None)  # Linux alone has it
    return os.cpu_count() or 1 if bound is None else len(bound(0))


def lower_priority(niceness: int) -> None:
    """Have the calling thread yield the core to those of a lower niceness, from 0 to 19.

    On Linux niceness is a thread's own. Elsewhere it is the process's, and a thread's id names
    none: there nothing is done.
    """
    if niceness and sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
