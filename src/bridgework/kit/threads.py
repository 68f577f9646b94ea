"""The number and priority of threads."""

import os
import sys
import threading


def available_cores() -> int:
    """The number of cores that this process may use, at least one."""
    affinity = getattr(os, "sched_getaffinity", None)  # exists on Linux only
    return os.cpu_count() or 1 if affinity is None else len(affinity(0))


def lower_priority(niceness: int) -> None:
    """Set the niceness of the calling thread, from 0 to 19. Does nothing except on Linux.

    On other systems, niceness applies to the whole process.
    """
    if niceness and sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
