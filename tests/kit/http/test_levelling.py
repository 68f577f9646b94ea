"""Levelled operations answer on the beat, and hold nothing while they wait for it."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from starlette.types import Message

from bridgework.kit import auth
from bridgework.kit.errors import NoSuchThing
from bridgework.kit.http.context import Context
from bridgework.kit.http.response_timing import PERIOD
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests import timing
from tests.kit.http import ledger, stage
from tests.loop import Loop
from tests.timing import TimedRequest
from tests.world import World

MUCH_WORK = 0.030
PAIRS = 12

router = Router("Questions")


@router.post("/level/{whom}", who=auth.public, run_in_thread=True, constant_time=True)
def ask_level(context: Context, whom: str) -> Ok:
    """Take longer for somebody than for nobody, and be even."""
    return _look_for(whom)


@router.post("/uneven/{whom}", who=auth.public, run_in_thread=True)
def ask_uneven(context: Context, whom: str) -> Ok:
    """Take longer for somebody than for nobody."""
    return _look_for(whom)


@router.post("/written/{whom}", who=auth.public, constant_time=True)
def write_level(context: Context, whom: str) -> Ok:
    """Write, and be even."""
    ledger.write(context, whom)
    return OK


@router.post("/told/{whom}", who=auth.public, constant_time=True)
def tell_level(context: Context, whom: str, body: ledger.Entry) -> Ok:
    """Take a body, and be even."""
    return OK


@router.post("/refused/{whom}", who=auth.public, constant_time=True)
def refuse_level(context: Context, whom: str) -> Ok:
    """Refuse, and be even."""
    raise NoSuchThing


@router.post("/broken/{whom}", who=auth.public, constant_time=True)
def break_level(context: Context, whom: str) -> Ok:
    """Break, and be even."""
    raise RuntimeError


@router.post("/crowded/{whom}", who=auth.public, run_in_thread=True, constant_time=True)
def crowd_level(context: Context, whom: str) -> Ok:
    """Do next to nothing, in few threads."""
    return OK


def _look_for(whom: str) -> Ok:
    if whom == "somebody":
        time.sleep(MUCH_WORK)
        return OK
    raise NoSuchThing


@pytest.fixture
def settings(settings: Settings) -> Settings:
    limit = Rule("default", 10_000, 60)
    return settings.model_copy(update={"prevent_account_enumeration": True, "rate_limit": limit})


@pytest.fixture
def house(settings: Settings, loop: Loop) -> Iterator[World]:
    made = stage.world(settings, router.operations, loop)
    yield made
    made.close()


def pair(path: str) -> tuple[TimedRequest, TimedRequest]:
    return TimedRequest(f"{path}/somebody", None), TimedRequest(f"{path}/nobody", None)


def test_what_takes_longer_is_not_told_apart(house: World) -> None:
    timing.must_be_indistinguishable(*timing.measure(house, PAIRS, lambda _: pair("/level")))


def test_what_takes_a_beat_longer_is_noticed() -> None:
    sooner, later = [PERIOD + 0.001] * PAIRS, [2 * PERIOD + 0.001] * PAIRS
    with pytest.raises(AssertionError):
        timing.must_be_indistinguishable(sooner, later)
    timing.must_be_indistinguishable(sooner, [*sooner[1:], later[0]])


def test_it_would_be_told_apart_otherwise(house: World) -> None:
    one, other = timing.measure(house, PAIRS, lambda _: pair("/uneven"))
    assert timing.are_apart(one, other), timing.summary(one, other)


def test_nothing_waits_where_accounts_are_revealed(settings: Settings, loop: Loop) -> None:
    open_house = settings.model_copy(update={"prevent_account_enumeration": False})
    house = stage.world(open_house, router.operations, loop)
    try:
        seconds, _ = timing.measure(house, 5, lambda _: pair("/written"))
    finally:
        house.close()
    assert min(timing.periods_taken(seconds)) == 0


@pytest.mark.parametrize(("path", "status"), [("/refused", 404), ("/broken", 500)])
def test_what_fails_waits_as_well(house: World, path: str, status: int) -> None:
    house.post(f"{path}/nobody").must(status)
    seconds, _ = timing.measure(house, 3, lambda _: pair(path))
    assert min(timing.periods_taken(seconds)) == 1


@pytest.mark.parametrize("path", ["/written", "/crowded"])
def test_no_thread_and_no_transaction_waits(house: World, path: str) -> None:
    """There are a dozen threads and one writer: a hundred would wait for eight beats or more."""
    began = time.perf_counter()
    answers = house.together([lambda: house.sending("POST", f"{path}/nobody", checked=False)] * 100)
    passed = time.perf_counter() - began
    assert {answer.status for answer in answers} == {200}
    assert passed < 4 * PERIOD


def test_who_goes_away_is_not_waited_for(house: World) -> None:
    async def hang_up() -> float:
        asking = asyncio.ensure_future(house.sending("POST", "/written/nobody", checked=False))
        await asyncio.sleep(PERIOD / 5)
        began = time.perf_counter()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        return time.perf_counter() - began

    assert house.loop.run(hang_up()) < PERIOD / 2


def test_the_time_a_body_takes_to_come_is_not_counted(house: World) -> None:
    """Else who sends it slowly could choose the moment of the beat."""
    body = b'{"amount": 1}'
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/told/nobody",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"13")],
        "client": ("198.51.100.1", 40000),
    }

    async def answered() -> float:
        moments: list[float] = []

        async def receive() -> Message:
            await asyncio.sleep(PERIOD * 0.8)
            moments.append(time.perf_counter())
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            assert message.get("status", 200) == 200
            moments.append(time.perf_counter())

        await house.application.api(scope, receive, send)
        return moments[1] - moments[0]

    assert house.loop.run(answered()) >= PERIOD * 0.99
