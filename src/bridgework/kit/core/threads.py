"""Pools of threads, and their number and priority."""

import functools
import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from bridgework.kit.core.observability import log_redaction

_log = logging.getLogger("bridgework.threads")

Result = TypeVar("Result")


class ThreadPool:
    """A fixed number of threads, all created by the thread that calls `start`.

    A thread inherits the priority of the thread that creates it, and an ordinary user may not
    raise it again. So a pool is started with the application, not by the first task.
    """

    def __init__(self, name: str, threads: int, *, niceness: int = 0) -> None:
        self._executor = ThreadPoolExecutor(threads, name, lower_priority, (niceness,))
        self._number = threads
        self._starting = threading.Lock()
        self._is_started = False

    def start(self) -> None:
        """Create the threads, unless they exist. Raises RuntimeError if there can be no more."""
        with self._starting:
            if self._is_started:
                return
            # The executor creates one thread for each task while none of them is idle.
            all_exist = threading.Barrier(self._number + 1)
            try:
                for _ in range(self._number):
                    self._executor.submit(all_exist.wait)
            except RuntimeError:
                all_exist.abort()
                raise
            all_exist.wait()
            self._is_started = True

    def submit(self, task: Callable[[], Result]) -> "Future[Result]":
        """Run `task` in the next free thread. Starts the pool if it was not started."""
        if not self._is_started:
            self.start()
        return self._executor.submit(task)

    def close(self) -> None:
        """Wait for running tasks and cancel waiting ones."""
        self._executor.shutdown(wait=True, cancel_futures=True)


def available_cores() -> int:
    """The number of cores that this process may use, at least one."""
    affinity = getattr(os, "sched_getaffinity", None)  # exists on Linux only
    return os.cpu_count() or 1 if affinity is None else len(affinity(0))


def lower_priority(niceness: int) -> None:
    """Set the niceness of the calling thread, from 0 to 19, unless it is higher already.

    A priority that may not be set is logged once and is no error: only speed depends on it. Does
    nothing except on Linux: on other systems, niceness applies to the whole process.
    """
    if not niceness or sys.platform != "linux":
        return
    thread = threading.get_native_id()
    try:
        if os.getpriority(os.PRIO_PROCESS, thread) < niceness:
            os.setpriority(os.PRIO_PROCESS, thread, niceness)
    except OSError as error:
        _log_refused_priority(log_redaction.format_error(error))


@functools.cache
def _log_refused_priority(reason: str) -> None:
    _log.warning("the priority of threads cannot be set (%s); they run with that of others", reason)
