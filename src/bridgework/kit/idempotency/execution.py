"""Running a request once, however often it is sent under its key."""

import contextlib
import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from starlette.responses import Response

from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import ApiError, DatabaseBusy, Unavailable
from bridgework.kit.http.context import Context
from bridgework.kit.http.responses import ApiResponse
from bridgework.kit.idempotency import store
from bridgework.kit.idempotency.errors import (
    AlreadyDone,
    IdempotencyInProgress,
    IdempotencyKeyReused,
)
from bridgework.kit.idempotency.fingerprint import Fingerprint
from bridgework.kit.idempotency.store import Claim

_log = logging.getLogger("bridgework.idempotency")

LEASE = timedelta(minutes=2)
"""How long a slow request may hold its key; after a crash the key is free again then."""
RETENTION = timedelta(hours=24)
LARGEST_BODY = 64 * 1024
"""Bytes of a stored response; of a larger one only the status and the id are stored."""

Act = Callable[[], Response]


def run_in_transaction(context: Context, fingerprint: Fingerprint, act: Act) -> Response:
    """Run `act` once, in the transaction of the request: key, effect and response commit together.

    A concurrent request waits for the commit and gets the same response. An error leaves no key, so
    the request may be sent again.
    """
    claim = Claim(fingerprint.key_digests[0], context.now + LEASE)
    answer = _claim_or_replay(context.tx, fingerprint, claim, context.now)
    if answer is not None:
        return answer
    try:
        answer = act()
    except ApiError as problem:
        if problem.commits:  # it commits, and would commit the key as well
            store.release(context.tx, claim)
        raise
    _store(context.tx, fingerprint, claim, answer, context.now)
    return answer


def run_with_lease(context: Context, fingerprint: Fingerprint, act: Act) -> Response:
    """Run `act` once, although it opens transactions of its own and takes long.

    The key is committed first, with a lease: concurrent requests get IdempotencyInProgress. After a
    crash the request may run again once the lease is over; `act` has to look up what was done.
    """
    now = context.app.clock.now()  # the request may have waited for a thread
    claim = Claim(fingerprint.key_digests[0], now + LEASE)
    with context.write_transaction() as tx:
        answer = _claim_or_replay(tx, fingerprint, claim, now)
    if answer is not None:
        return answer
    try:
        answer = act()
    except BaseException:
        # If the database is unavailable, the end of the lease releases the key.
        with contextlib.suppress(Unavailable), context.write_transaction() as tx:
            store.release(tx, claim)
        raise
    try:
        with context.write_transaction() as tx:
            _store(tx, fingerprint, claim, answer, now)
    except Unavailable:
        # An error here would make the client send a request that is done.
        _log.warning("a response can't be replayed under its key: the database did not store it")
    return answer


def _claim_or_replay(
    tx: Tx, fingerprint: Fingerprint, claim: Claim, now: datetime
) -> Response | None:
    """Return the stored response, or None if this request holds the key now.

    Raises IdempotencyKeyReused, IdempotencyInProgress or AlreadyDone.
    """
    row = store.find(tx, fingerprint)
    if row is not None and row.expires_at <= now:
        store.release(tx, Claim(row.whose, row.expires_at))
        row = None
    if row is None:
        try:
            if store.add(tx, claim, fingerprint.request_digests[0]):
                return None
        except DatabaseBusy:
            raise IdempotencyInProgress from None
        row = store.find(tx, fingerprint)  # a concurrent request has committed
    if row is not None and row.what not in fingerprint.request_digests:
        raise IdempotencyKeyReused
    if row is None or row.status is None:
        raise IdempotencyInProgress
    return _replay(row)


def _replay(row: store.KeyRow) -> Response:
    if row.body is None:
        raise AlreadyDone(row.made_id)
    headers = {"idempotency-replayed": "true"}
    if row.location is not None:
        headers["location"] = row.location
    return ApiResponse(row.body, row.status, headers)


def _store(tx: Tx, fingerprint: Fingerprint, claim: Claim, answer: Response, now: datetime) -> None:
    stored: dict[str, object] = {"status": answer.status_code, "expires_at": now + RETENTION}
    if fingerprint.secret or len(answer.body) > LARGEST_BODY:
        stored |= {"made_id": _created_id(bytes(answer.body))}
    else:
        stored |= {"body": answer.body, "location": answer.headers.get("location")}
    store.finish(tx, claim, **stored)


def _created_id(body: bytes) -> str | None:
    """Return the id of what was created: of the payload, or of its first member with one."""
    payload = json.loads(body)
    data = payload.get("data") if isinstance(payload, dict) else None
    members = [data, *data.values()] if isinstance(data, dict) else []
    ids = [member.get("id") for member in members if isinstance(member, dict)]
    return next((each for each in ids if isinstance(each, str)), None)
