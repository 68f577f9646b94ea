"""Having a request done once, however often it comes under its key."""

import contextlib
import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import ApiError, DatabaseBusy, Unavailable
from bridgework.kit.http.context import Call
from bridgework.kit.http.responses import Answer
from bridgework.kit.idempotency import store
from bridgework.kit.idempotency.errors import (
    AlreadyDone,
    IdempotencyInProgress,
    IdempotencyKeyReused,
)
from bridgework.kit.idempotency.marks import Mark
from bridgework.kit.idempotency.store import Claim

_log = logging.getLogger("bridgework.idempotency")

LEASE = timedelta(minutes=2)
"""For how long a slow call has its key to itself; a crash leaves it claimed for no longer."""
KEPT = timedelta(hours=24)
LARGEST_ANSWER = 64 * 1024
"""Bytes of an answer that is kept; of a larger one it is only known that it was given."""

Act = Callable[[], Answer]


def within(call: Call, mark: Mark, act: Act) -> Answer:
    """Do `act` once, in the call's own transaction: key, effect and answer commit together.

    One that comes at the same time waits for that, and is told the same answer. A problem leaves
    no key, so that the request may be tried again.
    """
    claim = Claim(mark.whose[0], call.now + LEASE)
    answer = _given_before(call.tx, mark, claim, call.now)
    if answer is not None:
        return answer
    try:
        answer = act()
    except ApiError as problem:
        if problem.commits:  # it commits what was written, and the key with it
            store.drop(call.tx, claim)
        raise
    _keep(call.tx, mark, claim, answer, call.now)
    return answer


def apart(call: Call, mark: Mark, act: Act) -> Answer:
    """Do `act` once, though it opens transactions of its own and takes long.

    The key is written first, with a lease: whoever comes meanwhile is sent away. After a crash
    `act` is run again once the lease is over, and has to look up what was done before.
    """
    now = call.kit.clock.now()  # it may have waited for a thread
    claim = Claim(mark.whose[0], now + LEASE)
    with call.writing() as tx:
        answer = _given_before(tx, mark, claim, now)
    if answer is not None:
        return answer
    try:
        answer = act()
    except BaseException:
        # Where the database is gone as well, the end of the lease frees the key.
        with contextlib.suppress(Unavailable), call.writing() as tx:
            store.drop(tx, claim)
        raise
    try:
        with call.writing() as tx:
            _keep(tx, mark, claim, answer, now)
    except Unavailable:
        # It is done, and saying otherwise would have it done twice.
        _log.warning("an answer can't be told again under its key: the database did not take it")
    return answer


def _given_before(tx: Tx, mark: Mark, claim: Claim, now: datetime) -> Answer | None:
    """The answer that was given under this key; None if there is none, and the key is ours now.

    Raises IdempotencyKeyReused, IdempotencyInProgress or AlreadyDone.
    """
    row = store.found(tx, mark)
    if row is not None and row.expires_at <= now:
        store.drop(tx, Claim(row.whose, row.expires_at))
        row = None
    if row is None:
        try:
            if store.add(tx, claim, mark.what[0]):
                return None
        except DatabaseBusy:
            raise IdempotencyInProgress from None
        row = store.found(tx, mark)  # another was faster, and has committed
    if row is not None and row.what not in mark.what:
        raise IdempotencyKeyReused
    if row is None or row.status is None:
        raise IdempotencyInProgress
    return _told_again(row)


def _told_again(row: store.KeyRow) -> Answer:
    if row.body is None:
        raise AlreadyDone(row.made_id)
    answer = Answer(row.status, row.body)
    if row.location is not None:
        answer.add("location", row.location)
    answer.add("idempotency-replayed", "true")
    return answer


def _keep(tx: Tx, mark: Mark, claim: Claim, answer: Answer, now: datetime) -> None:
    told: dict[str, object] = {"status": answer.status, "expires_at": now + KEPT}
    if mark.secret or len(answer.body) > LARGEST_ANSWER:
        told |= {"made_id": _made_id(answer.body)}
    else:
        told |= {"body": answer.body, "location": _location(answer)}
    store.finish(tx, claim, **told)


def _location(answer: Answer) -> str | None:
    value = dict(answer.headers).get(b"location")
    return None if value is None else value.decode("latin-1")


def _made_id(body: bytes) -> str | None:
    """The id of what was made: that of the payload, or of the first of its members with one."""
    told = json.loads(body)
    data = told.get("data") if isinstance(told, dict) else None
    members = [data, *data.values()] if isinstance(data, dict) else []
    ids = [member.get("id") for member in members if isinstance(member, dict)]
    return next((each for each in ids if isinstance(each, str)), None)
