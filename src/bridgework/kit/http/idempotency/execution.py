"""Executes a request once per idempotency key."""

import contextlib
import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from starlette.responses import Response

from bridgework.kit.actions import Context, State
from bridgework.kit.core import ApiError, DatabaseBusy, Unavailable
from bridgework.kit.data.db import Tx
from bridgework.kit.http.idempotency import queries
from bridgework.kit.http.idempotency.errors import (
    AlreadyDone,
    IdempotencyInProgress,
    IdempotencyKeyReused,
)
from bridgework.kit.http.idempotency.fingerprint import Fingerprint
from bridgework.kit.http.idempotency.queries import Claim
from bridgework.kit.http.responses import ApiResponse

_log = logging.getLogger("bridgework.idempotency")

LEASE = timedelta(minutes=2)
"""How long a slow request may hold its key. After a crash, the key is released then."""
RETENTION = timedelta(hours=24)
MAX_STORED_BYTES = 64 * 1024
"""Bytes of a stored response. Of a larger one, only the status and the ID are stored."""

Act = Callable[[], Response]


def run_in_transaction(context: Context[State], fingerprint: Fingerprint, act: Act) -> Response:
    """Run `act` once, in the transaction of the request: key, effect and response commit together.

    A concurrent request waits for the commit and gets the same response. An error leaves no key, so
    the request may be sent again.
    """
    claim = Claim(fingerprint.key_digests[0], context.now + LEASE)
    response = _claim_or_replay(context.tx, fingerprint, claim, context.now)
    if response is not None:
        return response
    try:
        response = act()
    except ApiError as error:
        if error.commits:  # would commit the key as well
            queries.release(context.tx, claim)
        raise
    _store(context.tx, fingerprint, claim, response, context.now)
    return response


def run_with_lease(context: Context[State], fingerprint: Fingerprint, act: Act) -> Response:
    """Run `act` once, although it opens transactions of its own and takes long.

    The key is committed first, with a lease: concurrent requests get IdempotencyInProgress. After a
    crash the request may run again when the lease ends, so `act` must check what was already done.
    """
    now = context.app.clock.now()  # the request may have waited for a thread
    claim = Claim(fingerprint.key_digests[0], now + LEASE)
    with context.write_transaction() as tx:
        response = _claim_or_replay(tx, fingerprint, claim, now)
    if response is not None:
        return response
    try:
        response = act()
    except BaseException:
        # If the database is unavailable, the key is released when the lease ends.
        with contextlib.suppress(Unavailable), context.write_transaction() as tx:
            queries.release(tx, claim)
        raise
    try:
        with context.write_transaction() as tx:
            _store(tx, fingerprint, claim, response, now)
    except Unavailable:
        # An error here would make the client repeat a request that has succeeded.
        _log.warning("the response of an idempotency key was not stored, so it is not replayed")
    return response


def _claim_or_replay(
    tx: Tx, fingerprint: Fingerprint, claim: Claim, now: datetime
) -> Response | None:
    """Return the stored response, or None if this request now holds the key.

    Raises IdempotencyKeyReused, IdempotencyInProgress or AlreadyDone.
    """
    row = queries.find(tx, fingerprint)
    if row is not None and row.expires_at <= now:
        queries.release(tx, Claim(row.key_digest, row.expires_at))
        row = None
    if row is None:
        try:
            if queries.add(tx, claim, fingerprint.request_digests[0]):
                return None
        except DatabaseBusy:
            raise IdempotencyInProgress from None
        row = queries.find(tx, fingerprint)  # a concurrent request has committed
    if row is not None and row.request_digest not in fingerprint.request_digests:
        raise IdempotencyKeyReused
    if row is None or row.status is None:
        raise IdempotencyInProgress
    return _replay(row)


def _replay(row: queries.KeyRow) -> Response:
    if row.body is None:
        raise AlreadyDone(row.created_id)
    headers = {"idempotency-replayed": "true"}
    if row.location is not None:
        headers["location"] = row.location
    return ApiResponse(row.body, row.status, headers)


def _store(
    tx: Tx, fingerprint: Fingerprint, claim: Claim, response: Response, now: datetime
) -> None:
    stored: dict[str, object] = {"status": response.status_code, "expires_at": now + RETENTION}
    if fingerprint.secret or len(response.body) > MAX_STORED_BYTES:
        stored |= {"created_id": _created_id(bytes(response.body))}
    else:
        stored |= {"body": response.body, "location": response.headers.get("location")}
    queries.finish(tx, claim, **stored)


def _created_id(body: bytes) -> str | None:
    """The ID of the created resource: of the payload, or of its first member with an ID."""
    payload = json.loads(body)
    data = payload.get("data") if isinstance(payload, dict) else None
    members = [data, *data.values()] if isinstance(data, dict) else []
    ids = [member.get("id") for member in members if isinstance(member, dict)]
    return next((value for value in ids if isinstance(value, str)), None)
