"""All processes of a test run share one server, which is started on demand."""

import concurrent.futures
import contextlib
import threading
from collections.abc import Iterator

import pytest

from tests.servers import desk
from tests.servers.missing import ServerMissing


class Engine:
    """A server that counts its starts and stops and starts slowly."""

    def __init__(self) -> None:
        self.started = 0
        self.ended = 0

    @contextlib.contextmanager
    def running(self) -> Iterator[str]:
        self.started += 1
        number = self.started
        threading.Event().wait(0.05)
        yield f"engine://{number}"
        self.ended += 1


def missing() -> contextlib.AbstractContextManager[str]:
    raise ServerMissing("install an engine")


def broken() -> contextlib.AbstractContextManager[str]:
    raise RuntimeError("the engine said: no oil")


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def open_desk(engine: Engine) -> Iterator[desk.Desk]:
    opened = desk.Desk({"engine": engine.running, "missing": missing, "broken": broken})
    with contextlib.closing(opened):
        yield opened


def test_concurrent_tests_share_one_server(open_desk: desk.Desk, engine: Engine) -> None:
    address = open_desk.address()
    with concurrent.futures.ThreadPoolExecutor(4) as askers:
        answers = set(askers.map(lambda _: desk.ask_at(address, "engine"), range(8)))
    assert answers == {desk.Answer(url="engine://1")}
    assert open_desk.ask("engine") == desk.Answer(url="engine://1")
    open_desk.close()
    assert (engine.started, engine.ended) == (1, 1)


def test_no_server_is_started_without_need(open_desk: desk.Desk, engine: Engine) -> None:
    open_desk.address()
    open_desk.close()
    assert engine.started == 0


def test_the_failure_reason_is_reported(open_desk: desk.Desk) -> None:
    address = open_desk.address()
    assert desk.ask_at(address, "missing") == desk.Answer(missing="install an engine")
    assert desk.ask_at(address, "broken") == desk.Answer(failed="the engine said: no oil")
