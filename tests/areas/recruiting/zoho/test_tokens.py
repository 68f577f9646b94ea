"""All requests share one access token, which one thread fetches."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from bridgework.areas.back_office.recruiting.errors import (
    RecruitingNotConnected,
    RecruitingUnavailable,
)
from bridgework.areas.back_office.recruiting.zoho.tokens import Tokens
from tests import cast
from tests.areas.recruiting.recruiting_client import OPENINGS
from tests.clock import ManualClock
from tests.servers import zoho
from tests.servers import zoho_faults as faults
from tests.servers.zoho import StandIn
from tests.world import World

GRANT = {
    "client_id": zoho.CLIENT,
    "client_secret": zoho.SECRET,
    "refresh_token": zoho.REFRESH,
}
TOKEN = "/oauth/v2/token"


@pytest.fixture(autouse=True)
def _shared_clock() -> None:
    """Replace the fixture: most of these tests use no world."""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def tokens(at: StandIn, clock: ManualClock) -> Iterator[Tokens]:
    with httpx2.Client(timeout=2) as client:
        yield Tokens(client, at.url, GRANT, clock.monotonic)


def test_twenty_concurrent_threads_fetch_one_token(at: StandIn, tokens: Tokens) -> None:
    at.refresh_seconds = 0.1
    with ThreadPoolExecutor(20) as pool:
        fetched = set(pool.map(lambda _: tokens.token(), range(20)))
    assert (len(fetched), at.refreshed) == (1, 1)


def test_twenty_threads_with_an_expired_token_fetch_one_more(at: StandIn, tokens: Tokens) -> None:
    at.refresh_seconds = 0.1
    first = tokens.token()

    def replace_token(_: int) -> str:
        tokens.discard(first)
        return tokens.token()

    with ThreadPoolExecutor(20) as pool:
        fetched = set(pool.map(replace_token, range(20)))
    assert (len(fetched), at.refreshed) == (1, 2)


def test_a_token_is_used_until_shortly_before_it_expires(
    at: StandIn, tokens: Tokens, clock: ManualClock
) -> None:
    first = tokens.token()
    clock.advance(minutes=54)
    assert tokens.token() == first
    clock.advance(minutes=1)
    assert tokens.token() != first
    assert at.refreshed == 2


@pytest.mark.parametrize(
    ("misbehaviour", "fault", "seconds"),
    [
        (faults.refuses_tokens, RecruitingNotConnected, 60),
        (faults.throttles_tokens, RecruitingUnavailable, 60),
        (faults.breaks, RecruitingUnavailable, 5),
        (faults.talks_nonsense, RecruitingUnavailable, 5),
        (faults.is_busy, RecruitingUnavailable, 60),
    ],
)
def test_a_failure_is_cached_for_all_threads(
    at: StandIn,
    tokens: Tokens,
    clock: ManualClock,
    misbehaviour: zoho.Misbehaviour,
    fault: type[Exception],
    seconds: int,
) -> None:
    at.misbehave(TOKEN, misbehaviour)
    for _ in range(20):
        with pytest.raises(fault):
            tokens.token()
    clock.advance(seconds=seconds - 1)
    with pytest.raises(fault):
        tokens.token()
    assert at.count(TOKEN) == 1
    clock.advance(seconds=1)
    assert tokens.token()


def test_a_lost_connection_is_retried_once(at: StandIn, tokens: Tokens) -> None:
    at.misbehave(TOKEN, faults.hangs_up)
    assert tokens.token()
    assert at.count(TOKEN) == 2


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_twenty_concurrent_requests_fetch_one_token(world: World, at: StandIn) -> None:
    root = cast.root(world)
    at.refresh_seconds = 0.1
    for refreshed in (1, 2):
        sends = [lambda: world.sending("GET", OPENINGS, as_=root)] * 20
        responses = world.together(sends)
        assert {response.status for response in responses} == {200}
        assert at.refreshed == refreshed
        at.tokens.clear()
        time.sleep(0.01)
