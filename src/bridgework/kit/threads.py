"""What threads beside the event loop have to know: how many make sense, and who goes first."""

import logging
import os
import sys
import threading

_log = logging.getLogger("bridgework.threads")


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


def end_turns_before_others_begin() -> None:
    """Have this thread, and all that it starts from now on, wait for the core when they wake up.

    By Linux' usual policy a thread that wakes up may interrupt the one that runs. The server's
    network thread did so at nearly every request, and the loop came back to caches that had grown
    cold. Under `SCHED_BATCH` whoever runs ends its turn first (decision 0036).
    """
    if sys.platform == "linux":
        try:
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        except PermissionError:
            _log.warning("SCHED_BATCH is forbidden here: the server works, but slower")
