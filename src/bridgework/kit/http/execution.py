"""Runs operations, on the event loop or in a thread, in one transaction.

Short reads on SQLite cost less than a switch to a thread, so they run on the event loop. Writes on
SQLite run in one thread, which commits concurrent ones together (`WriteBatcher`). Long reads, and
all operations on PostgreSQL, run in a pool of threads. An operation with `pool=…` runs in the pool
of what it waits for (`thread_pools`). One with `on_loop=True` needs nothing but the event loop.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeVar
from urllib.parse import quote

from starlette.responses import Response

from bridgework.kit.actions import EventStream
from bridgework.kit.core import ApiError, Id, KeyInvalid, TokenInvalid
from bridgework.kit.data.db import (
    DataVersion,
    RetryInThread,
    Transaction,
    Tx,
    WriteBatcher,
    cache_versions,
)
from bridgework.kit.http.idempotency import Fingerprint, execution, fingerprint_of, parse_key
from bridgework.kit.http.operations import (
    Download,
    Operation,
    OperationPools,
    PermanentRedirect,
    PreRenderedPage,
    RawResponse,
    WithVersion,
    html_response,
)
from bridgework.kit.http.operations.pagination_headers import pagination_headers
from bridgework.kit.http.requests import HttpState, Request, RequestContext, etags
from bridgework.kit.http.responses import (
    EMBEDDABLE,
    ApiResponse,
    EmptyResponse,
    EventStreamResponse,
    StreamedResponse,
    accepts_gzip,
    pad_response_time,
    prefers_html,
)
from bridgework.kit.http.responses.file_response import file_response
from bridgework.kit.http.version_reads import VersionReads
from bridgework.kit.security import (
    ANONYMOUS,
    Caller,
    Claims,
    KeyClaims,
    SecondFactorRequired,
    Who,
)
from bridgework.kit.storage import BodyConstraints, File, ReceivedBody, TemporaryRedirect
from bridgework.kit.validation import MAX_INLINE_BODY_SIZE

Result = TypeVar("Result")
Arguments = Sequence[object] | ApiError
"""The arguments of a handler after the context, or the error that refuses the request."""
Credentials = Claims | KeyClaims
"""The claims of a correctly signed token or partner key."""
Identify = Callable[[Tx, Credentials, datetime], Caller | None]


@dataclass(slots=True)
class RequestInput:
    """A request and its operation."""

    operation: Operation
    context: RequestContext[HttpState]
    request: Request
    path_values: tuple[str, ...]
    credentials: Credentials | None
    body: bytes = b""
    upload: ReceivedBody | None = None

    @property
    def has_large_body(self) -> bool:
        """Whether parsing the body on the event loop would delay other requests."""
        return len(self.body) > MAX_INLINE_BODY_SIZE

    def arguments(self) -> Arguments:
        """Return the validated arguments.

        An error is returned instead of raised, since only an authorized caller may get it.
        """
        try:
            return self.operation.arguments(
                self.path_values,
                self.request.parameters,
                self.upload or self.body,
                strictly=self.request.is_strict(),
            )
        except ApiError as error:
            return error


class OperationRunner:
    """Runs operations."""

    def __init__(self, app_state: HttpState, identify: Identify) -> None:
        self._app_state = app_state
        self.identify = identify
        self._options = app_state.http_options
        self._caches = self._options.response_cache_bytes > 0
        source = app_state.database.batch_source
        self._writes = None if source is None else WriteBatcher(source, app_state.metrics)
        self._pools = OperationPools(app_state.metrics)
        self._version_reads = VersionReads(self.read)

    def start(self) -> None:
        """Create the threads of the pools, so that their priority is that of the caller."""
        self._pools.start()

    async def run(self, inputs: RequestInput) -> Response:
        """Run one operation. Raises the ApiError that it raises."""
        inputs.context.now = self._app_state.clock.now()  # after receiving the body
        response = self._run(inputs)
        if inputs.operation.constant_time and self._options.hide_accounts:
            return await pad_response_time(response)
        return await response

    async def body_constraints(self, inputs: RequestInput) -> BodyConstraints:
        """Authorize a request with a streamed body, and return the constraints of the body.

        Raises the ApiError that the operation raises, and LookupError for an operation without a
        streamed body.
        """
        constraints_of = inputs.operation.body_constraints
        if constraints_of is None:
            raise LookupError(f"{inputs.operation.operation_id} streams no body")
        arguments = inputs.arguments()

        def read(transaction: Transaction) -> BodyConstraints:
            with inputs.context.within(transaction) as tx:
                self._authenticate(inputs, tx)
                if isinstance(arguments, ApiError):
                    raise arguments
                constraints: BodyConstraints = constraints_of(inputs.context, *inputs.path_values)
                return constraints

        return await self.read(read)

    async def data_version(self, topic: str, subject: Id | None) -> DataVersion | None:
        """Return the current version of a topic; None if it cannot be read without waiting."""
        database = self._app_state.database
        if database.dialect == "sqlite":
            current = partial(_data_version, topic=topic, subject=subject)
            return database.cached_read((topic, subject), current)
        return DataVersion(topic, await self._version_reads.version(topic, subject))

    async def read(self, read: Callable[[Transaction], Result]) -> Result:
        """Return the result of a short read: on the event loop if possible, else in a thread."""
        database = self._app_state.database
        if database.reads_on_loop:
            with contextlib.suppress(RetryInThread):
                return read(database.reading(on_loop=True))
        return await self._pools.requests.run(lambda: read(database.reading()))

    async def _run(self, inputs: RequestInput) -> Response:
        operation, database = inputs.operation, self._app_state.database
        # Validation does not use the database, so no transaction is open yet.
        if inputs.has_large_body:
            arguments = await self._pools.validation.run(inputs.arguments)
        else:
            arguments = inputs.arguments()
        if operation.on_loop:
            return self._response(inputs, arguments)
        if operation.pool is not None:
            if operation.bot_check is not None and not isinstance(arguments, ApiError):
                bot_check = partial(operation.bot_check, inputs.context, *arguments)
                await self._pools.bot_checks.run(bot_check)
            pool = self._pools[operation.pool]
            return await pool.run(lambda: self._run_in_pool(inputs, arguments))
        run_in = partial(self._run_in_transaction, inputs, arguments)
        if operation.writes and self._writes is not None:
            return await self._writes.run(run_in)
        if database.reads_on_loop and not (operation.writes or inputs.has_large_body):
            with contextlib.suppress(RetryInThread):
                return run_in(database.reading(on_loop=True))
            inputs.context.caller = ANONYMOUS  # the request restarts
        transaction = database.writing() if operation.writes else database.reading()
        return await self._pools.requests.run(lambda: run_in(transaction))

    def _run_in_transaction(
        self, inputs: RequestInput, arguments: Arguments, transaction: Transaction
    ) -> Response:
        with inputs.context.within(transaction) as tx:
            self._authenticate(inputs, tx)
            fingerprint = self._fingerprint(inputs)
            if fingerprint is None:
                return self._response(inputs, arguments)
            respond = partial(self._response, inputs, arguments)
            return execution.run_in_transaction(inputs.context, fingerprint, respond)

    def _run_in_pool(self, inputs: RequestInput, arguments: Arguments) -> Response:
        """Run an operation that opens its own transactions."""
        context = inputs.context
        if inputs.credentials is not None or inputs.operation.cache_topic is not None:
            with context.read_transaction() as tx:
                self._authenticate(inputs, tx)
        fingerprint = self._fingerprint(inputs)
        if fingerprint is None:
            return self._response(inputs, arguments)
        context.marks = fingerprint.combined()
        respond = partial(self._response, inputs, arguments)
        return execution.run_with_lease(context, fingerprint, respond)

    def _fingerprint(self, inputs: RequestInput) -> Fingerprint | None:
        """Return the fingerprint of a request with an Idempotency-Key."""
        operation, request = inputs.operation, inputs.request
        header = request.raw_headers.get(b"idempotency-key") if operation.takes_key else None
        key = parse_key(header)
        if key is None:
            return None
        keyring, secret = self._app_state.keyring, operation.returns_secret
        parts = (
            operation.operation_id,
            *inputs.path_values,
            request.query_string.decode("latin-1"),
        )
        caller = inputs.context.caller
        return fingerprint_of(keyring, caller, key, *parts, body=inputs.body, secret=secret)

    def _authenticate(self, inputs: RequestInput, tx: Tx) -> None:
        """Identify the caller, and read the data version of a cacheable response before its rows.

        Raises TokenInvalid, KeyInvalid or a subclass of Forbidden.
        """
        context, topic = inputs.context, inputs.operation.cache_topic
        context.caller = self._caller(inputs, tx)
        if topic is not None and self._caches:
            context.data_version = DataVersion(topic, cache_versions.version(tx, topic))

    def _caller(self, inputs: RequestInput, tx: Tx) -> Caller:
        if inputs.credentials is None:
            return ANONYMOUS
        operation, now = inputs.operation, inputs.context.now
        caller = self.identify(tx, inputs.credentials, now)
        if isinstance(inputs.credentials, Claims):
            session_id = inputs.credentials.session_id
            self._app_state.ended_sessions.record(session_id, ended=caller is None)
        if operation.who.credentials == "none" and not self._is_known_admin(caller):
            return ANONYMOUS
        if caller is None:
            raise TokenInvalid if isinstance(inputs.credentials, Claims) else KeyInvalid
        if not operation.who.allows(caller):
            raise operation.who.refusal(caller)
        if operation.who.needs_second_factor and self._lacks_second_factor(caller):
            raise SecondFactorRequired
        self._app_state.last_seen.record(caller, now)
        return caller

    def _is_known_admin(self, caller: Caller | None) -> bool:
        return caller is not None and caller.is_admin and not self._lacks_second_factor(caller)

    def _lacks_second_factor(self, caller: Caller) -> bool:
        is_required = self._options.require_second_factor and caller.is_admin
        return is_required and not caller.has_second_factor

    def _response(self, inputs: RequestInput, arguments: Arguments) -> Response:
        if isinstance(arguments, ApiError):
            raise arguments
        operation, context = inputs.operation, inputs.context
        operation.who.must_be_fresh(context.caller, arguments, context.now)
        if operation.page is not None and prefers_html(inputs.request.header(b"accept")):
            page = html_response(operation.page(context))
            return ApiResponse(page.body, 200, {**_headers_of(page), "vary": "Accept"})
        result = operation.handler(context, *arguments)
        public_url = self._options.installation.public_url
        special = self._special_response(inputs, result)
        if special is not None:
            return special
        body = operation.dump(result)
        if isinstance(result, RawResponse):
            return _raw_response(result, inputs.request)
        headers: dict[str, str] = {}
        deprecation = operation.deprecation
        if deprecation and (deprecation.only_for is None or deprecation.only_for(*arguments)):
            headers.update(deprecation.headers())
        if isinstance(result, PreRenderedPage):
            parameters = operation.known(inputs.request.parameters)
            headers.update(pagination_headers(result, public_url + inputs.request.path, parameters))
        elif isinstance(result, WithVersion):
            headers["etag"] = etags.of_version(result.version, body)
        if operation.location is not None:
            path = quote(operation.location.format_map(vars(result)))
            headers["location"] = public_url + path
        return ApiResponse(body, operation.status, headers)

    def _special_response(self, inputs: RequestInput, result: object) -> Response | None:
        """Return the response of a file or a redirect; None for a result that is serialized."""
        if isinstance(result, File):
            return file_response(result, inputs.request, inputs.operation.not_found)
        if isinstance(result, Download):
            seconds = self._options.request_timeout_seconds
            return StreamedResponse(result, self._pools["computing"].run, seconds)
        if isinstance(result, EventStream):
            return self._event_stream(inputs, result)
        if isinstance(result, TemporaryRedirect):
            temporary = {"location": result.url, "cache-control": result.cache_control}
            return EmptyResponse(302, {**temporary, **EMBEDDABLE})
        if isinstance(result, PermanentRedirect):
            url = self._options.installation.public_url + result.path
            return EmptyResponse(301, {"location": url})
        return None

    def _event_stream(self, inputs: RequestInput, result: EventStream) -> Response:
        caller, credentials = inputs.context.caller, inputs.credentials
        if credentials is None:
            raise LookupError(f"{inputs.operation.operation_id} has no credentials to check again")
        is_allowed = partial(self._is_still_allowed, inputs.operation.who, credentials)
        return EventStreamResponse(result, caller, credentials, is_allowed)

    def _is_still_allowed(self, who: Who, credentials: Credentials, tx: Tx) -> bool:
        caller = self.identify(tx, credentials, self._app_state.clock.now())
        return caller is not None and who.allows(caller)

    def close(self) -> None:
        """Stop all threads."""
        if self._writes is not None:
            self._writes.close()
        self._pools.close()


def _data_version(tx: Tx, topic: str, subject: Id | None) -> DataVersion:
    return DataVersion(topic, cache_versions.version(tx, topic, subject))


def _raw_response(result: RawResponse, request: Request) -> ApiResponse:
    headers, body = dict(_headers_of(result)), result.body
    if result.gzip_body is not None:
        headers["vary"] = "Accept-Encoding"
        if accepts_gzip(request.header(b"accept-encoding")):
            headers["content-encoding"], body = "gzip", result.gzip_body
    return ApiResponse(body, result.status, headers)


def _headers_of(document: RawResponse) -> Mapping[str, str]:
    headers = {
        "content-type": document.content_type,
        "cache-control": document.cache_control,
        **document.headers,
    }
    if document.content_security_policy is not None:
        headers["content-security-policy"] = document.content_security_policy
    return headers
