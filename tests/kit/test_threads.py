"""The threads of a pool exist from its start, with the priority of the pool."""

import os
import sys
import threading

import pytest

from bridgework.kit.core import ThreadPool


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_all_threads_exist_from_the_start() -> None:
    pool = ThreadPool("eager", 3)
    pool.start()
    names = {thread.name for thread in threading.enumerate()}
    assert {"eager_0", "eager_1", "eager_2"} <= names
    pool.close()


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are set on Linux only")
def test_a_pool_has_its_priority_for_tasks_of_threads_with_a_lower_one() -> None:
    usual = niceness()
    pool, others = ThreadPool("pool", 2, niceness=usual + 3), ThreadPool("o", 1, niceness=usual + 9)
    pool.start()
    found = others.submit(lambda: pool.submit(niceness).result(10)).result(10)
    assert found == usual + 3
    others.close()
    pool.close()


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are set on Linux only")
def test_a_pool_that_starts_late_runs_its_tasks_with_the_lower_priority() -> None:
    usual = niceness()
    late, slow = ThreadPool("late", 1, niceness=usual + 3), ThreadPool("s", 1, niceness=usual + 9)
    found = slow.submit(lambda: late.submit(niceness).result(10)).result(10)
    assert found == usual + 9
    slow.close()
    late.close()
