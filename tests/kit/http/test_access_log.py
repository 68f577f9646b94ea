"""One line a request: what an operator needs, and nothing that names a person."""

import io
import json
import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridgework.kit import log
from bridgework.kit.log import Format
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage, wire
from tests.loop import Loop
from tests.world import Person, World

ADA = Person("ada@example.com", token="secret-token", address="198.51.100.77")


Written = Callable[[], str]


@pytest.fixture(params=["json", "text"])
def form(request: pytest.FixtureRequest) -> Format:
    form: Format = request.param
    return form


@pytest.fixture
def watched(form: Format, tmp_path: Path, loop: Loop) -> Iterator[World]:
    settings = worlds.settings(tmp_path, log_format=form)
    world = stage.world(settings, made_up.router.operations, loop)
    yield world
    world.close()


@pytest.fixture
def written(form: Format, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """What the access log wrote to standard error. To be called once."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logger = logging.getLogger("bridgework.access")
    before = [*logger.handlers], logger.propagate, logger.level
    listener = log.queue_access_log(form)
    logger.setLevel(logging.INFO)

    def read() -> str:
        listener.stop()
        return stream.getvalue()

    yield read
    logger.handlers[:], logger.propagate, level = before
    logger.setLevel(level)


def test_a_line_tells_no_more_than_it_should(watched: World, written: Written) -> None:
    headers = {"x-request-id": "trace-3", "user-agent": "Ada's telephone"}
    watched.get("/names/ada%20lovell?search=toothache", as_=ADA, headers=headers)
    line = written()
    assert line.count("\n") == 1
    for private in ("lovell", "toothache", "secret-token", "198.51.100.77", "telephone"):
        assert private not in line
    for told in ("getName", "GET", "200", "trace-3"):
        assert told in line


def test_each_form_is_as_it_should_be(watched: World, written: Written) -> None:
    watched.get("/nothing")
    text = written()
    if watched.application.app_state.settings.log_format == "text":
        assert re.search(r"T\d\d:\d\d:\d\d GET +404 +\d+\.\d ms", text)
        return
    line = json.loads(text)
    assert line.keys() == {
        "at", "level", "logger", "message", "operation", "method", "status", "ms", "requestId",
    }  # fmt: skip
    assert (line["operation"], line["status"]) == ("-", 404)


@pytest.mark.parametrize("method", ['GE"T', "A\nB", "A" * 5000])
def test_a_made_up_method_is_not_written_out(watched: World, method: str, written: Written) -> None:
    watched.send(method, "/books")
    line = written()
    assert line.count("\n") == 1
    assert "405" in line
    assert method not in line


def test_an_incomplete_body_is_logged(watched: World, written: Written) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"9")]
    assert wire.knock(watched, "POST", b"/books", headers=headers, parts=[wire.HANGS_UP])
    assert "400" in written()


def test_lines_are_written_as_fast_as_they_are_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logger = logging.getLogger("bridgework.access")
    before = [*logger.handlers], logger.propagate
    listener = log.queue_access_log("json")
    try:
        record = logging.LogRecord(logger.name, logging.INFO, "", 0, "request", None, None)
        record.access = {"operation": "listExperts", "method": "GET", "status": 200, "ms": 0.1}
        for _ in range(50_000):
            logger.handle(record)
        deadline = time.monotonic() + 3
        while stream.getvalue().count("\n") < 50_000 and time.monotonic() < deadline:
            time.sleep(0.1)
        written = stream.getvalue().count("\n")
    finally:
        listener.stop()
        logger.handlers[:], logger.propagate = before
    assert written == 50_000


def test_an_operator_may_do_without(
    watched: World, written: Written, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bridgework.access")
    watched.get("/books").must(200)
    assert written() == ""
