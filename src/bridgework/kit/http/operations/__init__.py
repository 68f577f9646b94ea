"""Operations: declared by a router, compiled from their handlers, found by a table."""

from bridgework.kit.http.operations.operation import Deprecation, Operation, PathParameter, Tail
from bridgework.kit.http.operations.results import (
    EVENT_STREAM,
    HTML,
    JSON,
    OK,
    Download,
    Ok,
    PermanentRedirect,
    PreRendered,
    PreRenderedPage,
    RawResponse,
    WithVersion,
    html_response,
)
from bridgework.kit.http.operations.route_table import RouteMatch, RouteTable
from bridgework.kit.http.operations.router import Router
from bridgework.kit.http.operations.tags import Audience, Tag, audience_of
from bridgework.kit.http.operations.thread_pools import DATABASE_THREADS, OperationPools
