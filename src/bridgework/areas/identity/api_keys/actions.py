"""Create, identify and revoke API keys."""

from datetime import datetime, timedelta

from pydantic import MISSING

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.api_keys import errors, policies, queries, schemas
from bridgework.areas.identity.api_keys.records import StoredKey
from bridgework.context import Context
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import VISIBLE_LENGTH, ApiKeys, Caller, KeyClaims, PendingTimes
from bridgework.kit.validation import email_key


def identify(tx: Tx, claims: KeyClaims, now: datetime) -> Caller | None:
    """Return the caller of a key; None if it was revoked or has expired. Runs for each request."""
    return queries.find_caller(tx, claims, now)


def write_last_used(pending: PendingTimes, tx: Tx, now: datetime) -> int:
    """Write a batch of the times at which keys were last used. Returns how many."""
    del now
    times = pending.drain()
    for key_id, at in times.items():
        queries.update_last_used(tx, key_id, at)
    return len(times)


def create(context: Context, body: schemas.AdminCreateApiKeyRequest) -> schemas.CreatedApiKey:
    """Create a key. Only this response contains it."""
    made_by = context.caller.account()
    created = _create(context.tx, context.app.api_keys, body, made_by=made_by, now=context.now)
    audit.note(context, "key.create", target=created.id)
    return created


def create_at_the_machine(
    tx: Tx, keys: ApiKeys, body: schemas.AdminCreateApiKeyRequest, *, by: str, now: datetime
) -> schemas.CreatedApiKey:
    """Make a key from the command line, in the name of the administrator with the e-mail `by`.

    Raises rules.NoAdministrator, or ValidationFailed for a key that would be dead on arrival.
    """
    made_by = queries.find_administrator(tx, email_key(by))
    if made_by is None:
        raise policies.NoAdministrator
    return _create(tx, keys, body, made_by=made_by, now=now)


def _create(
    tx: Tx, keys: ApiKeys, body: schemas.AdminCreateApiKeyRequest, *, made_by: Id, now: datetime
) -> schemas.CreatedApiKey:
    expires_at = None if body.expires_at is MISSING else body.expires_at
    if expires_at is not None and expires_at <= now:
        raise policies.expires_in_the_past()
    key_id = new_id()
    key = keys.generate(key_id)
    stored = StoredKey(
        id=key_id,
        name=body.name,
        prefix=key[:VISIBLE_LENGTH],
        digest=keys.digest(key),
        scopes=sorted(set(body.scopes)),
        made_by=made_by,
        expires_at=expires_at,
        last_used_at=None,
        created_at=now,
        revoked_at=None,
        previous_digest=None,
        previous_until=None,
    )
    queries.add(tx, stored)
    return schemas.CreatedApiKey.from_row(stored, key=key, suspension=None)


def rotate(context: Context, key_id: Id, keep_hours: int) -> schemas.CreatedApiKey:
    """Replace the secret of a key; the present one stays valid for some hours.

    The caller becomes responsible for the key, so that one of a former administrator is valid.
    """
    tx, keys = context.tx, context.app.api_keys
    queries.lock(tx, key_id)
    before = queries.find(tx, key_id)
    if before is None:
        raise errors.ApiKeyNotFound
    has_expired = before.expires_at is not None and before.expires_at <= context.now
    if before.revoked_at is not None or has_expired:
        raise errors.ApiKeyEnded
    key, until = keys.generate(key_id), context.now + timedelta(hours=keep_hours)
    by, prefix = context.caller.account(), key[:VISIBLE_LENGTH]
    queries.update_secret(tx, key_id, keys.digest(key), prefix, by, until=until)
    audit.note(context, "key.rotate", target=key_id)
    rotated = {"prefix": prefix, "previous_until": until, "suspension": None}
    return schemas.CreatedApiKey.from_row({**vars(before), **rotated}, key=key)


def revoke(context: Context, key_id: Id) -> schemas.ApiKey:
    """Revoke a key, effective immediately on every node."""
    queries.mark_revoked(context.tx, key_id, context.now)
    revoked = queries.find(context.tx, key_id)
    if revoked is None:
        raise errors.ApiKeyNotFound
    audit.note(context, "key.revoke", target=key_id)
    return revoked
