"""Requests to Zoho are spans in the trace of the request."""

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from bridgework.settings import Settings
from tests import cast
from tests.areas.recruiting import recruiting_client
from tests.servers import collector
from tests.servers.collector import facts
from tests.world import World


@pytest.fixture
def settings(settings: Settings, spans: collector.StandIn) -> Settings:
    return settings.model_copy(update={"otlp_endpoint": spans.url})


def test_requests_to_zoho_are_in_the_trace_of_the_request(
    world: World, spans: collector.StandIn
) -> None:
    tracer = world.application.tracer
    assert tracer is not None
    tracer.start()
    recruiting_client.post_candidate(world, cast.root(world)).must(201)
    tracer.close()
    (added,) = spans.named("adminCreateCandidate")
    token, calls = spans.named("fetch a token from Zoho"), spans.named("call Zoho")
    assert len(token) == 1
    assert {span.kind for span in (*token, *calls)} == {Span.SPAN_KIND_CLIENT}
    assert {span.trace_id for span in (*token, *calls)} == {added.trace_id}
    expected = {"http.request.method": "POST", "http.response.status_code": 200}
    assert expected in [facts(span) for span in calls]
