"""Requests to Luma are spans in the trace of the request that changed the event."""

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar.calendar_client import EVENT
from tests.areas.calendar.luma.syncing import sync_all
from tests.servers import collector
from tests.servers.collector import facts
from tests.servers.luma import StandIn
from tests.world import World


@pytest.fixture
def settings(settings: Settings, spans: collector.StandIn) -> Settings:
    return settings.model_copy(update={"otlp_endpoint": spans.url})


def test_requests_to_luma_are_in_the_trace_of_the_change(
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
    (created,), calls = spans.named("createEvent"), spans.named("call Luma")
    assert {span.kind for span in calls} == {Span.SPAN_KIND_CLIENT}
    assert {span.trace_id for span in calls} == {created.trace_id}
    expected = {"http.request.method": "POST", "http.response.status_code": 200}
    assert expected in [facts(span) for span in calls]
