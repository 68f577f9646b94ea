"""How a long computation in C leaves the core to others every two milliseconds (0042).

The kernel takes the core from a thread that computes at its next tick, which may be four
milliseconds away, whatever its priority. So long everybody waits whom the loop would have answered.
Here a timer of the kernel's interrupts the thread, and has it sleep for a moment.
"""

import contextlib
import ctypes
import functools
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator

_TURN = 2_000_000
"""Nanoseconds. A thread that rests may wait for longer than a short turn, and then it rests again
before it has done anything; long turns are what others wait for."""
_CLOCK_MONOTONIC = 1
_SIGEV_THREAD_ID = 4

_log = logging.getLogger("bridgework.threads")


class _Event(ctypes.Structure):
    """Linux' `struct sigevent`: a signal for one thread."""

    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("thread", ctypes.c_int),
        ("unused", ctypes.c_char * 44),
    )


class _Times(ctypes.Structure):
    """`struct itimerspec`: the time from signal to signal, and the time to the first of them."""

    _fields_ = (
        ("seconds", ctypes.c_long),
        ("nanoseconds", ctypes.c_long),
        ("first_seconds", ctypes.c_long),
        ("first_nanoseconds", ctypes.c_long),
    )


@contextlib.contextmanager
def in_short_turns() -> Iterator[None]:
    """Have this thread rest a tenth of a millisecond after each turn of the block.

    For code that computes for long without the interpreter's lock: whoever rests with it keeps it.
    Where there are no such timers, the block runs as if this were not here.
    """
    library = _library()
    timer = None if library is None else _started(library)
    try:
        yield
    finally:
        if library is not None and timer is not None:
            library.timer_delete(timer)


@functools.cache
def _library() -> ctypes.CDLL | None:
    """The C library, after it was told what to do at the signal; None where it has no such timers.

    The signal is answered by `usleep` itself, which needs neither the interpreter nor its lock. It
    takes the signal's number, 64, for microseconds, and the kernel wakes it some fifty later.
    """
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "timer_create"):
        _tell_once("the C library has none")
        return None
    library.timer_delete.argtypes = [ctypes.c_void_p]
    library.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
    library.signal(signal.SIGRTMAX, ctypes.cast(library.usleep, ctypes.c_void_p))
    return library


def _started(library: ctypes.CDLL) -> ctypes.c_void_p | None:
    """A timer that interrupts this thread after each turn; None where none may be had."""
    timer = ctypes.c_void_p()
    event = _Event(None, signal.SIGRTMAX, _SIGEV_THREAD_ID, threading.get_native_id())
    if library.timer_create(_CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)) != 0:
        _tell_once(os.strerror(ctypes.get_errno()))
        return None
    times = _Times(0, _TURN, 0, _TURN)
    library.timer_settime(timer, 0, ctypes.byref(times), None)
    return timer


@functools.cache
def _tell_once(why: str) -> None:
    _log.warning("no timer for hashing (%s): the server works, but reads wait for hashes", why)
