"""The middleware, outermost first. It handles HTTP requests only.

Only the outermost one adds headers. The others note on the request what they found out.
"""

import contextlib
import itertools
import logging
import re
import secrets
import time

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bridgework.kit.core import (
    ApiError,
    HostInvalid,
    InternalError,
    RateLimited,
    RequestTookTooLong,
    TooMany,
    Unavailable,
    deadline,
)
from bridgework.kit.core.net import address_keys
from bridgework.kit.core.observability import log, log_redaction
from bridgework.kit.core.observability.access_log import AccessLine, access_log
from bridgework.kit.core.observability.tracing import Tracer
from bridgework.kit.data.db import Transaction
from bridgework.kit.html_pages import error_page
from bridgework.kit.http.execution import OperationRunner
from bridgework.kit.http.operations import RouteMatch, RouteTable
from bridgework.kit.http.requests import (
    ClientIpResolver,
    Draining,
    HttpState,
    Request,
    credentials,
)
from bridgework.kit.http.response_cache import ReadyAnswer, ResponseCache
from bridgework.kit.http.responses import (
    ApiResponse,
    ResponseHeaders,
    error_page_response,
    error_response,
    prefers_html,
)
from bridgework.kit.security import Claims
from bridgework.kit.security.rate_limit import QuotaExceeded, RateLimiter

_log = logging.getLogger("bridgework.http")

_CLIENT_CLOSED_REQUEST = 499
"""Logged and never sent: the client disconnected before the response was complete."""
_READINESS, _READINESS_SECONDS = "/readyz", 1.8
"""A probe learns within two seconds that the database does not respond."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_MAX_LOGGED_PATH = 200
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The methods that are logged; any other method is text of the client."""


class RequestMiddleware:
    """Creates the Request in `scope["request"]`, adds all headers, and logs, counts and traces it.

    A repeated public read gets its ready answer here. Everything else takes the long way, which has
    the same answers. Logs, metrics and traces contain no personal data.
    """

    def __init__(
        self,
        app: ASGIApp,
        app_state: HttpState,
        routes: RouteTable,
        cache: ResponseCache,
        limiter: RateLimiter,
        headers: ResponseHeaders,
        draining: Draining,
        tracer: Tracer | None,
    ) -> None:
        self.app = app
        self._metrics = app_state.metrics
        self._routes = routes
        self._cache = cache
        self._limiter = limiter
        self._headers = headers
        self._draining = draining
        self._tracer = tracer
        self._client_ips = ClientIpResolver(app_state.http_options.trusted_proxies)
        self._prefix = app_state.http_options.path_prefix
        self._seconds = app_state.http_options.request_timeout_seconds
        process = secrets.token_hex(5)
        self._ids = (f"{process}-{number:x}" for number in itertools.count())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        request = scope["request"] = self._request(scope, receive)
        is_probe = request.path == _READINESS
        deadline.start(min(_READINESS_SECONDS, self._seconds) if is_probe else self._seconds)
        answer = self._cache.ready_answer(request) if request.has_valid_host else None
        request.route = self._route(request) if answer is None else answer.route
        span = None if self._tracer is None else self._tracer.start_request(request.raw_headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                request.status = message["status"]
                headers = self._headers.of_response(request, message["headers"])
                message["headers"] = headers + self._headers.of_request(request)
            await send(message)

        try:
            if answer is None or not await self._has_sent(answer, request, send):
                await self.app(scope, receive, send_with_headers)
        except ClientDisconnect:
            request.status = _CLIENT_CLOSED_REQUEST
        finally:
            # Request and scope refer to each other. The server keeps the connection until `receive`
            # is released, which must not wait for the garbage collector.
            del scope["request"]
            self._record(request, time.perf_counter() - started)
            if span is not None:
                span.finish(
                    request.operation_id, request.method, request.status, request.request_id
                )

    async def _has_sent(self, answer: ReadyAnswer, request: Request, send: Send) -> bool:
        """Send the ready answer, if the rate limit and the version of the data allow it.

        Otherwise the long way continues with what is noted on the request.
        """
        try:
            result = await self._limiter.hit_all(address_keys(request.client_ip))
            request.rate_limits.append(result)
            if not (result.allowed and await self._cache.is_current(answer.cached)):
                return False
        except Exception as error:  # noqa: BLE001 - raised again where errors become responses
            request.failure = error
            return False
        self._metrics.cache_hit()
        request.status = answer.status
        headers = answer.head + self._headers.of_request(request)
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})
        return True

    def _request(self, scope: Scope, receive: Receive) -> Request:
        """Return the request with its id and client address."""
        request = Request(scope, receive, prefix=self._prefix, draining=self._draining)
        sent_id = request.header(b"x-request-id")
        request.request_id = sent_id if _REQUEST_ID.fullmatch(sent_id) else next(self._ids)
        log.request_id.set(request.request_id)
        request.client_ip = self._client_ips.client_ip(request)
        return request

    def _route(self, request: Request) -> RouteMatch | None:
        with contextlib.suppress(ApiError):  # raised again by the endpoint
            return self._routes.find(request.method, request.path)
        return None

    def _record(self, request: Request, seconds: float) -> None:
        operation_id, status = request.operation_id, request.status
        method = request.method if request.method in _METHODS else "-"
        if request.route is not None:
            path = request.route.operation.path
        else:  # of an unknown operation, without its query
            path = log_redaction.redact(request.path[:_MAX_LOGGED_PATH])
        now, request_id = time.time(), request.request_id
        error = request.error_code
        line = AccessLine(now, operation_id, method, path, status, seconds, request_id, error)
        access_log.add(line)
        self._metrics.request_finished(operation_id, status, seconds)


class ErrorMiddleware:
    """Converts exceptions to responses.

    Errors are JSON. A browser that requests a page, or an unknown path, gets an HTML page.
    """

    def __init__(self, app: ASGIApp, app_state: HttpState) -> None:
        self.app = app
        self._installation = app_state.http_options.installation
        self._metrics = app_state.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Request = scope["request"]
        try:
            await self.app(scope, receive, send)
        except ClientDisconnect:
            raise
        except ApiError as error:
            if isinstance(error, QuotaExceeded):
                request.rate_limits.append(error.result)
            if isinstance(error, TooMany):
                self._metrics.rate_limited(error.code)
            await self._response(request, error)(scope, receive, send)
            # The frames refer to the error and to the request, which must be released now.
            error.__traceback__ = None
        except Exception:
            _log.exception("%s failed", request.operation_id)
            if request.status:
                raise
            await self._response(request, InternalError())(scope, receive, send)

    def _response(self, request: Request, error: ApiError) -> ApiResponse:
        request.error_code = error.code
        has_page = request.route is None or request.route.operation.has_error_pages
        if not (has_page and prefers_html(request.header(b"accept"))):
            return error_response(error)
        page = error_page.render(error, self._installation, request.request_id)
        return error_page_response(error, page)


class RateLimitMiddleware:
    """Limits requests per partner key, else per account, else per client address.

    It reads the presented credentials, which the database confirms later. Sessions of the
    administrator login have a separate limit. A request with the token of an ended session counts
    against the address. A preflight and a request of an exempt operation are not counted and never
    refused: the console alone loads some 50 files.
    """

    def __init__(
        self, app: ASGIApp, app_state: HttpState, runner: OperationRunner, limiter: RateLimiter
    ) -> None:
        self.app = app
        self._app_state = app_state
        self._runner = runner
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Request = scope["request"]
        if request.failure is not None:
            raise request.failure
        if request.rate_limits:  # counted for a ready answer
            result, is_exempt = request.rate_limits[0], False
        else:
            request.credentials = credentials.presented(
                request.header(b"authorization"),
                request.header(b"x-api-key"),
                self._app_state.tokens.verify,
                self._app_state.api_keys.verify,
            )
            limiter, keys = await self._counted_by(request)
            is_exempt = request.is_preflight() or self._is_exempt(request)
            result = await (limiter.test_all(keys) if is_exempt else limiter.hit_all(keys))
            request.rate_limits.append(result)
        if not (result.allowed or is_exempt):
            raise RateLimited(retry_after=str(result.reset))
        if not request.has_valid_host:
            raise HostInvalid
        await self.app(scope, receive, send)

    def _is_exempt(self, request: Request) -> bool:
        return request.route is not None and request.route.operation.rate_limit_exempt

    async def _counted_by(
        self, request: Request
    ) -> tuple[RateLimiter, tuple[tuple[str, int], ...]]:
        """Return the limiter of a request, and the keys with their scales."""
        if request.credentials.key is not None:
            return self._limiter, ((f"key:{request.credentials.key.key_id}", 1),)
        claims = request.credentials.token
        is_on_loop = request.route is not None and request.route.operation.on_loop
        if claims is None or is_on_loop or await self._has_ended(claims):
            return self._limiter, address_keys(request.client_ip)
        limiter = self._app_state.admin_rate_limiter if claims.is_admin else self._limiter
        return limiter, ((f"account:{claims.account_id}", 1),)

    async def _has_ended(self, claims: Claims) -> bool:
        ended_sessions = self._app_state.ended_sessions
        ended = ended_sessions.has_ended(claims.session_id)
        if ended is not None:
            return ended

        def read(transaction: Transaction) -> bool:
            with transaction as tx:
                return self._runner.identify(tx, claims, self._app_state.clock.now()) is None

        try:
            ended = await self._runner.read(read)
        except RequestTookTooLong:
            raise
        except Unavailable:
            # The database is unavailable: count against the account, and check again next time.
            return False
        ended_sessions.record(claims.session_id, ended=ended)
        return ended


class ResponseCacheMiddleware:
    """Serves public reads from the response cache."""

    def __init__(self, app: ASGIApp, app_state: HttpState, cache: ResponseCache) -> None:
        self.app = app
        self._metrics = app_state.metrics
        self._cache = cache

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Request = scope["request"]
        if request.route is not None:
            cached = await self._cache.find(request, request.route.operation)
            if cached is not None:
                self._metrics.cache_hit()
                response = cached.response_to(request)
                self._cache.add_ready_answer(request, request.route, cached, response)
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)
