"""For any sequence of requests, no 60 seconds allow more than 60."""

import functools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridgework.kit.security.rate_limit import Rule
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import Person

QUOTA, WINDOW = 60, 60.0

bursts = st.lists(
    st.tuples(
        st.integers(0, 90_000),  # milliseconds since the last burst
        st.integers(1, 80),
        st.sampled_from(["198.51.100.1", "198.51.100.2"]),
    ),
    min_size=1,
    max_size=8,
)


@given(bursts)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_window_allows_more_than_the_quota(
    loop: Loop, folder: Path, steps: list[tuple[int, int, str]]
) -> None:
    world = stage.world(
        worlds.settings(folder, rate_limit=Rule("default", QUOTA, int(WINDOW))),
        sample.router.operations,
        loop,
    )
    served: dict[str, list[float]] = {}
    for pause, count, address in steps:
        world.clock.advance(milliseconds=pause)
        now = world.clock.monotonic()
        ask = functools.partial(
            world.sending, "GET", "/nothing", as_=Person("", address=address), checked=False
        )
        responses = world.together([ask] * count)
        passed = [response for response in responses if response.status == 404]
        assert {response.status for response in responses} <= {404, 429}
        served.setdefault(address, []).extend([now] * len(passed))
        # No request below the quota is refused.
        fresh = [at for at in served[address] if at > now - WINDOW]
        assert len(fresh) <= QUOTA
        assert len(passed) == count or len(fresh) == QUOTA
    world.close()
    for times in served.values():
        for first, one_too_many in zip(times, times[QUOTA:], strict=False):
            assert one_too_many - first >= WINDOW


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("limit")
