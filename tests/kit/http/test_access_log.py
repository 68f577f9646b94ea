"""The access log has one line per request, without personal data."""

import io
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridgework.kit.core.observability import log
from bridgework.kit.core.observability.log import Format
from tests import world as worlds
from tests.kit.http import library as sample
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
    world = stage.world(settings, sample.router.operations, loop)
    yield world
    world.close()


@pytest.fixture
def written(form: Format, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """Return what the access log wrote to standard error. Call it once."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    logger = logging.getLogger("bridgework.access")
    level = logger.level
    queue = log.queue_access_log(form)
    logger.setLevel(logging.INFO)

    def read() -> str:
        queue.stop()
        return stream.getvalue()

    yield read
    queue.stop()
    logger.setLevel(level)


def test_a_log_line_contains_no_personal_data(watched: World, written: Written) -> None:
    headers = {"x-request-id": "trace-3", "user-agent": "Ada's telephone"}
    watched.get("/names/ada%20lovell?search=toothache", as_=ADA, headers=headers)
    line = written()
    assert line.count("\n") == 1
    for private in ("lovell", "toothache", "secret-token", "198.51.100.77", "telephone"):
        assert private not in line
    for expected in ("getName", "GET", "200", "trace-3"):
        assert expected in line


def test_each_log_format_has_its_fields(watched: World, written: Written) -> None:
    watched.get("/nothing?search=toothache")
    text = written()
    if watched.application.app_state.settings.log_format == "text":
        assert re.search(
            r"T\d\d:\d\d:\d\d\.\d{3}Z GET +404 +\d+\.\d ms  -  /nothing  \S+  no_such_operation$",
            text,
        )
        return
    line = json.loads(text)
    assert line.keys() == {
        "at", "level", "logger", "message", "operation", "method", "path", "status", "ms",
        "requestId", "error",
    }  # fmt: skip
    assert line["error"] == "no_such_operation"
    assert (line["operation"], line["path"], line["status"]) == ("-", "/nothing", 404)


def test_a_known_path_is_logged_as_its_template(watched: World, written: Written) -> None:
    watched.get("/names/ada%20lovell", as_=ADA)
    assert "/names/{name}" in written()


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ('/a"b\nc', r"/a\"b\nc"),
        ("/nothing/ada@example.com", "…@…"),
        ("/" + "x" * 500, "/" + "x" * 199 + '"'),
    ],
)
def test_an_unknown_path_is_escaped_redacted_and_cut(
    watched: World, written: Written, path: str, logged: str
) -> None:
    watched.get(path)
    line = written()
    assert line.count("\n") == 1
    if watched.application.app_state.settings.log_format == "json":
        assert logged in json.dumps(json.loads(line)["path"], ensure_ascii=False)
    assert "ada@" not in line


@pytest.mark.parametrize("method", ['GE"T', "A\nB", "A" * 5000])
def test_an_unknown_method_is_not_logged(watched: World, method: str, written: Written) -> None:
    watched.send(method, "/books")
    line = written()
    assert line.count("\n") == 1
    assert "405" in line
    assert method not in line


def test_an_incomplete_body_is_logged(watched: World, written: Written) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"9")]
    assert wire.send_raw(watched, "POST", b"/books", headers=headers, parts=[wire.DISCONNECT])
    assert "400" in written()


def test_the_access_log_can_be_turned_off(
    watched: World, written: Written, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bridgework.access")
    watched.get("/books").must(200)
    assert written() == ""
