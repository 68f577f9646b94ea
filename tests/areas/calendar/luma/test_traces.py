"""What Luma is told is a step in the trace of the request that changed it."""

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar.holding import EVENT
from tests.areas.calendar.luma.syncing import sync_all
from tests.servers import collector
from tests.servers.collector import facts
from tests.servers.luma import StandIn
from tests.world import World


@pytest.fixture
def settings(settings: Settings, spans: collector.StandIn) -> Settings:
    return settings.model_copy(update={"otlp_endpoint": spans.url})


def test_luma_is_asked_within_the_trace_of_the_change(
    world: World, at: StandIn, spans: collector.StandIn
) -> None:
    luma_sync, tracer = world.application.luma_sync, world.application.tracer
    assert luma_sync is not None
    assert tracer is not None
    tracer.start()
    world.post("/calendar/events", EVENT, as_=cast.root(world)).must(201)
    sync_all(luma_sync)
    tracer.close()
    luma_sync.luma.close()
    assert at.events
    (made,), asked = spans.named("createEvent"), spans.named("ask Luma")
    assert {step.kind for step in asked} == {Span.SPAN_KIND_CLIENT}
    assert {step.trace_id for step in asked} == {made.trace_id}
    told = {"http.request.method": "POST", "http.response.status_code": 200}
    assert told in [facts(step) for step in asked]
