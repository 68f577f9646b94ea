"""Constant-time operations respond at the end of a period and occupy nothing while they wait."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from starlette.types import Message

from bridgework.context import Context
from bridgework.kit.core import NoSuchThing
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.http.responses.response_timing import PERIOD
from bridgework.kit.security import auth
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import timing
from tests.kit.http import ledger, stage
from tests.loop import Loop
from tests.timing import TimedRequest
from tests.world import World

pytestmark = pytest.mark.slow("waits until a response was padded")

MUCH_WORK = 0.030
PAIRS = 12

router = Router("Questions")


@router.post("/padded/{whom}", who=auth.public, pool="computing", constant_time=True)
def look_up_padded(context: Context, whom: str) -> Ok:
    """Take longer for an existing account, with padding."""
    return _look_for(whom)


@router.post("/unpadded/{whom}", who=auth.public, pool="computing")
def look_up_unpadded(context: Context, whom: str) -> Ok:
    """Take longer for an existing account."""
    return _look_for(whom)


@router.post("/written/{whom}", who=auth.public, constant_time=True)
def write_padded(context: Context, whom: str) -> Ok:
    """Write, with padding."""
    ledger.write(context, whom)
    return OK


@router.post("/with-body/{whom}", who=auth.public, constant_time=True)
def take_body_padded(context: Context, whom: str, body: ledger.Entry) -> Ok:
    """Accept a body, with padding."""
    return OK


@router.post("/refused/{whom}", who=auth.public, constant_time=True)
def refuse_padded(context: Context, whom: str) -> Ok:
    """Raise an ApiError, with padding."""
    raise NoSuchThing


@router.post("/broken/{whom}", who=auth.public, constant_time=True)
def break_padded(context: Context, whom: str) -> Ok:
    """Raise an unexpected exception, with padding."""
    raise RuntimeError


@router.post("/crowded/{whom}", who=auth.public, pool="computing", constant_time=True)
def respond_padded(context: Context, whom: str) -> Ok:
    """Respond immediately, in a thread, with padding."""
    return OK


def _look_for(whom: str) -> Ok:
    if whom == "existing":
        time.sleep(MUCH_WORK)
        return OK
    raise NoSuchThing


@pytest.fixture
def settings(settings: Settings) -> Settings:
    limit = Rule("default", 10_000, 60)
    return settings.model_copy(update={"prevent_account_enumeration": True, "rate_limit": limit})


@pytest.fixture
def server(settings: Settings, loop: Loop) -> Iterator[World]:
    created = stage.world(settings, router.operations, loop)
    yield created
    created.close()


def pair(path: str) -> tuple[TimedRequest, TimedRequest]:
    return TimedRequest(f"{path}/existing", None), TimedRequest(f"{path}/unknown", None)


def test_constant_time_responses_have_equal_durations(server: World) -> None:
    timing.must_be_indistinguishable(*timing.measure(server, PAIRS, lambda _: pair("/padded")))


def test_the_check_detects_a_response_that_is_one_period_longer() -> None:
    sooner, later = [PERIOD + 0.001] * PAIRS, [2 * PERIOD + 0.001] * PAIRS
    with pytest.raises(AssertionError):
        timing.must_be_indistinguishable(sooner, later)
    timing.must_be_indistinguishable(sooner, [*sooner[1:], later[0]])


def test_without_constant_time_the_durations_differ(server: World) -> None:
    one, other = timing.measure(server, PAIRS, lambda _: pair("/unpadded"))
    assert timing.are_apart(one, other), timing.summary(one, other)


def test_without_enumeration_prevention_nothing_is_padded(settings: Settings, loop: Loop) -> None:
    without_prevention = settings.model_copy(update={"prevent_account_enumeration": False})
    server = stage.world(without_prevention, router.operations, loop)
    try:
        seconds, _ = timing.measure(server, 5, lambda _: pair("/written"))
    finally:
        server.close()
    assert min(timing.periods_taken(seconds)) == 0


@pytest.mark.parametrize(("path", "status"), [("/refused", 404), ("/broken", 500)])
def test_failed_responses_are_padded(server: World, path: str, status: int) -> None:
    server.post(f"{path}/unknown").must(status)
    seconds, _ = timing.measure(server, 3, lambda _: pair(path))
    assert min(timing.periods_taken(seconds)) == 1


@pytest.mark.parametrize("path", ["/written", "/crowded"])
def test_padding_occupies_no_thread_and_no_transaction(server: World, path: str) -> None:
    """There are a dozen threads and one writer: 100 requests would wait for eight periods."""
    began = time.perf_counter()
    responses = server.together(
        [lambda: server.sending("POST", f"{path}/unknown", checked=False)] * 100
    )
    passed = time.perf_counter() - began
    assert {response.status for response in responses} == {200}
    assert passed < 4 * PERIOD


def test_a_cancelled_request_is_not_padded(server: World) -> None:
    """Its work is over when it is cancelled, except on a busy machine: the best round counts."""

    async def hang_up() -> float:
        asking = asyncio.ensure_future(server.sending("POST", "/written/unknown", checked=False))
        await asyncio.sleep(PERIOD / 5)
        began = time.perf_counter()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        return time.perf_counter() - began

    assert min(server.loop.run(hang_up()) for _ in range(5)) < PERIOD / 2


def test_the_time_to_receive_the_body_is_not_counted(server: World) -> None:
    """Otherwise a client that sends slowly could choose the end of the period."""
    body = b'{"amount": 1}'
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/with-body/unknown",
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

        await server.application.api(scope, receive, send)
        return moments[1] - moments[0]

    assert server.loop.run(answered()) >= PERIOD * 0.99
