"""Password hashing uses one thread per core."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bridgework.kit.core import threads
from bridgework.kit.security import Passwords, passwords


@pytest.mark.parametrize(("cores", "at_once"), [(1, 1), (2, 2), (4, 4), (64, 4)])
def test_one_thread_per_core_hashes(
    monkeypatch: pytest.MonkeyPatch, cores: int, at_once: int
) -> None:
    monkeypatch.setattr(passwords, "available_cores", lambda: cores)
    hashing = Passwords()
    together, alone = threading.Barrier(at_once), threading.Lock()
    busy, most = 0, 0

    def hash_slowly() -> str:
        nonlocal busy, most
        with alone:
            busy += 1
            most = max(most, busy)
        together.wait(timeout=10)  # reached by as many threads as may run concurrently
        with alone:
            busy -= 1
        return "hashed"

    with ThreadPoolExecutor(3 * at_once) as asking:
        asked = [asking.submit(hashing._run, hash_slowly) for _ in range(3 * at_once)]
    assert {one.result() for one in asked} == {"hashed"}
    assert most == at_once


def test_only_the_hashed_password_matches() -> None:
    hashing = Passwords()
    stored = hashing.hash("a good password")
    assert hashing.verify(stored, "a good password")
    assert not hashing.verify(stored, "a bad password")
    assert not hashing.verify("no hash at all", "a good password")


def test_at_least_one_core_is_available() -> None:
    assert threads.available_cores() >= 1
