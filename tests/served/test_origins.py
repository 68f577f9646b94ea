"""A request id is logged from the request to the work of the worker that it causes."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.served import program
from tests.served.program import Program
from tests.servers import collector

_TIMEOUT = 10.0
PERSON = {"email": "ada@example.com", "password": "correct horse battery"}


def lines(running: Program, request_id: str, until: str) -> list[Mapping[str, Any]]:
    """Return the log lines of a request, up to one that ends with `until`."""
    deadline = time.monotonic() + _TIMEOUT
    while time.monotonic() < deadline:
        parsed = [json.loads(one) for one in running.log.read_text().splitlines() if one[0] == "{"]
        entries = [line for line in parsed if line.get("requestId") == request_id]
        if any(until in line["message"] for line in entries):
            return entries
        time.sleep(0.05)
    raise AssertionError(f"nobody said {until!r} of {request_id}: {running.log.read_text()}")


def test_an_email_is_traced_by_the_id_of_its_request(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file is in the way")
    with collector.running() as at, program.run_server(tmp_path, OTLP_ENDPOINT=at.url) as running:
        headers = {"x-request-id": "from-outside.1"}
        assert running.request("POST", "/auth/register", PERSON, headers)[0] == 201
        entries = lines(running, "from-outside.1", "will be retried (attempt 1)")
        (tmp_path / "mail").unlink()
        entries = lines(running, "from-outside.1", "was sent (attempt 2)")
        running.terminate()
    assert [line["logger"] for line in entries if "operation" in line] == ["bridgework.access"]
    assert [line["message"].split(" ", 2)[2] for line in entries if "operation" not in line] == [
        "was not sent (attempt 1): FileExistsError",
        "(accounts/verification_code) will be retried (attempt 1)",
        "(accounts/verification_code) was sent (attempt 2)",
    ]
    assert "ada@example.com" not in running.log.read_text()
    (asked,), tries = at.named("register"), at.named("send e-mail")
    assert asked.kind == Span.SPAN_KIND_SERVER
    assert collector.facts(asked)["bridgework.request_id"] == "from-outside.1"
    assert [span.parent_span_id for span in tries] == [asked.span_id] * 2
