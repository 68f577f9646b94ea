"""What takes short turns rests every two milliseconds, for as long as it was told to."""

import ctypes
import hashlib
import logging
import resource
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bridgework.kit import short_turns
from bridgework.kit.short_turns import in_short_turns

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the timers are Linux' own")

ROUNDS = 100_000


def work() -> bytes:
    """Some tens of milliseconds without the interpreter's lock."""
    return hashlib.pbkdf2_hmac("sha256", b"a password", b"and salt", ROUNDS)


def rests(act: Callable[[], object]) -> tuple[int, float]:
    """How often this thread gave up the core by itself meanwhile, and its milliseconds on it."""
    before, began = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw, time.thread_time()
    act()
    took = (time.thread_time() - began) * 1e3
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw - before, took


def work_in_turns() -> bytes:
    with in_short_turns():
        return work()


@pytest.fixture
def _told_nothing_yet() -> Iterator[None]:
    def forget() -> None:
        short_turns._library.cache_clear()
        short_turns._tell_once.cache_clear()

    forget()
    yield
    forget()


def test_it_rests_every_two_milliseconds_or_so() -> None:
    often, milliseconds = rests(work_in_turns)
    assert often > milliseconds / 3


def test_each_thread_rests_for_itself() -> None:
    with ThreadPoolExecutor(3) as pool:
        resting = [pool.submit(rests, work_in_turns) for _ in range(2)]
        other, milliseconds = pool.submit(rests, work).result()
        each = [one.result() for one in resting]
    assert all(often > took / 3 for often, took in each)
    assert other < milliseconds / 8


def test_it_comes_to_the_same() -> None:
    assert work_in_turns() == work()


def test_the_rests_end_with_the_block() -> None:
    work_in_turns()
    often, milliseconds = rests(work)
    assert often < milliseconds / 8


def test_the_rests_end_with_a_block_that_fails() -> None:
    with pytest.raises(ZeroDivisionError), in_short_turns():
        _ = 1 / 0
    often, milliseconds = rests(work)
    assert often < milliseconds / 8


def test_no_timer_is_left() -> None:
    timers = Path("/proc/self/timers")
    before = timers.read_text()
    for _ in range(100):
        with in_short_turns():
            assert timers.read_text() != before
    assert timers.read_text() == before


@pytest.mark.usefixtures("_told_nothing_yet")
def test_whoever_may_have_no_timer_works_without_rests_and_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_SIGPENDING)
    resource.setrlimit(resource.RLIMIT_SIGPENDING, (0, hard))
    try:
        with caplog.at_level(logging.WARNING):
            assert work_in_turns() == work_in_turns() == work()
    finally:
        resource.setrlimit(resource.RLIMIT_SIGPENDING, (soft, hard))
    assert [one.levelname for one in caplog.records] == ["WARNING"]
    assert "reads wait for hashes" in caplog.text


@pytest.mark.usefixtures("_told_nothing_yet")
def test_a_c_library_without_timers_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())
    with caplog.at_level(logging.WARNING):
        assert work_in_turns() == work_in_turns() == work()
    assert [one.levelname for one in caplog.records] == ["WARNING"]
