"""Supervises the worker processes: starts, restarts, reloads and stops them.

granian's own supervision gives up when a worker process dies twice within seconds, and its reload
runs the old and the new process side by side. Both are replaced here. The parent holds the
listening socket, so that connections wait in its backlog while no worker process accepts them.
"""

import logging
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click
from granian.net import SocketHolder
from granian.server.mp import MPServer, WorkerProcess

DRAIN = signal.SIGUSR1
"""Asks a worker process to close each connection with its next response."""

_log = logging.getLogger("bridgework.supervisor")
_POLL_SECONDS = 0.05
_GRACE_SECONDS = 0.5
"""How long clients of kept-alive connections have to send a request that gets the last response."""
_ACCEPT_SECONDS = 2.0
"""How long worker processes may take to stop accepting, on a busy machine."""
_STOP_SECONDS = 20.0
_FIRST_DELAY = 0.1
_LONGEST_DELAY = 1.0
_STABLE_SECONDS = 30.0
"""A worker process that lived this long is restarted at once."""
_MOST_FAILED_STARTS = 5

Load = Callable[[Callable[[], None]], Any]
"""Makes the application in a worker process; calls its argument once the application has started.

Raises ClickException if it can't.
"""


class Supervisor(MPServer):  # type: ignore[misc]  # granian is typed in part only
    """granian's server with its own listening socket and supervision."""

    reload_signal: bool

    def __init__(
        self,
        listener: socket.socket,
        load: Load,
        check: Callable[[], object],
        on_ready: Callable[[], object],
        **options: Any,
    ) -> None:
        """`check` raises ClickException if new worker processes could not start.

        `on_ready` is called once all worker processes have started.
        """
        super().__init__("", **options)
        self._listener = listener
        self._load = load
        self._check = check
        self._on_ready = on_ready
        self._is_ready = False
        self._slots = [_Slot() for _ in range(self.workers)]
        self._has_failed = False

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT. Raises ClickException if a worker process can't start."""
        self.serve(target_loader=self._load, wrap_loader=False)
        if self._has_failed:
            raise click.ClickException(
                "the server ended because a worker process could not start: "
                "the reason is in the lines above"
            )

    def _init_shared_socket(self) -> None:
        # By default each worker process listens on a socket of its own on Linux, and connections
        # that it has not accepted are reset when it ends.
        self._sso = self._listener
        self._sfd = self._listener.fileno()
        self._shd = SocketHolder(self._sfd, False, self.backlog)

    def _drop_shared_socket(self) -> None:
        """Do nothing: `_stop_workers` closes the listener, once the connections are drained."""

    def _spawn_worker(self, idx: int, target: Any, callback_loader: Load) -> WorkerProcess:
        slot = self._slots[idx]
        slot.has_started = multiprocessing.RawValue("b", 0)
        loader = partial(_load_in_worker, callback_loader, slot.has_started)
        return super()._spawn_worker(idx, target, loader)

    def _serve_loop(self, spawn_target: Any, target_loader: Load) -> None:
        """Replace worker processes that died, and all of them on SIGHUP, until asked to end."""
        start = partial(self._start, spawn_target, target_loader)
        # A poll, since the event that granian's signal handlers set must not be waited for by the
        # thread that runs them.
        while not (self.interrupt_signal or self._has_failed):
            if self.reload_signal:
                self.reload_signal = False
                self._reload_workers(start)
            for idx, worker in enumerate(self.wrks):
                if not worker.is_alive():
                    self._revive(idx, worker, start)
            if not self._is_ready and all(slot.has_started.value for slot in self._slots):
                self._is_ready = True
                self._on_ready()
            time.sleep(_POLL_SECONDS)
        # Otherwise granian would exit with 1 because of worker processes that were replaced.
        self.interrupt_children.clear()

    def _start(self, target: Any, load: Load, idx: int) -> None:
        worker = self._spawn_worker(idx, target, load)
        worker.start()
        self.wrks[idx] = worker

    def _revive(self, idx: int, worker: WorkerProcess, start: Callable[[int], None]) -> None:
        """Start the successor of a worker process that died, once its delay is over."""
        slot = self._slots[idx]
        if slot.restart_at is None:
            slot.note_death(time.monotonic() - worker.birth)
            status = worker.inner.exitcode or 0
            reason = f"signal {-status}" if status < 0 else f"exit status {status}"
            # A process that exits during its start would do so again; a signal may not recur.
            if slot.failed_starts and (status >= 0 or slot.failed_starts >= _MOST_FAILED_STARTS):
                _log.error("worker process %d could not start (%s)", idx + 1, reason)
                self._has_failed = True
                return
            delay = slot.delay()
            slot.restart_at = time.monotonic() + delay
            _log.error("worker process %d died (%s): restart in %.1f s", idx + 1, reason, delay)
        if time.monotonic() >= slot.restart_at:
            slot.restart_at = None
            start(idx)

    def _reload_workers(self, start: Callable[[int], None]) -> None:
        """Replace the worker processes one after the other: on SQLite only one may run."""
        try:
            self._check()
        except click.ClickException as error:
            _log.error("reload refused, the current worker processes continue: %s", error.message)
            return
        _log.info("reload: the worker processes are replaced")
        for idx, worker in enumerate(self.wrks):
            self._end([worker])
            self._slots[idx].forget_deaths()
            start(idx)
            if not self._has_started(idx):
                return

    def _has_started(self, idx: int) -> bool:
        """Wait until the worker process has started. False if it died or the server is to end."""
        while not self._slots[idx].has_started.value:
            if self.interrupt_signal or not self.wrks[idx].is_alive():
                return False
            time.sleep(_POLL_SECONDS)
        return True

    def _stop_workers(self) -> None:
        self._end(self.wrks, close=True)
        self.wrks.clear()

    def _end(self, workers: Sequence[WorkerProcess], *, close: bool = False) -> None:
        """Drain worker processes and end them; `close` the listener when they accept no more."""
        for worker in workers:
            if worker.is_alive():
                os.kill(worker.inner.pid, DRAIN)
        time.sleep(_GRACE_SECONDS)
        for worker in workers:
            worker.terminate()
        started = time.monotonic()
        if close:
            # A worker process whose listener is shut down before it has handled SIGTERM would not
            # end. The processes have the socket open too; closing alone would leave it listening.
            _join(workers, started + _ACCEPT_SECONDS)
            self._listener.shutdown(socket.SHUT_RDWR)
        _join(workers, started + _STOP_SECONDS)
        for worker in workers:
            if worker.is_alive():
                _log.warning("worker process %d did not end in time and is killed", worker.idx + 1)
                worker.kill()
                worker.join()


def _join(workers: Sequence[WorkerProcess], deadline: float) -> None:
    """Wait until the worker processes have ended, but not past the deadline."""
    for worker in workers:
        # A thread of granian waits for the same process. If it is the first to see the end, `join`
        # returns at once, a moment before the exit status is known.
        while worker.is_alive() and (left := deadline - time.monotonic()) > 0:
            worker.join(left)


class _Slot:
    """What is known about the successive worker processes of one number."""

    def __init__(self) -> None:
        self.has_started = multiprocessing.RawValue("b", 0)
        self.restart_at: float | None = None
        self.failed_starts = 0
        self._deaths = 0

    def note_death(self, lived: float) -> None:
        """Count a death after so many seconds."""
        self.failed_starts = 0 if self.has_started.value else self.failed_starts + 1
        self._deaths = 1 if lived >= _STABLE_SECONDS else self._deaths + 1

    def forget_deaths(self) -> None:
        """Reset the counters after a reload."""
        self.restart_at = None
        self.failed_starts = self._deaths = 0

    def delay(self) -> float:
        """Seconds until the restart: none after the first death, then doubled up to the longest."""
        if self._deaths < 2:
            return 0.0
        return min(_FIRST_DELAY * 2.0 ** (self._deaths - 2), _LONGEST_DELAY)


def _load_in_worker(load: Load, has_started: Any) -> Any:
    """Create the application; if it cannot be created, print the reason and exit."""
    # The handlers are the parent's until granian sets its own: a process that is still starting
    # would ignore SIGTERM.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(DRAIN, signal.SIG_IGN)

    def note_start() -> None:
        has_started.value = True

    try:
        return load(note_start)
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
