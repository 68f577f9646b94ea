"""The outermost layer: one pure ASGI wrapper around everything a request meets.

In this order: request id, client address, CORS, rate limit, the operation, the headers that
every answer carries, the access log. Nothing gets past it unanswered: whatever breaks inside is
a 500 with its request id, in the log with its trace.
"""

import itertools
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from starlette.types import Receive, Scope, Send

from bridgework.kit import log
from bridgework.kit.errors import ApiError, InternalError, RateLimited, TooMany
from bridgework.kit.http import answer as answers
from bridgework.kit.http import operators
from bridgework.kit.http.access_log import AccessLog
from bridgework.kit.http.body_spool import Receiver
from bridgework.kit.http.client_ip import Addresses
from bridgework.kit.http.context import Call, Kit
from bridgework.kit.http.cors import Cors
from bridgework.kit.http.execution import Heard, Performer
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.rate_limits import RateLimits
from bridgework.kit.http.request import BodyTimeouts, ClientGone, Request
from bridgework.kit.http.responses import Answer, Headers
from bridgework.kit.http.route_table import Dispatch
from bridgework.kit.http.security import security_headers
from bridgework.kit.http.slots import Slots
from bridgework.kit.http.visit import NOTHING_SHOWN, Found, Shown, Visit
from bridgework.kit.limits import headers as limits
from bridgework.kit.limits.budgets import BudgetSpent
from bridgework.kit.limits.counter import Counter
from bridgework.kit.response_cache.cache import ResponseCache
from bridgework.kit.response_cache.cached_response import VARY, CachedResponse
from bridgework.kit.tracing.tracer import Tracer

_log = logging.getLogger("bridgework.edge")
_HUNG_UP = 499
"""Not sent, only logged: the client had gone before it could be answered."""
_GOOD_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True, slots=True)
class Lifespan:
    """What is done once before the first request and once after the last."""

    start: Callable[[], Awaitable[None]]
    stop: Callable[[], Awaitable[None]]


class Edge:
    """The ASGI application."""

    def __init__(
        self,
        kit: Kit,
        operations: Sequence[Operation],
        performer: Performer,
        counter: Counter,
        lifespan: Lifespan,
        tracer: Tracer | None = None,
    ) -> None:
        settings = kit.settings
        self._kit = kit
        self._dispatch = Dispatch(operations)
        self._performer = performer
        self._receiver = Receiver()
        self._bodies = Slots(settings.most_bodies)
        self._body_timeouts = BodyTimeouts()
        self._lifespan = lifespan
        self._tracer = tracer
        self._response_cache = ResponseCache(settings.response_cache, performer, kit.clock)
        self._addresses = Addresses(settings.trusted_proxies)
        self._rate_limits = RateLimits(kit, performer, counter, self._addresses.key)
        self._cors = Cors(settings.cors_origins, allows_local=settings.env == "development")
        self._prefix = settings.path_prefix
        self._access_log = AccessLog(settings.log_format)
        self._security = security_headers(https=settings.public_url.startswith("https:"))
        mark = secrets.token_hex(5)
        self._ids = (f"{mark}-{number:x}".encode() for number in itertools.count())
        self._is_draining = False
        self._public_cache_control = settings.public_cache_control.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            # The only other kind is a WebSocket, which no operation speaks: refuse the handshake.
            await send({"type": "websocket.close", "code": 1000})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        request = Request(scope, receive, prefix=self._prefix, timeouts=self._body_timeouts)
        visit = Visit(request, self._request_id(request), self._addresses.client(request))
        log.request_id.set(visit.request_id.decode())
        seen = None if self._tracer is None else self._tracer.arrived(request.headers)
        try:
            answer = await self._answer(visit)
            await self._send(visit, answer, send)
            status = answer.status
        except ClientGone:
            status = _HUNG_UP
        self._access_log.write(visit.name, request.method, status, visit.request_id, started)
        self._kit.metrics.answered(visit.name, status, time.perf_counter() - started)
        if seen is not None:
            seen.left(visit.name, request.method, status, visit.request_id)

    def _request_id(self, request: Request) -> bytes:
        sent = request.headers.get(b"x-request-id")
        return sent if sent and _GOOD_REQUEST_ID.fullmatch(sent) else next(self._ids)

    async def _answer(self, visit: Visit) -> Answer:
        """The answer to anything, problems and defects included."""
        try:
            return await self._performed(visit)
        except ApiError as problem:
            if isinstance(problem, BudgetSpent):
                visit.spent = problem.verdict
            if isinstance(problem, TooMany):
                self._kit.metrics.limited(problem.code)
            return answers.of_problem(problem)
        except Exception:  # noqa: BLE001 - told to the log with its trace, to the client as a 500
            _log.exception("%s broke", visit.name)
            return answers.of_problem(InternalError())

    async def _performed(self, visit: Visit) -> Answer:
        request = visit.request
        shown = self._shown(request)
        preflight = self._cors.is_preflight(request)
        verdict = visit.verdict = await self._rate_limits.count(
            shown, visit.address, spends=not preflight
        )
        found = self._found(visit)
        if verdict.allowed and isinstance(found, Found):
            cached = await self._response_cache.find(request, found.operation)
            if cached is not None:
                visit.name = cached.operation_id
                self._kit.metrics.told_from_before()
                return cached.response_to(request)
        exempt = preflight or (isinstance(found, Found) and found.operation.exempt)
        if not (verdict.allowed or exempt):
            raise RateLimited(retry_after=str(verdict.reset))
        if request.method == "OPTIONS":
            return self._options(request)
        if isinstance(found, ApiError):
            raise found
        operation = found.operation
        if operation.for_operators:
            operators.must_be_one(request, self._kit.settings)
        heard = Heard(request, found.path_values, shown.fit_for(operation), b"")
        if operation.streams:
            return await self._streamed(operation, visit, heard)
        if operation.body is not None:
            client = self._addresses.key(visit.address)
            with self._bodies.held((client, self._kit.settings.bodies_per_address)):
                heard.body = await request.body()
        call = self._call(visit)
        answer = await self._performer.perform(operation, call, heard)
        return self._conditional(operation, request, call, answer)

    async def _streamed(self, operation: Operation, visit: Visit, heard: Heard) -> Answer:
        """Perform what takes its body from a file, which lies there for as long as that takes."""
        room = await self._performer.room(operation, self._call(visit), heard)
        client = self._addresses.key(visit.address)
        async with self._receiver.received(visit.request, room, client) as received:
            heard.received = received
            # By now a while has passed: the call begins here.
            return await self._performer.perform(operation, self._call(visit), heard)

    def _shown(self, request: Request) -> Shown:
        """What the request shows of who sends it."""
        if b"authorization" not in request.headers and b"x-api-key" not in request.headers:
            return NOTHING_SHOWN
        scheme, _, token = request.header(b"authorization").partition(" ")
        sent_token = scheme.lower() == "bearer"
        sent_key = request.header(b"x-api-key")
        return Shown(
            token=self._kit.tokens.read(token.strip()) if sent_token else None,
            key=self._kit.partner_keys.read(sent_key) if sent_key else None,
            anything=sent_token or bool(sent_key),
        )

    def _found(self, visit: Visit) -> Found | ApiError:
        """The operation asked for; a problem is told only once the limit let it pass."""
        try:
            operation, values = self._dispatch.find(visit.request.method, visit.request.path)
        except ApiError as problem:
            return problem
        visit.name = operation.operation_id
        return Found(operation, tuple(values))

    def _options(self, request: Request) -> Answer:
        allowed = ", ".join(self._dispatch.allowed(request.path))
        answer = Answer(200, b'{"data":{"ok":true}}')
        answer.add("allow", allowed)
        answer.headers += self._cors.preflight_headers(request, allowed)
        return answer

    def _call(self, visit: Visit) -> Call:
        return Call(
            kit=self._kit,
            now=self._kit.clock.now(),
            request_id=visit.request_id.decode(),
            address=visit.address,
            user_agent=visit.request.header(b"user-agent")[:300],
            if_match=visit.request.text(b"if-match"),
        )

    def _conditional(
        self, operation: Operation, request: Request, call: Call, answer: Answer
    ) -> Answer:
        """Give a public read its validator, and a client that has the bytes a 304."""
        if not operation.conditional or answer.status != 200:
            return answer
        if operation.cached:
            answer.etag = answers.etag_of(answer.body)
            if operation.enveloped:
                answer.cache_control = self._public_cache_control
            if operation.topic is not None:
                answer.add("vary", VARY)
                self._cache(operation, request, call, answer)
        if answers.matches(request.header(b"if-none-match"), answer.etag):
            answer.status, answer.body = 304, b""
        return answer

    def _cache(self, operation: Operation, request: Request, call: Call, answer: Answer) -> None:
        """Cache the response of a public read."""
        if call.data_version is not None:
            response = replace(answer, fixed=self._fixed_headers(answer))
            cached = CachedResponse(
                operation.operation_id,
                call.data_version,
                call.cache_subject,
                call.cache_expires_at,
                response,
            )
            self._response_cache.add(request, operation, cached)

    async def _send(self, visit: Visit, answer: Answer, send: Send) -> None:
        headers = [
            *(answer.fixed or self._fixed_headers(answer)),
            (b"x-request-id", visit.request_id),
            *_limit_headers(visit),
            *self._cors.headers(visit.request),
            *([(b"connection", b"close")] if self._is_draining else ()),
        ]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        if answer.part is not None:
            await files.send(answer.part, send, only_head=visit.request.method == "HEAD")
        else:
            body = b"" if visit.request.method == "HEAD" else answer.body
            await send({"type": "http.response.body", "body": body})

    def _fixed_headers(self, answer: Answer) -> Headers:
        """Those that depend on the answer alone."""
        headers = [
            *self._security,
            (b"cache-control", answer.cache_control),
            (b"content-security-policy", answer.content_security_policy),
            *answer.headers,
        ]
        if answer.etag:
            headers.append((b"etag", answer.etag.encode()))
        if answer.status != 304:
            if answer.content_type:
                headers.append((b"content-type", answer.content_type.encode()))
            headers.append((b"content-length", b"%d" % answer.length))
        return headers

    def drain(self) -> None:
        """Close each connection with its next response from now on, and wait less for bodies."""
        self._is_draining = True
        self._body_timeouts.drain()

    async def close(self) -> None:
        """End what the lifespan would, for whoever never began one."""
        self._receiver.close()
        await self._lifespan.stop()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self._lifespan.start()
        except Exception as error:  # noqa: BLE001 - told to the log and to the server
            _log.exception("the server can't start")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.close()
        self._access_log.flush()
        await send({"type": "lifespan.shutdown.complete"})


def _limit_headers(visit: Visit) -> Headers:
    return limits.fields(*[said for said in (visit.verdict, visit.spent) if said is not None])
