"""What Zoho is asked is a step in the trace of the request that wants to know."""

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from bridgework.settings import Settings
from tests import cast
from tests.areas.recruiting import agency
from tests.servers import collector
from tests.servers.collector import facts
from tests.world import World


@pytest.fixture
def settings(settings: Settings, spans: collector.StandIn) -> Settings:
    return settings.model_copy(update={"otlp_endpoint": spans.url})


def test_zoho_is_asked_within_the_trace_of_the_request(
    world: World, spans: collector.StandIn
) -> None:
    tracer = world.application.tracer
    assert tracer is not None
    tracer.start()
    agency.add(world, cast.root(world)).must(201)
    tracer.close()
    (added,) = spans.named("adminCreateCandidate")
    token, asked = spans.named("ask Zoho for a token"), spans.named("ask Zoho")
    assert len(token) == 1
    assert {step.kind for step in (*token, *asked)} == {Span.SPAN_KIND_CLIENT}
    assert {step.trace_id for step in (*token, *asked)} == {added.trace_id}
    told = {"http.request.method": "POST", "http.response.status_code": 200}
    assert told in [facts(step) for step in asked]
