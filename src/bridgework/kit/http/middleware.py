"""The middleware, in the order of the list in `app.py`. It handles HTTP requests only."""

import contextlib
import itertools
import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bridgework.kit.core import (
    ApiError,
    InternalError,
    RateLimited,
    RequestTookTooLong,
    TooMany,
    Unavailable,
    deadline,
)
from bridgework.kit.core.net import address_key
from bridgework.kit.core.observability import log, log_redaction
from bridgework.kit.core.observability.access_log import AccessLine, access_log
from bridgework.kit.core.observability.tracing import Tracer
from bridgework.kit.data.db import Transaction
from bridgework.kit.html_pages import error_page
from bridgework.kit.http.execution import OperationRunner
from bridgework.kit.http.operations import RouteTable
from bridgework.kit.http.requests import (
    ClientIpResolver,
    Draining,
    HttpOptions,
    HttpState,
    Request,
    credentials,
)
from bridgework.kit.http.response_cache import ResponseCache
from bridgework.kit.http.responses import (
    ApiResponse,
    error_page_response,
    error_response,
    prefers_html,
)
from bridgework.kit.security import Claims
from bridgework.kit.security.rate_limit import QuotaExceeded, RateLimiter, rate_limit_headers

_log = logging.getLogger("bridgework.http")

_CLIENT_CLOSED_REQUEST = 499
"""Logged and never sent: the client disconnected before the response was complete."""
_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_MAX_LOGGED_PATH = 200
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The methods that are logged; any other method is text of the client."""
_EXPOSED_HEADERS = (
    "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Link, X-Total-Count, Location,"
    " Idempotency-Replayed, WWW-Authenticate, Allow, Accept-Ranges, Content-Range,"
    " Content-Disposition, Deprecation, Sunset"
)
_ACCEPTED_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Prefer,"
    " Last-Event-ID, Range, X-Api-Key, X-Device-Token, X-Request-Id"
)
_LOCAL_ORIGIN = r"http://(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?"
"""Origins of front-end development servers."""
_REQUESTED_METHOD = "access-control-request-method"
_DEFAULT_HEADERS = (
    (b"server", b"bridgework"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cache-control", b"no-store"),
    (
        b"content-security-policy",
        b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ),
)
"""According to the OWASP REST security cheat sheet. A response may override each of them."""
_HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class RequestMiddleware:
    """Creates the Request in `scope["request"]`, and logs, counts and traces it.

    Logs, metrics and traces contain no personal data.
    """

    def __init__(
        self,
        app: ASGIApp,
        app_state: HttpState,
        routes: RouteTable,
        draining: Draining,
        tracer: Tracer | None,
    ) -> None:
        self.app = app
        self._app_state = app_state
        self._routes = routes
        self._draining = draining
        self._tracer = tracer
        self._client_ips = ClientIpResolver(app_state.http_options.trusted_proxies)
        self._prefix = app_state.http_options.path_prefix
        self._seconds = app_state.http_options.request_timeout_seconds
        process = secrets.token_hex(5)
        self._ids = (f"{process}-{number:x}".encode() for number in itertools.count())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        deadline.start(self._seconds)
        request = scope["request"] = self._request(scope, receive)
        span = None if self._tracer is None else self._tracer.start_request(request.raw_headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                request.status = message["status"]
                message["headers"] += self._headers(request)
            await send(message)

        try:
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

    def _request(self, scope: Scope, receive: Receive) -> Request:
        """Return the request with its id, client address and operation."""
        request = Request(scope, receive, prefix=self._prefix, draining=self._draining)
        sent_id = request.raw_headers.get(b"x-request-id")
        is_valid_id = sent_id and _REQUEST_ID.fullmatch(sent_id)
        request.request_id = sent_id if sent_id and is_valid_id else next(self._ids)
        log.request_id.set(request.request_id.decode())
        request.client_ip = self._client_ips.client_ip(request)
        with contextlib.suppress(ApiError):  # raised again by the endpoint
            request.route = self._routes.find(request.method, request.path)
            request.operation_id = request.route.operation.operation_id
        return request

    def _headers(self, request: Request) -> list[tuple[bytes, bytes]]:
        """Return the headers of every response to this request."""
        headers = rate_limit_headers(*request.rate_limits)
        headers.append((b"x-request-id", request.request_id))
        # The server may close the connection after a response to a body that was not read
        # completely. Without the header the client could send its next request before that.
        if self._draining.has_begun or request.has_unread_body():
            headers.append((b"connection", b"close"))
        return headers

    def _record(self, request: Request, seconds: float) -> None:
        operation_id, status = request.operation_id, request.status
        method = request.method if request.method in _METHODS else "-"
        if request.route is not None:
            path = request.route.operation.path
        else:  # of an unknown operation, without its query
            path = log_redaction.redact(request.path[:_MAX_LOGGED_PATH])
        now, request_id = time.time(), request.request_id.decode()
        access_log.add(AccessLine(now, operation_id, method, path, status, seconds, request_id))
        self._app_state.metrics.request_finished(operation_id, status, seconds)


class SecurityHeadersMiddleware:
    """Adds the default security headers, which tell browsers that responses are data."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        """`https` adds HSTS, for servers that clients reach by HTTPS."""
        self.app = app
        self._defaults = (*_DEFAULT_HEADERS, _HSTS) if https else _DEFAULT_HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def send_with_defaults(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                present = {name for name, _ in headers}
                headers += [pair for pair in self._defaults if pair[0] not in present]
            await send(message)

        await self.app(scope, receive, send_with_defaults)


class ApiCorsMiddleware(CORSMiddleware):
    """Starlette's CORS middleware, but a preflight gets the methods of its path, as any OPTIONS.

    The API uses no cookies, so `*` is safe to allow.
    """

    def __init__(self, app: ASGIApp, options: HttpOptions) -> None:
        super().__init__(
            app,
            allow_origins=options.cors_origins,
            allow_origin_regex=_LOCAL_ORIGIN if options.allow_local_origins else None,
        )
        has_origins = bool(options.cors_origins) or self.allow_origin_regex is not None
        self._varies = has_origins and not self.allow_all_origins
        self._exposed = {"access-control-expose-headers": _EXPOSED_HEADERS}
        self.preflight_headers = {
            "access-control-allow-headers": _ACCEPTED_HEADERS,
            "access-control-max-age": "600",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (self._varies or b"origin" in scope["request"].raw_headers):
            headers = Headers(raw=list(scope["request"].raw_headers.items()))
            await self.simple_response(scope, receive, send, headers)
        else:
            await self.app(scope, receive, send)

    async def send(self, message: Message, send: Send, request_headers: Headers) -> None:
        """Send a message with the CORS headers for the origin of the request."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            if self._varies:
                headers.append("vary", "Origin")
            origin = request_headers.get("origin")
            if origin is not None and self.is_allowed_origin(origin):
                headers["access-control-allow-origin"] = "*" if self.allow_all_origins else origin
                headers.update(self._exposed)
            is_preflight = origin is not None and _REQUESTED_METHOD in request_headers
            if is_preflight and "allow" in headers and message["status"] == 200:
                headers.update(self.preflight_headers)
                headers["access-control-allow-methods"] = headers["allow"]
        await send(message)


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
        has_page = request.route is None or request.route.operation.has_error_pages
        if not (has_page and prefers_html(request.header(b"accept"))):
            return error_response(error)
        page = error_page.render(error, self._installation, request.request_id.decode())
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
        request.credentials = credentials.presented(
            request.header(b"authorization"),
            request.header(b"x-api-key"),
            self._app_state.tokens.verify,
            self._app_state.api_keys.verify,
        )
        limiter, key = await self._counted_by(request)
        is_exempt = request.is_preflight() or self._is_exempt(request)
        result = await (limiter.test(key) if is_exempt else limiter.hit(key))
        request.rate_limits.append(result)
        if not (result.allowed or is_exempt):
            raise RateLimited(retry_after=str(result.reset))
        await self.app(scope, receive, send)

    def _is_exempt(self, request: Request) -> bool:
        return request.route is not None and request.route.operation.rate_limit_exempt

    async def _counted_by(self, request: Request) -> tuple[RateLimiter, str]:
        """Return the limiter and the key of a request."""
        if request.credentials.key is not None:
            return self._limiter, f"key:{request.credentials.key.key_id}"
        claims = request.credentials.token
        is_on_loop = request.route is not None and request.route.operation.on_loop
        if claims is None or is_on_loop or await self._has_ended(claims):
            return self._limiter, address_key(request.client_ip)
        limiter = self._app_state.admin_rate_limiter if claims.is_admin else self._limiter
        return limiter, f"account:{claims.account_id}"

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
                await cached.response_to(request)(scope, receive, send)
                return
        await self.app(scope, receive, send)
