"""IDs are ascending UUIDs of version 7 (RFC 9562) in canonical form."""

import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from bridgework.kit.core import ids, is_id, new_id

CANONICAL = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def milliseconds(text: str) -> int:
    """The time in an ID: its first 48 bits."""
    return uuid.UUID(text).int >> 80


def test_an_id_is_a_uuid_of_version_7_with_the_current_time() -> None:
    before = time.time_ns() // 1_000_000
    made = new_id()
    after = time.time_ns() // 1_000_000
    assert CANONICAL.fullmatch(made)
    parsed = uuid.UUID(made)
    assert (parsed.version, parsed.variant) == (7, uuid.RFC_4122)
    assert (
        before <= milliseconds(made) <= after + 1_000
    )  # IDs may run ahead while many are generated
    assert is_id(made)


def test_ids_are_ascending() -> None:
    made = [new_id() for _ in range(20_000)]
    assert made == sorted(set(made))


def test_threads_never_generate_the_same_id() -> None:
    with ThreadPoolExecutor(4) as threads:
        parts = list(threads.map(lambda _: [new_id() for _ in range(2_000)], range(4)))
    assert all(part == sorted(part) for part in parts)
    assert len({one for part in parts for one in part}) == 8_000


def test_ids_ascend_if_the_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    former = new_id()
    monkeypatch.setattr(time, "time_ns", lambda: 1_000_000)
    assert new_id() > former


def test_ids_ascend_without_waiting_after_the_clock_jumps_forward_and_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The order of IDs is global to the process: without this, those of later tests run ahead.
    monkeypatch.setattr(ids, "_last_tick", ids._last_tick)
    monkeypatch.setattr(time, "sleep", _must_not_wait)
    now = time.time_ns()
    hour = 3_600 * 10**9
    made = []
    for clock in (now, now + hour, now, now - hour):
        monkeypatch.setattr(time, "time_ns", lambda clock=clock: clock)
        with ThreadPoolExecutor(4) as threads:
            parts = list(threads.map(lambda _: [new_id() for _ in range(5_000)], range(4)))
        assert all(part == sorted(part) for part in parts)
        made.append(sorted(one for part in parts for one in part))
    every = [one for part in made for one in part]
    assert every == sorted(set(every))  # each round is greater than the previous one
    assert all(CANONICAL.fullmatch(one) for one in every)
    # 4,096 IDs use a millisecond of the counter: 80,000 run about 20 ms ahead of the jump.
    assert 0 <= milliseconds(every[-1]) - (now + hour) // 1_000_000 <= 20


def _must_not_wait(_: float) -> None:
    raise AssertionError("making an id never waits")


def test_a_full_counter_carries_into_the_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1_800_000_000_000
    monkeypatch.setattr(ids, "_last_tick", (at << 12) + 0xFFE)
    monkeypatch.setattr(time, "time_ns", lambda: at * 1_000_000)
    last, carried = uuid.UUID(new_id()), uuid.UUID(new_id())
    assert (milliseconds(str(last)), last.int >> 64 & 0xFFF) == (at, 0xFFF)
    assert (milliseconds(str(carried)), carried.int >> 64 & 0xFFF) == (at + 1, 0)
    assert (carried.version, carried.variant) == (7, uuid.RFC_4122)


def test_the_random_parts_differ() -> None:
    tails = {uuid.UUID(new_id()).int & ((1 << 62) - 1) for _ in range(1_000)}
    assert len(tails) == 1_000


@pytest.mark.parametrize("text", ["00000000-0000-0000-0000-000000000000", "f" * 8 + "-ffff" * 3
                                  + "-" + "f" * 12])  # fmt: skip
def test_any_canonical_uuid_is_an_id(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "0" * 32,
        "00000000-0000-7000-8000-00000000000A",
        "urn:uuid:00000000-0000-7000-8000-000000000000",
        "{00000000-0000-7000-8000-000000000000}",
        " 00000000-0000-7000-8000-000000000000",
        "00000000-0000-7000-8000-000000000000\n",
        "00000000-0000-7000-8000-00000000000",
        "00000000-0000-7000-8000-0000000000000",
        "0000000-00000-7000-8000-000000000000",
        "٠0000000-0000-7000-8000-000000000000",
    ],
)
def test_another_format_is_not_an_id(text: str) -> None:
    assert not is_id(text)
