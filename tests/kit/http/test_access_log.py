"""One line a request: what an operator needs, and nothing that names a person."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.kit.http import access_log
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage, wire
from tests.loop import Loop
from tests.world import Person, World

ADA = Person("ada@example.com", token="secret-token", address="198.51.100.77")


@pytest.fixture(params=["json", "text"])
def watched(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    loop: Loop,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[World]:
    """A library whose log is written at once."""
    caplog.set_level(logging.INFO, "bridgework.access")
    monkeypatch.setattr(access_log, "_MOST_HELD", 1)
    settings = worlds.settings(tmp_path, log_format=request.param)
    world = stage.world(settings, made_up.area.operations, loop)
    yield world
    world.close()


def test_a_line_tells_no_more_than_it_should(
    watched: World, capsys: pytest.CaptureFixture[str]
) -> None:
    headers = {"x-request-id": "trace-3", "user-agent": "Ada's telephone"}
    watched.get("/names/ada%20lovell?search=toothache", as_=ADA, headers=headers)
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    for private in ("lovell", "toothache", "secret-token", "198.51.100.77", "telephone"):
        assert private not in line
    for told in ("getName", "GET", "200", "trace-3"):
        assert told in line


def test_each_form_is_as_it_should_be(watched: World, capsys: pytest.CaptureFixture[str]) -> None:
    watched.get("/nothing")
    written = capsys.readouterr().err
    if watched.house.kit.settings.log_format == "text":
        assert re.search(r"T\d\d:\d\d:\d\d GET +404 +\d+\.\d ms", written)
        return
    line = json.loads(written)
    assert line.keys() == {
        "at", "level", "logger", "message", "operation", "method", "status", "ms", "requestId",
    }  # fmt: skip
    assert (line["operation"], line["status"]) == ("-", 404)


@pytest.mark.parametrize("method", ['GE"T', "A\nB", "A" * 5000])
def test_a_made_up_method_is_not_written_out(
    watched: World, method: str, capsys: pytest.CaptureFixture[str]
) -> None:
    watched.send(method, "/books")
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert "405" in line
    assert method not in line


def test_an_incomplete_body_is_logged(watched: World, capsys: pytest.CaptureFixture[str]) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"9")]
    assert wire.knock(watched, "POST", b"/books", headers=headers, parts=[wire.HANGS_UP])
    assert "400" in capsys.readouterr().err


def test_an_operator_may_do_without(
    watched: World, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bridgework.access")
    watched.get("/books").must(200)
    assert capsys.readouterr().err == ""
