"""How an operation runs: on the event loop or in a thread, in one transaction.

Short reads on SQLite cost less than a hop to a thread, so they run on the event loop; its writes
run in one thread, which commits concurrent ones together (`WriteBatcher`). Reads that turn out
long and everything on PostgreSQL run in a pool of threads, operations with `run_in_thread=True` in
another.
"""

import asyncio
import contextlib
import contextvars
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeVar

from starlette.responses import Response

from bridgework.kit.access_tokens import Claims
from bridgework.kit.api_keys import KeyClaims
from bridgework.kit.auth import ANONYMOUS, Caller
from bridgework.kit.db import cache_versions
from bridgework.kit.db.cache_versions import CacheVersion, DataVersion
from bridgework.kit.db.transaction import RetryInThread, Transaction, Tx
from bridgework.kit.db.write_batcher import WriteBatcher
from bridgework.kit.errors import ApiError, Busy, TokenInvalid
from bridgework.kit.http import etags
from bridgework.kit.http.context import AppState, Context
from bridgework.kit.http.file_response import file_response
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.pagination_headers import pagination_headers
from bridgework.kit.http.request import Request
from bridgework.kit.http.request_body import LARGEST_INLINE_BODY
from bridgework.kit.http.response_timing import pad_response_time
from bridgework.kit.http.responses import ApiResponse, EmptyResponse
from bridgework.kit.http.results import PermanentRedirect, PreRenderedPage, RawResponse, WithVersion
from bridgework.kit.idempotency import execution
from bridgework.kit.idempotency.fingerprint import Fingerprint, fingerprint_of, parse_key
from bridgework.kit.ids import Id
from bridgework.kit.metrics import Metrics
from bridgework.kit.storage.bodies import BodyConstraints, File, ReceivedBody, TemporaryRedirect
from bridgework.kit.threads import lower_priority

CALL_THREADS = 8
SLOW_THREADS = 4
_MOST_WAITING = 200
_MOST_VALIDATIONS_WAITING = 64
_SLOW_NICENESS = 10

Result = TypeVar("Result")
Arguments = Sequence[object] | ApiError
"""What a handler is called with after the context, or the error that refuses the request."""
Credentials = Claims | KeyClaims
"""A valid token's claims, or those of a genuine partner key."""
Identify = Callable[[Tx, Credentials, datetime], Caller | None]


@dataclass(slots=True)
class RequestInput:
    """A request and the operation that it is for."""

    operation: Operation
    context: Context
    request: Request
    path_values: tuple[str, ...]
    credentials: Credentials | None
    body: bytes = b""
    upload: ReceivedBody | None = None

    @property
    def has_large_body(self) -> bool:
        """Whether its work would keep the event loop from other requests for too long."""
        return len(self.body) > LARGEST_INLINE_BODY

    def arguments(self) -> Arguments:
        """The validated arguments.

        An error is returned, since only a caller who may use the operation may see it.
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


class BoundedThreadPool:
    """A few threads, and a bound on how many tasks may wait for one."""

    def __init__(
        self, name: str, threads: int, metrics: Metrics, *, most_waiting: int, niceness: int = 0
    ) -> None:
        self._executor = ThreadPoolExecutor(threads, name, lower_priority, (niceness,))
        self._most = threads + most_waiting
        self._tasks = 0
        self._tasks_gauge, self._rejected_counter = metrics.thread_pool(name)

    async def run(self, task: Callable[[], Result]) -> Result:
        """Run `task` in a thread. Raises Busy when too many wait."""
        if self._tasks >= self._most:
            self._rejected_counter.inc()
            raise Busy
        self._tasks += 1
        self._tasks_gauge.set(self._tasks)
        context = contextvars.copy_context()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, context.run, _without_stop, task)
        finally:
            self._tasks -= 1
            self._tasks_gauge.set(self._tasks)

    def close(self) -> None:
        """Wait for running tasks, and drop those that wait."""
        self._executor.shutdown(wait=True, cancel_futures=True)


class OperationRunner:
    """Runs operations."""

    def __init__(self, app_state: AppState, identify: Identify) -> None:
        self._app_state = app_state
        self.identify = identify
        self._caches = app_state.settings.response_cache_bytes > 0
        source = app_state.database.batch_source
        self._writes = None if source is None else WriteBatcher(source, app_state.metrics)
        pool = partial(BoundedThreadPool, metrics=app_state.metrics)
        self._calls = pool("requests", CALL_THREADS, most_waiting=_MOST_WAITING)
        # One thread: the validator holds the interpreter's lock, so several would not be faster,
        # and the event loop would wait for all of them in turn.
        self._validation = pool("validation", 1, most_waiting=_MOST_VALIDATIONS_WAITING)
        self._slow = pool(
            "long_requests", SLOW_THREADS, most_waiting=_MOST_WAITING, niceness=_SLOW_NICENESS
        )

    async def run(self, given: RequestInput) -> Response:
        """Run one operation. Raises whatever ApiError it raises."""
        given.context.now = self._app_state.clock.now()  # its body may have taken a while
        response = self._run(given)
        if given.operation.constant_time and self._app_state.settings.prevent_account_enumeration:
            return await pad_response_time(response)
        return await response

    async def body_constraints(self, given: RequestInput) -> BodyConstraints:
        """The constraints on a body that is streamed. Raises whatever ApiError the operation does.

        Raises LookupError for an operation without a streamed body.
        """
        constraints_of = given.operation.body_constraints
        if constraints_of is None:
            raise LookupError(f"{given.operation.operation_id} streams no body")
        given.operation.must_fit(given.path_values)

        def read(transaction: Transaction) -> BodyConstraints:
            with given.context.within(transaction):
                constraints: BodyConstraints = constraints_of(given.context, *given.path_values)
                return constraints

        return await self.read(read)

    async def data_version(self, topic: str, subject: Id | None) -> DataVersion | None:
        """The version that a topic has now; None if it can't be read without waiting."""
        database = self._app_state.database
        reconnects = database.reconnect_count
        current = partial(cache_versions.version, topic=topic, subject=subject)

        def read(transaction: Transaction) -> CacheVersion:
            with transaction as tx:
                return current(tx)

        version: CacheVersion | None
        if database.dialect == "sqlite":
            version = database.cached_read((topic, subject), current)
        else:
            version = await self.read(read)
        return None if version is None else DataVersion(topic, version, reconnects)

    async def read(self, read: Callable[[Transaction], Result]) -> Result:
        """The result of a short read: on the event loop if possible, else in a thread."""
        database = self._app_state.database
        if database.reads_on_loop:
            with contextlib.suppress(RetryInThread):
                return read(database.reading(on_loop=True))
        return await self._calls.run(lambda: read(database.reading()))

    async def _run(self, given: RequestInput) -> Response:
        operation, database = given.operation, self._app_state.database
        # Validation needs no database, so no transaction is open meanwhile.
        if given.has_large_body:
            arguments = await self._validation.run(given.arguments)
        else:
            arguments = given.arguments()
        if operation.run_in_thread:
            return await self._slow.run(lambda: self._run_in_thread(given, arguments))
        run_in = partial(self._run_in_transaction, given, arguments)
        if operation.writes and self._writes is not None:
            return await self._writes.run(run_in)
        if database.reads_on_loop and not (operation.writes or given.has_large_body):
            with contextlib.suppress(RetryInThread):
                return run_in(database.reading(on_loop=True))
            given.context.caller = ANONYMOUS  # the request starts again
        transaction = database.writing() if operation.writes else database.reading()
        return await self._calls.run(lambda: run_in(transaction))

    def _run_in_transaction(
        self, given: RequestInput, arguments: Arguments, transaction: Transaction
    ) -> Response:
        with given.context.within(transaction) as tx:
            self._authenticate(given, tx)
            fingerprint = self._fingerprint(given)
            if fingerprint is None:
                return self._response(given, arguments)
            respond = partial(self._response, given, arguments)
            return execution.run_in_transaction(given.context, fingerprint, respond)

    def _run_in_thread(self, given: RequestInput, arguments: Arguments) -> Response:
        """Run an operation that opens its own transactions."""
        context = given.context
        if given.credentials is not None or given.operation.cache_topic is not None:
            with context.read_transaction() as tx:
                self._authenticate(given, tx)
        fingerprint = self._fingerprint(given)
        if fingerprint is None:
            return self._response(given, arguments)
        context.marks = fingerprint.combined()
        respond = partial(self._response, given, arguments)
        return execution.run_with_lease(context, fingerprint, respond)

    def _fingerprint(self, given: RequestInput) -> Fingerprint | None:
        """The fingerprint of a request with an Idempotency-Key."""
        operation, request = given.operation, given.request
        header = request.raw_headers.get(b"idempotency-key") if operation.takes_key else None
        key = parse_key(header)
        if key is None:
            return None
        keyring, secret = self._app_state.keyring, operation.never_store_response
        asked = (operation.operation_id, *given.path_values, request.query_string.decode("latin-1"))
        caller = given.context.caller
        return fingerprint_of(keyring, caller, key, *asked, body=given.body, secret=secret)

    def _authenticate(self, given: RequestInput, tx: Tx) -> None:
        """Identify the caller, and read the version of a cached response before any of its rows.

        Raises TokenInvalid or the Forbidden that fits.
        """
        context, topic = given.context, given.operation.cache_topic
        context.caller = self._caller(given, tx)
        if topic is not None and self._caches:
            reconnects = self._app_state.database.reconnect_count
            context.data_version = DataVersion(topic, cache_versions.version(tx, topic), reconnects)

    def _caller(self, given: RequestInput, tx: Tx) -> Caller:
        if given.credentials is None:
            return ANONYMOUS
        operation, now = given.operation, given.context.now
        caller = self.identify(tx, given.credentials, now)
        if isinstance(given.credentials, Claims):
            session_id = given.credentials.session_id
            self._app_state.ended_sessions.record(session_id, ended=caller is None)
        if caller is None:
            raise TokenInvalid
        if not operation.who.allows(caller):
            raise operation.who.refusal(caller)
        self._app_state.last_seen.record(caller, now)
        return caller

    def _response(self, given: RequestInput, arguments: Arguments) -> Response:
        if isinstance(arguments, ApiError):
            raise arguments
        operation = given.operation
        result = operation.handler(given.context, *arguments)
        public_url = self._app_state.settings.public_url
        if isinstance(result, File):
            return file_response(result, given.request, operation.not_found)
        if isinstance(result, TemporaryRedirect):
            headers = {"location": result.url, "cache-control": result.cache_control}
            return EmptyResponse(302, headers)
        if isinstance(result, PermanentRedirect):
            return EmptyResponse(301, {"location": public_url + result.path})
        body = operation.dump(result)
        if isinstance(result, RawResponse):
            return ApiResponse(body, result.status, _headers_of(result))
        headers = {}
        if isinstance(result, PreRenderedPage):
            parameters = operation.known(given.request.parameters)
            headers.update(pagination_headers(result, public_url + given.request.path, parameters))
        elif isinstance(result, WithVersion):
            headers["etag"] = etags.of_version(result.version, body)
        if operation.place is not None:
            headers["location"] = public_url + operation.place(result)
        return ApiResponse(body, operation.status, headers)

    def close(self) -> None:
        """End all threads."""
        for pool in (self._writes, self._validation, self._calls, self._slow):
            if pool is not None:
                pool.close()


def _headers_of(document: RawResponse) -> Mapping[str, str]:
    headers = {
        "content-type": document.content_type,
        "cache-control": document.cache_control,
        **document.headers,
    }
    if document.content_security_policy is not None:
        headers["content-security-policy"] = document.content_security_policy
    return headers


def _without_stop(task: Callable[[], Result]) -> Result:
    """A StopIteration from a thread would leave the event loop waiting for ever."""
    try:
        return task()
    except StopIteration as error:
        raise RuntimeError("a handler raised StopIteration") from error
