"""How a call is run: on the loop, in the pool, or apart; in one transaction.

Short reads on SQLite cost less than a hop to a thread, so they run on the event loop; its writes
run in one thread, which commits concurrent ones together (`WriteBatcher`). Reads that turn out
long and everything on PostgreSQL run in a pool of threads, slow operations in a pool of their own.
"""

import asyncio
import contextlib
import contextvars
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import TypeVar

from bridgework.kit.auth import ANONYMOUS, Caller
from bridgework.kit.db import cache_versions
from bridgework.kit.db.cache_versions import CacheVersion, DataVersion
from bridgework.kit.db.transaction import NotOnLoop, Transaction, Tx
from bridgework.kit.db.write_batcher import WriteBatcher
from bridgework.kit.errors import ApiError, Busy, TokenInvalid
from bridgework.kit.http import answer as answers
from bridgework.kit.http.context import Call, Kit
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.request import Request
from bridgework.kit.http.request_body import LARGEST_INLINE_BODY
from bridgework.kit.http.responses import Answer
from bridgework.kit.http.results import Moved, Plain, ReadyList, Versioned
from bridgework.kit.idempotency import marks, once
from bridgework.kit.idempotency.marks import Mark
from bridgework.kit.ids import Id
from bridgework.kit.metrics import Metrics
from bridgework.kit.partner_keys import KeyClaims
from bridgework.kit.storage.bodies import Elsewhere, File, Received, Room
from bridgework.kit.threads import lower_priority
from bridgework.kit.tokens import Claims

CALL_THREADS = 8
SLOW_THREADS = 4
_MOST_WAITING = 200
_MOST_VALIDATIONS_WAITING = 64
_SLOW_NICENESS = 10

Done = TypeVar("Done")
Arguments = Sequence[object]
"""What a handler is called with, after the call itself."""
Credentials = Claims | KeyClaims
"""What somebody showed: a good token's claims, or a genuine partner key's."""
Identify = Callable[[Tx, Credentials, datetime], Caller | None]


class Pool:
    """A few threads, and a bound on how many may wait for one."""

    def __init__(
        self, name: str, threads: int, metrics: Metrics, *, most_waiting: int, niceness: int = 0
    ) -> None:
        self._executor = ThreadPoolExecutor(threads, name, lower_priority, (niceness,))
        self._most = threads + most_waiting
        self._under_way = 0
        self._told_under_way, self._told_turned_away = metrics.calls(name)

    async def run(self, act: Callable[[], Done]) -> Done:
        """Have `act` done in a thread. Raises Busy when too many wait."""
        if self._under_way >= self._most:
            self._told_turned_away.inc()
            raise Busy
        self._under_way += 1
        self._told_under_way.set(self._under_way)
        context = contextvars.copy_context()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, context.run, _safely, act)
        finally:
            self._under_way -= 1
            self._told_under_way.set(self._under_way)

    def close(self) -> None:
        """Let what runs end, and drop what waits."""
        self._executor.shutdown(wait=True, cancel_futures=True)


class Performer:
    """Runs operations."""

    def __init__(self, kit: Kit, identify: Identify) -> None:
        self._kit = kit
        self.identify = identify
        source = kit.database.batch_source
        self._writes = None if source is None else WriteBatcher(source, kit.metrics)
        self._calls = Pool("call", CALL_THREADS, kit.metrics, most_waiting=_MOST_WAITING)
        # One thread: the validator holds the interpreter's lock, so several would not be faster,
        # and the event loop would wait for all of them in turn.
        self._validation = Pool(
            "validation", 1, kit.metrics, most_waiting=_MOST_VALIDATIONS_WAITING
        )
        self._slow = Pool(
            "slow",
            SLOW_THREADS,
            kit.metrics,
            most_waiting=_MOST_WAITING,
            niceness=_SLOW_NICENESS,
        )

    async def perform(self, operation: Operation, call: Call, heard: "Heard") -> Answer:
        """Run one operation. Raises whatever ApiError it raises."""
        performed = self._performed(operation, call, heard)
        if operation.levelled and not self._kit.settings.reveal_accounts:
            return await levelling.on_the_beat(performed)
        return await performed

    async def room(self, operation: Operation, call: Call, heard: "Heard") -> Room:
        """What a body that is to be streamed has to be like. Raises whatever ApiError it raises."""
        ask = operation.room
        if ask is None:
            raise LookupError(f"{operation.operation_id} streams no body")
        operation.must_fit(heard.path_values)

        def asked(transaction: Transaction) -> Room:
            with call.within(transaction):
                room: Room = ask(call, *heard.path_values)
                return room

        return await self.read(asked)

    async def data_version(self, topic: str, subject: Id | None) -> DataVersion | None:
        """The version that a topic has now; None if it can't be read without waiting."""
        database = self._kit.database
        reconnects = database.reconnect_count

        def read(transaction: Transaction) -> CacheVersion:
            with transaction as tx:
                return cache_versions.version(tx, topic, subject)

        version: CacheVersion | None
        if database.reads_on_loop:
            version = cache_versions.version_on_loop(database, topic, subject)
        else:
            version = await self.read(read)
        return None if version is None else DataVersion(topic, version, reconnects)

    async def read(self, read: Callable[[Transaction], Done]) -> Done:
        """What a short read finds: on the loop where it can be, else in a thread."""
        database = self._kit.database
        if database.reads_on_loop:
            with contextlib.suppress(NotOnLoop):
                return read(database.reading(on_loop=True))
        return await self._calls.run(lambda: read(database.reading()))

    async def _performed(self, operation: Operation, call: Call, heard: "Heard") -> Answer:
        database = self._kit.database
        heard.arguments = await self._validated(operation, heard)
        if operation.slow:
            return await self._slow.run(lambda: self._apart(operation, call, heard))
        whole = partial(self._whole, operation, call, heard)
        try:
            if operation.writes and self._writes is not None:
                return await self._writes.run(whole)
            if database.reads_on_loop and not (operation.writes or heard.has_large_body):
                return whole(database.reading(on_loop=True))
        except NotOnLoop:
            call.caller = ANONYMOUS  # from its start
        transaction = database.writing() if operation.writes else database.reading()
        return await self._calls.run(lambda: whole(transaction))

    async def _validated(self, operation: Operation, heard: "Heard") -> Arguments | ApiError:
        """The handler's arguments, or why they are refused, which the caller may not be told yet.

        Validation needs no database, so no transaction is open meanwhile.
        """

        def validate() -> Arguments | ApiError:
            try:
                return operation.arguments(
                    heard.path_values,
                    heard.request.pairs(),
                    heard.received or heard.body,
                    strictly=heard.request.is_strict(),
                )
            except ApiError as problem:
                return problem

        return await self._validation.run(validate) if heard.has_large_body else validate()

    def _whole(
        self, operation: Operation, call: Call, heard: "Heard", transaction: Transaction
    ) -> Answer:
        with call.within(transaction) as tx:
            call.caller = self._admitted(operation, call, heard, tx)
            self._note_version(operation, call, tx)
            mark = self._mark(operation, call, heard)
            act = partial(self._answered, operation, call, heard)
            return act() if mark is None else once.within(call, mark, act)

    def _apart(self, operation: Operation, call: Call, heard: "Heard") -> Answer:
        if heard.credentials is not None:
            with call.reading() as tx:
                call.caller = self._admitted(operation, call, heard, tx)
        if self._keeps(operation):
            with call.reading() as tx:
                self._note_version(operation, call, tx)
        mark = self._mark(operation, call, heard)
        call.has_key = mark is not None
        call.marks = () if mark is None else mark.both()
        act = partial(self._answered, operation, call, heard)
        return act() if mark is None else once.apart(call, mark, act)

    def _keeps(self, operation: Operation) -> bool:
        """Whether what it answers may be kept."""
        return operation.topic is not None and self._kit.settings.response_cache > 0

    def _note_version(self, operation: Operation, call: Call, tx: Tx) -> None:
        if operation.topic is not None and self._keeps(operation):
            reconnects = self._kit.database.reconnect_count
            version = cache_versions.version(tx, operation.topic)
            call.data_version = DataVersion(operation.topic, version, reconnects)

    def _mark(self, operation: Operation, call: Call, heard: "Heard") -> Mark | None:
        """What the request is known by where it may come again; None if it has no key."""
        header = heard.request.headers.get(b"idempotency-key") if operation.takes_key else None
        key = marks.key_in(header)
        if key is None:
            return None
        keyring, secret = self._kit.keyring, operation.secret
        query = heard.request.query_string.decode("latin-1")
        asked = (operation.operation_id, *heard.path_values, query)
        return marks.of(keyring, call.caller, key, *asked, body=heard.body, secret=secret)

    def _admitted(self, operation: Operation, call: Call, heard: "Heard", tx: Tx) -> Caller:
        if heard.credentials is None:
            return ANONYMOUS
        caller = self.identify(tx, heard.credentials, call.now)
        if isinstance(heard.credentials, Claims):
            session_id = heard.credentials.session_id
            self._kit.ended_sessions.record(session_id, ended=caller is None)
        if caller is None:
            raise TokenInvalid
        if not operation.who.allows(caller):
            raise operation.who.refusal(caller)
        self._kit.seen.note(caller, call.now)
        return caller

    def _answered(self, operation: Operation, call: Call, heard: "Heard") -> Answer:
        if isinstance(heard.arguments, ApiError):
            raise heard.arguments
        result = operation.handler(call, *heard.arguments)
        if isinstance(result, File):
            return files.answer_of(result, heard.request, operation.missing)
        if isinstance(result, Elsewhere):
            return files.of_elsewhere(result)
        if isinstance(result, Moved):
            return answers.of_move(self._kit.settings.public_url + result.path)
        answer = Answer(operation.status, operation.dump(result))
        if isinstance(result, ReadyList):
            address = self._kit.settings.public_url + heard.request.path
            answer.headers += links.of(result, address, operation.known(heard.request.pairs()))
        elif isinstance(result, Plain):
            _dress(answer, result)
        elif isinstance(result, Versioned):
            answer.etag = versions.tag(result.version, answer.body)
        if operation.place is not None:
            answer.add("location", self._kit.settings.public_url + operation.place(result))
        return answer

    def close(self) -> None:
        """End all threads."""
        if self._writes is not None:
            self._writes.close()
        self._validation.close()
        self._calls.close()
        self._slow.close()


class Heard:
    """What the edge has read of a request by the time its operation runs."""

    __slots__ = ("arguments", "body", "credentials", "path_values", "received", "request")

    def __init__(
        self,
        request: Request,
        path_values: tuple[str, ...],
        credentials: Credentials | None,
        body: bytes,
    ) -> None:
        self.request = request
        self.path_values = path_values
        self.credentials = credentials
        self.body = body
        self.received: Received | None = None
        self.arguments: Arguments | ApiError = ()

    @property
    def has_large_body(self) -> bool:
        """Whether its work would keep the event loop from other requests for too long."""
        return len(self.body) > LARGEST_INLINE_BODY


def _dress(answer: Answer, plain: Plain) -> None:
    answer.status = plain.status
    answer.content_type = plain.content_type
    answer.cache_control = plain.cache_control.encode()
    if plain.content_security_policy is not None:
        answer.content_security_policy = plain.content_security_policy.encode()
    for name, value in plain.headers.items():
        answer.add(name, value)


def _safely(act: Callable[[], Done]) -> Done:
    """A StopIteration out of a thread would leave its awaiter waiting for ever."""
    try:
        return act()
    except StopIteration as error:
        raise RuntimeError("a handler let a StopIteration escape") from error
