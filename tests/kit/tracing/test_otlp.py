"""Exported spans: one per request, with spans for its work, and no personal data."""

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from bridgework.kit.core.observability.tracing import Tracer
from bridgework.settings import Settings
from bridgework.settings_loader import InvalidSettings, load
from tests import cast
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable
from tests.servers import collector, siteverify
from tests.servers.collector import StandIn, facts
from tests.world import World

pytestmark = pytest.mark.slow("starts processes")

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"
NOBODYS = {
    "http.request.method",
    "http.response.status_code",
    "bridgework.request_id",
    "bridgework.email",
    "bridgework.attempt",
    "error.type",
}
"""The allowed attributes."""


@pytest.fixture
def at() -> Iterator[StandIn]:
    with collector.running() as stand_in:
        yield stand_in


@pytest.fixture
def settings(settings: Settings, at: StandIn) -> Settings:
    return settings.model_copy(update={"otlp_endpoint": at.url})


@pytest.fixture
def tracer(world: World) -> Iterator[Tracer]:
    """The running tracer of the application. Closing it exports all spans."""
    assert world.application.tracer is not None
    world.application.tracer.start()
    yield world.application.tracer
    world.application.tracer.close()


def fail() -> None:
    raise OSError("no room left on the way to ada@example.com")


def test_a_request_is_a_span_named_by_its_operation(
    world: World, at: StandIn, tracer: Tracer
) -> None:
    ada = cast.ada(world)
    world.get("/users/me?token=of-nobody", as_=ada, headers={"x-request-id": "look-1"}).must(200)
    world.get(f"/roles/{ada.id}/matches", as_=ada).must(404)
    world.get("/no/such/place").must(404)
    tracer.close()
    assert at.resource["service.name"] == "bridgework"
    (looked,) = at.named("getMe")
    assert looked.kind == Span.SPAN_KIND_SERVER
    assert facts(looked) == {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "bridgework.request_id": "look-1",
    }
    assert looked.parent_span_id == b""
    assert facts(at.named("listRoleMatches")[0])["http.response.status_code"] == 404
    assert facts(at.named("-")[0])["http.response.status_code"] == 404
    asked = [span for span in at.spans if span.kind == Span.SPAN_KIND_SERVER]
    assert len({span.trace_id for span in asked}) == len(asked) > 4


@pytest.mark.parametrize(
    ("sent", "is_taken"),
    [
        (TRACEPARENT, True),
        (TRACEPARENT.upper(), False),
        (f"00-{'0' * 32}-{PARENT}-01", False),
        (f"{TRACEPARENT}-more", False),
        ("ada@example.com", False),
    ],
)
def test_a_valid_trace_of_the_caller_is_continued(
    world: World, at: StandIn, tracer: Tracer, sent: str, is_taken: bool
) -> None:
    world.get("/experts", headers={"traceparent": sent}).must(200)
    tracer.close()
    (listed,) = at.named("listExperts")
    assert (listed.trace_id.hex() == TRACE) is is_taken
    assert listed.parent_span_id.hex() == (PARENT if is_taken else "")


def test_an_unsampled_trace_of_the_caller_is_not_exported(
    world: World, at: StandIn, tracer: Tracer
) -> None:
    world.get("/experts", headers={"traceparent": f"00-{TRACE}-{PARENT}-00"}).must(200)
    world.get("/blogs").must(200)
    tracer.close()
    assert [span.name for span in at.spans] == ["listBlogs"]


def test_an_email_is_sent_in_the_trace_of_its_request(
    world: World, at: StandIn, tracer: Tracer
) -> None:
    sent = {"email": "ada@example.com"}
    cast.register(world, "ada@example.com")
    world.worker.work_once()
    world.clock.advance(minutes=5)
    again = {"traceparent": TRACEPARENT}
    world.post("/auth/resend-otp", sent, headers=again).must(202)
    posting.worker(world, Unreliable(fail)).work_once()
    world.clock.advance(seconds=5)
    assert world.worker.work_once() == 1
    tracer.close()
    (asked,) = at.named("resendOtp")
    first, failed, went = at.named("send e-mail")
    assert {span.trace_id.hex() for span in (asked, failed, went)} == {TRACE}
    assert failed.parent_span_id == went.parent_span_id == asked.span_id
    assert first.trace_id == at.named("register")[0].trace_id
    common = {"bridgework.email": "accounts/verification_code"}
    assert facts(went) == {**common, "bridgework.attempt": 2}
    assert facts(failed) == {**common, "bridgework.attempt": 1, "error.type": "OSError"}
    assert failed.status.code == Status.STATUS_CODE_ERROR


def test_an_email_without_a_request_has_its_own_trace(
    world: World, at: StandIn, tracer: Tracer
) -> None:
    posting.post(world)
    world.worker.work_once()
    tracer.close()
    assert [(span.name, span.parent_span_id) for span in at.spans] == [("send e-mail", b"")]


class TestOfABotCheck:
    @pytest.fixture
    def vendor(self) -> Iterator[siteverify.StandIn]:
        with siteverify.running("turnstile") as stand_in:
            yield stand_in

    @pytest.fixture
    def settings(self, settings: Settings, vendor: siteverify.StandIn) -> Settings:
        asked = {"captcha": "turnstile", "captcha_secret": siteverify.SECRET}
        return settings.model_copy(update={**asked, "captcha_url": vendor.url})

    def test_an_external_call_is_a_span_of_its_request(
        self, world: World, at: StandIn, tracer: Tracer, vendor: siteverify.StandIn
    ) -> None:
        sent = {"email": "ada@example.com", "password": "let me in", "botCheckToken": "of nobody"}
        world.post("/auth/login", sent).must(403)
        tracer.close()
        (step,), (login,) = at.named("verify captcha"), at.named("login")
        assert len(vendor.asked) == 1
        assert step.kind == Span.SPAN_KIND_CLIENT
        assert (step.trace_id, step.parent_span_id) == (login.trace_id, login.span_id)
        assert facts(step) == {"http.response.status_code": 200}


def test_spans_contain_no_personal_data(world: World, at: StandIn, tracer: Tracer) -> None:
    ada = cast.ada(world)
    headers = {"user-agent": "sekret7/1.0", "idempotency-key": "sekret7", "cookie": "a=sekret7"}
    how = {"as_": ada, "headers": headers}
    world.post("/feed/posts?search=sekret7", {"content": "sekret7"}, **how).must(201)
    world.get(f"/experts/{ada.id}?q=sekret7", **how)
    world.send("SEKRET7", "/sekret7", **how)
    posting.worker(world, Unreliable(fail)).work_once()
    tracer.close()
    assert len(at.spans) > 4
    assert {name for span in at.spans for name in facts(span)} <= NOBODYS
    assert [event for span in at.spans for event in span.events] == []
    for secret in (ada.email, str(ada.token), str(ada.id), ada.address, "sekret7", "room left"):
        assert secret.lower().encode() not in at.raw.lower()


def test_errors_are_marked_in_spans(
    world: World, at: StandIn, tracer: Tracer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.application.app_state.tokens, "verify", fail_to_verify)
    world.get("/users/me", headers={"authorization": "Bearer sekret7"}).must(500)
    tracer.close()
    (span,) = at.spans
    assert span.status.code == Status.STATUS_CODE_ERROR
    assert b"sekret7" not in at.raw


def fail_to_verify(token: str) -> None:
    raise LookupError(token)


def test_an_unreachable_collector_delays_nothing(
    world: World, at: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    tracer = world.application.tracer
    assert tracer is not None
    at.ending.set()
    tracer.start()
    world.get("/experts").must(200)
    with caplog.at_level(logging.CRITICAL):
        tracer.close()


def alone(folder: Path, program: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a separate process."""
    there = {"BRIDGEWORK_ENV": "development", "BRIDGEWORK_DATA_DIR": str(folder), **settings}
    remaining = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**remaining, **there},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_an_endpoint_the_library_is_not_loaded(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from bridgework import app, settings_loader\n"
        "application = app.create_app(settings_loader.load())\n"
        "print(application.tracer, [name for name in sys.modules if 'opentelemetry' in name])"
    )
    assert alone(tmp_path, program).stdout == "None []\n"


def test_without_the_library_an_endpoint_is_refused_at_startup(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "sys.modules['opentelemetry'] = None\n"
        "sys.argv = ['bridgework', 'serve']\n"
        "from bridgework.__main__ import main\n"
        "main()"
    )
    ended = alone(tmp_path, program, BRIDGEWORK_OTLP_ENDPOINT="http://127.0.0.1:4318")
    assert ended.returncode == 1
    result = "BRIDGEWORK_OTLP_ENDPOINT: requires OpenTelemetry: install requirements/otel.txt, "
    assert ended.stderr.startswith(f"Error: {result}")
    assert ended.stderr.count("\n") == 1


def test_an_endpoint_is_a_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEWORK_ENV", "development")
    monkeypatch.setenv("BRIDGEWORK_OTLP_ENDPOINT", "collector:4318")
    with pytest.raises(InvalidSettings, match=re.escape("OTLP_ENDPOINT: must be an absolute")):
        load()
