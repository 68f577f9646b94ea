"""An unexpected exception is a 500 without details, and a log record with a trace."""

import json
import logging

import pytest

from bridgework.kit.core.observability import log
from tests.kit.http.library import SECRET
from tests.world import World


@pytest.mark.parametrize("path", ["/broken", "/broken/slowly"])
def test_an_exception_is_logged_and_not_sent_to_the_caller(
    library: World, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    response = library.get(path, headers={"x-request-id": "trace-1"}).must(500)
    assert response.json == {
        "error": "internal_error",
        "message": "An internal error occurred. It is logged with the request ID in X-Request-Id.",
    }
    assert response.headers["x-request-id"] == "trace-1"
    assert SECRET not in str(response.headers)
    record = caplog.records[-1]
    assert record.levelno == logging.ERROR
    assert SECRET in caplog.text


def test_the_log_record_has_the_request_id_and_the_trace(
    library: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    keeper = Keeper()
    keeper.setFormatter(log._Json(unredacted=False))
    logger = logging.getLogger("bridgework.http")
    monkeypatch.setattr(logger, "handlers", [keeper])
    library.get("/broken/slowly", headers={"x-request-id": "trace-2"}).must(500)
    (line,) = (json.loads(line) for line in lines)
    assert line["requestId"] == "trace-2"
    assert line["level"] == "error"
    assert line["message"] == "breakDownSlowly failed"
    assert "RuntimeError" in line["trace"]
    assert "library.py" in line["trace"]
    assert SECRET not in line["trace"]


def test_the_next_request_succeeds(library: World) -> None:
    library.get("/broken").must(500)
    library.get("/books").must(200)


def test_an_api_error_is_not_logged(library: World, caplog: pytest.LogCaptureFixture) -> None:
    library.post("/full").must(409)
    library.get("/nothing").must(404)
    assert not caplog.records
