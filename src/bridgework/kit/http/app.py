"""The ASGI application: middleware, outermost first, then the operations."""

from collections.abc import Coroutine, Sequence
from typing import Any

from starlette.responses import Response
from starlette.routing import Router
from starlette.types import ASGIApp, Lifespan, Receive, Scope, Send

from bridgework.kit.actions import Client
from bridgework.kit.core import deadline
from bridgework.kit.core.net import address_key
from bridgework.kit.core.observability.tracing import Tracer
from bridgework.kit.http.execution import OperationRunner, RequestInput
from bridgework.kit.http.middleware import (
    ErrorMiddleware,
    RateLimitMiddleware,
    RequestMiddleware,
    ResponseCacheMiddleware,
)
from bridgework.kit.http.operations import Operation, RouteTable
from bridgework.kit.http.requests import (
    BodySlots,
    BodySpool,
    Draining,
    HttpState,
    Request,
    RequestContext,
    credentials,
    etags,
)
from bridgework.kit.http.response_cache import VARY, CachedResponse, ResponseCache
from bridgework.kit.http.responses import ApiResponse, ResponseHeaders, not_modified
from bridgework.kit.security.rate_limit import RateLimiter

_STORE_SECONDS = 60.0
"""The deadline for storing a streamed body once it is received: it may be large."""
_OF_SIGNED_IN = "private, max-age=3600"
"""How long the browser of a signed-in caller keeps a read that is the same for all of them."""


class ApiApp:
    """The ASGI application."""

    def __init__(
        self,
        app_state: HttpState,
        operations: Sequence[Operation],
        runner: OperationRunner,
        limiter: RateLimiter,
        lifespan: Lifespan["ApiApp"],
        tracer: Tracer | None = None,
    ) -> None:
        options = app_state.http_options
        routes = RouteTable(operations)
        self._draining = Draining()
        headers = ResponseHeaders(options, self._draining)
        cache = self.response_cache = ResponseCache(
            options.response_cache_bytes, runner, app_state.clock, headers
        )
        self._spool = BodySpool()
        self._event_streams = (app_state.event_streams, app_state.notification_streams)
        endpoint = OperationEndpoint(app_state, routes, runner, cache, self._spool)
        # From the last to the first that a request passes.
        app: ASGIApp = ResponseCacheMiddleware(endpoint, app_state, cache)
        app = RateLimitMiddleware(app, app_state, runner, limiter)
        app = ErrorMiddleware(app, app_state)
        self._http = RequestMiddleware(
            app, app_state, routes, cache, limiter, headers, self._draining, tracer
        )
        # Starlette's router runs the lifespan, and closes a websocket: no operation uses one.
        self._router = Router(lifespan=lifespan)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        """Handle a request, or a lifespan event, which bypasses the middleware."""
        if scope["type"] == "http":
            return self._http(scope, receive, send)
        scope["app"] = self
        return self._router(scope, receive, send)

    def drain(self) -> None:
        """Prepare to stop: end event streams, and close each connection with its next response.

        JSON bodies have a few seconds more.
        """
        self._draining.begin()
        for streams in self._event_streams:
            streams.close()

    def start(self) -> None:
        """Create the threads that write uploads."""
        self._spool.start()

    def close(self) -> None:
        """Stop the threads that write uploads."""
        self._spool.close()


class OperationEndpoint:
    """Runs the operation of a request."""

    def __init__(
        self,
        app_state: HttpState,
        routes: RouteTable,
        runner: OperationRunner,
        cache: ResponseCache,
        spool: BodySpool,
    ) -> None:
        self._app_state = app_state
        self._routes = routes
        self._runner = runner
        self._cache = cache
        self._spool = spool
        self._options = app_state.http_options
        self._bodies = BodySlots(self._options.max_bodies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._response(scope["request"])
        await response(scope, receive, send)

    async def _response(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            allowed = ", ".join(self._routes.allowed(request.path))
            return ApiResponse(b'{"data":{"ok":true}}', headers={"allow": allowed})
        operation, path_values = request.route or self._routes.find(request.method, request.path)
        if operation.internal_only:
            credentials.must_be_internal(
                request.header(b"authorization"),
                self._options.internal_token,
                is_local=self._options.trust_local_requests and request.is_local(),
            )
        required = request.credentials.required_by(operation.who, self._options.open_to_visitors)
        context = self._context(request, operation)
        inputs = RequestInput(operation, context, request, path_values, required)
        client = address_key(request.client_ip)
        if operation.deadline_exempt:
            deadline.end()
        if operation.streams:
            constraints = await self._runner.body_constraints(inputs)
            deadline.end()  # the body has a minimum rate instead
            async with self._spool.received(request, constraints, client) as inputs.upload:
                deadline.start(max(_STORE_SECONDS, self._options.request_timeout_seconds))
                return await self._runner.run(inputs)
        if operation.body is not None:
            slots = self._bodies.held((client, self._options.max_bodies_per_address))
            with slots, deadline.paused():  # the body has timeouts of its own
                inputs.body = await request.body()
        response = await self._runner.run(inputs)
        if operation.conditional and response.status_code == 200:
            return self._conditional(operation, request, context, response)
        return response

    def _context(self, request: Request, operation: Operation) -> RequestContext[HttpState]:
        has_condition = b"if-match" in request.raw_headers
        return RequestContext(
            app=self._app_state,
            now=self._app_state.clock.now(),
            request_id=request.request_id,
            client=Client(request.client_ip, request.header(b"user-agent")[:300]),
            if_match=request.header(b"if-match") if has_condition else None,
            last_event_id=request.header(b"last-event-id") if operation.is_event_stream else "",
            device_token=request.header(b"x-device-token") if operation.takes_device_token else "",
        )

    def _conditional(
        self,
        operation: Operation,
        request: Request,
        context: RequestContext[HttpState],
        response: Response,
    ) -> Response:
        """Return the response of a read with its ETag, or a 304, and cache it if allowed."""
        headers = response.headers
        if operation.etag:
            headers["etag"] = etags.of_body(bytes(response.body))
            if operation.who.credentials != "none":
                headers["cache-control"] = _OF_SIGNED_IN
            elif operation.enveloped and not context.is_private:
                headers["cache-control"] = self._options.public_cache_control
            if operation.cache_topic is not None:
                headers["vary"] = VARY
        may_cache = operation.cache_topic is not None and not context.is_private
        if may_cache and context.data_version is not None:
            expires_at = context.cache_expires_at
            cached = CachedResponse(
                context.data_version, context.cache_subject, expires_at, response
            )
            self._cache.add(request, operation, cached)
        if etags.matches(request.header(b"if-none-match"), headers.get("etag", "")):
            return not_modified(response, request)
        return response
