"""The queue of the access log: bounded, in order, and written at exit and before errors."""

import io
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from bridgework.kit.core.observability import access_log as module
from bridgework.kit.core.observability import log
from bridgework.kit.core.observability.access_log import AccessLine, AccessLog, access_log

_log = logging.getLogger("bridgework.test")


def line(number: int = 1, *, status: int = 200) -> AccessLine:
    """Return the line of a request; its ID has the number."""
    return AccessLine(1.25, "listExperts", "GET", "/experts", status, 0.00125, f"id-{number}")


class Stream(io.StringIO):
    """Standard error that can be blocked or fail."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read = threading.Event()
        self.is_read.set()
        self.failure: Exception | None = None

    def write(self, text: str) -> int:
        self.is_read.wait(30)
        if self.failure is not None:
            raise self.failure
        return super().write(text)

    @property
    def ids(self) -> list[str]:
        """The request IDs and the messages of the lines, in order."""
        return [text.split()[-1] for text in self.getvalue().splitlines()]


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stream]:
    """Configure the log of the process as a server does; yield what it writes."""
    root, ours = logging.getLogger(), logging.getLogger("bridgework")
    before = [*root.handlers], root.level, ours.level
    written = Stream()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    log.configure("text")
    yield written
    written.is_read.set()
    access_log.stop()
    root.handlers[:], *levels = before
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def started(stream: Stream) -> AccessLog:
    with pytest.MonkeyPatch.context() as patch:  # pytest sets its own for each phase of a test
        patch.setattr(sys, "stderr", stream)
        return log.queue_access_log("text")


def wait_until_it_writes(queue: AccessLog) -> None:
    ends = time.monotonic() + 10
    while queue._lines and time.monotonic() < ends:
        time.sleep(0.005)


def test_the_lines_of_both_formats() -> None:
    assert module.to_json(line()) == (
        '{"at": "1970-01-01T00:00:01.250Z", "level": "info", "logger": "bridgework.access", '
        '"message": "request", "operation": "listExperts", "method": "GET", '
        '"path": "/experts", "status": 200, "ms": 1.2, "requestId": "id-1"}'
    )
    assert module.to_text(line()) == (
        "1970-01-01T00:00:01.250Z GET    200      1.2 ms  listExperts  /experts  id-1"
    )


def test_many_lines_are_written_in_order(stream: Stream) -> None:
    queue = started(stream)
    for number in range(50_000):
        queue.add(line(number))
    wait_until_it_writes(queue)
    queue.stop()
    assert stream.ids == [f"id-{number}" for number in range(50_000)]


def test_a_line_is_written_without_another_one(stream: Stream) -> None:
    queue = started(stream)
    queue.add(line())
    wait_until_it_writes(queue)
    queue._writing.acquire()  # the batch is complete
    queue._writing.release()
    assert stream.ids == ["id-1"]


def test_other_lines_are_in_the_order_of_events(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BATCH_SECONDS", 60)
    queue = started(stream)
    queue.add(line(1))
    _log.error("failed")
    assert stream.ids == ["id-1", "failed"]
    queue.add(line(2, status=500))
    assert stream.ids == ["id-1", "failed"]
    _log.warning("slow")
    assert stream.ids == ["id-1", "failed", "id-2", "slow"]


def test_a_stopped_log_can_be_started_again(stream: Stream) -> None:
    for number in range(3):
        queue = started(stream)
        queue.add(line(number))
        queue.stop()
    assert stream.ids == ["id-0", "id-1", "id-2"]


def test_without_its_thread_a_line_is_written_at_once(stream: Stream) -> None:
    access_log.add(line())
    assert stream.ids == ["id-1"]


def unread(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> AccessLog:
    """Start a queue of at most 100 lines, whose thread waits for a reader with the first line."""
    monkeypatch.setattr(module, "_MAX_LINES", 100)
    stream.is_read.clear()
    queue = started(stream)
    queue.add(line(0))
    wait_until_it_writes(queue)
    return queue


def test_while_the_log_is_not_read_lines_are_dropped_and_counted(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = unread(stream, monkeypatch)
    for number in range(1, 151):
        queue.add(line(number))
    assert len(queue._lines) == 100
    stream.is_read.set()
    ends = time.monotonic() + 10
    while "lost" not in stream.getvalue() and time.monotonic() < ends:
        time.sleep(0.01)
    assert "lost access lines: 50\n" in stream.getvalue()
    assert stream.ids[:101] == [f"id-{number}" for number in range(101)]


def test_the_line_of_a_server_error_waits_for_the_reader(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = unread(stream, monkeypatch)
    for number in range(1, 101):
        queue.add(line(number))
    caller = threading.Thread(target=queue.add, args=(line(101, status=500),))
    caller.start()
    caller.join(0.1)
    assert caller.is_alive()
    stream.is_read.set()
    caller.join(10)
    queue.stop()
    assert stream.ids == [f"id-{number}" for number in range(102)]


def test_the_thread_survives_a_full_disk(stream: Stream) -> None:
    queue = started(stream)
    stream.failure = OSError("no space left on device")
    queue.add(line(1))
    wait_until_it_writes(queue)
    queue.flush()
    stream.failure = None
    queue.add(line(2))
    ends = time.monotonic() + 10
    while "lost" not in stream.getvalue() and time.monotonic() < ends:
        time.sleep(0.01)
    assert "id-2" in stream.ids
    assert "lost access lines: 1\n" in stream.getvalue()


def test_logging_while_the_queue_is_written_does_not_deadlock(stream: Stream) -> None:
    """A destructor may log anything at any time, in the thread of the access log too."""
    queue = started(stream)

    def form(written: AccessLine) -> str:
        _log.warning("destroyed")
        return module.to_text(written)

    queue._format = form
    done = threading.Event()

    def log_errors() -> None:
        for number in range(2_000):
            queue.add(line(number))
            _log.error("failed")
        done.set()

    threading.Thread(target=log_errors, daemon=True).start()
    assert done.wait(30)
    queue.stop()
    assert stream.getvalue().count("listExperts") == 2_000


def test_destructors_that_log_in_two_threads_do_not_deadlock(stream: Stream) -> None:
    """One thread formats a line of another logger, the other one formats the queue."""
    is_in_error, is_in_queue = threading.Event(), threading.Event()

    class Formatter(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            if record.msg == "failed":
                queue.add(line())
                is_in_error.set()
                is_in_queue.wait(0.3)
                time.sleep(0.1)  # the other thread now waits for a lock
                queue.add(line())
                _log.warning("destroyed")
            return super().format(record)

    def form(written: AccessLine) -> str:
        is_in_queue.set()
        _log.warning("destroyed")
        return module.to_text(written)

    logging.getLogger().handlers[0].setFormatter(Formatter())
    queue = started(stream)
    queue._format = form
    caller = threading.Thread(target=_log.error, args=("failed",), daemon=True)
    caller.start()
    assert is_in_error.wait(10)
    writer = threading.Thread(target=queue.flush, daemon=True)
    writer.start()
    for each in (caller, writer):
        each.join(10)
        assert not each.is_alive()
    queue.stop()
    assert stream.getvalue().count("listExperts") == 2


START = """
import logging, os, sys
from bridgework.kit.core.observability import log
from bridgework.kit.core.observability.access_log import AccessLine
log.configure("text")
queue = log.queue_access_log("text")
def add(name):
    queue.add(AccessLine(1.25, "listExperts", "GET", "/experts", 200, 0.001, name))
"""


def run(program: str) -> tuple[int, list[str]]:
    """Run a program that logs. Returns its status, and the last words of the lines."""
    arguments: list[Any] = [sys.executable, "-W", "ignore", "-c", START + program]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode, [text.split()[-1] for text in ended.stderr.splitlines() if text]


@pytest.mark.slow("starts a process")
@pytest.mark.parametrize(
    ("end", "status", "last"),
    [
        ("", 0, "id-1"),
        ("sys.exit(3)", 3, "id-1"),
        ("raise SystemExit(4)", 4, "id-1"),
        ("logging.getLogger('bridgework').error('exiting'); os._exit(1)", 1, "exiting"),
    ],
)
def test_the_queue_is_written_at_exit(end: str, status: int, last: str) -> None:
    code, words = run(f"add('id-1')\n{end}")
    assert code == status
    assert words[0] == "id-1"
    assert words[-1] == last


@pytest.mark.slow("starts a process")
def test_a_forked_process_writes_its_own_lines_only() -> None:
    """Even if the thread of the parent process is writing, its lock taken, at the fork."""
    program = """
add("parent")
queue._writing.acquire()
child = os.fork()
if child == 0:
    add("child")
    logging.getLogger("bridgework").error("of the child")
    sys.exit(0)
queue._writing.release()
os.waitpid(child, 0)
queue.stop()
"""
    code, words = run(program)
    assert code == 0
    assert sorted(words) == ["child", "child", "parent"]
