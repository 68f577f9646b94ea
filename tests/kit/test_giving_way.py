"""Work in the background rests while others are busy, and only then."""

import contextlib
import threading
import time
from collections.abc import Iterator

from bridgework.kit.giving_way import GivingWay

WORK = 0.02


def work(seconds: float = WORK) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(100))


@contextlib.contextmanager
def somebody_busy() -> Iterator[None]:
    stop = threading.Event()

    def spin() -> None:
        while not stop.is_set():
            sum(range(100))

    thread = threading.Thread(target=spin)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def test_nobody_rests_alone() -> None:
    giving_way = GivingWay()
    for _ in range(3):
        work()
        time.sleep(WORK)
        assert giving_way.rest() == 0


def test_beside_others_it_rests_many_times_as_long_as_it_worked() -> None:
    with somebody_busy():
        giving_way = GivingWay()
        for _ in range(3):
            work()
            began = time.perf_counter()
            rested = giving_way.rest()
            assert rested >= 9 * WORK
            assert time.perf_counter() - began >= rested


def test_what_took_long_is_rested_for_half_a_second_at_the_most() -> None:
    with somebody_busy():
        giving_way = GivingWay()
        work(0.1)
        assert giving_way.rest() == 0.5


def test_each_rest_is_for_what_came_after_the_last_one() -> None:
    with somebody_busy():
        giving_way = GivingWay()
        work()
        giving_way.rest()
        assert giving_way.rest() < WORK
