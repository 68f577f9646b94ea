"""Making partner keys and revoking them."""

from datetime import datetime

from pydantic import MISSING

from bridgework.areas.api_keys import errors, policies, queries
from bridgework.areas.api_keys.schemas import AdminCreateApiKeyRequest, ApiKey, CreatedApiKey
from bridgework.areas.audit import actions as audit
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.last_seen import PendingTimes
from bridgework.kit.partner_keys import SHOWN, KeyClaims, PartnerKeys


def identify(tx: Tx, claims: KeyClaims, now: datetime) -> Caller | None:
    """Which partner calls with this key, None if it is good no more; asked at every request."""
    return queries.caller(tx, claims, now)


def write_used(pending: PendingTimes, tx: Tx, now: datetime) -> int:
    """Write one batch of when keys were last used. Returns how many."""
    del now
    times = pending.drain()
    for key_id, at in times.items():
        queries.note_used(tx, key_id, at)
    return len(times)


def create(context: Context, body: AdminCreateApiKeyRequest) -> CreatedApiKey:
    """Make a key. It is told this once and never again."""
    made_by = context.caller.account()
    made = _make(context.tx, context.app.partner_keys, body, made_by=made_by, now=context.now)
    audit.note(context, "key.create", target=made.id)
    return made


def create_at_the_machine(
    tx: Tx, keys: PartnerKeys, body: AdminCreateApiKeyRequest, *, by: str, now: datetime
) -> CreatedApiKey:
    """Make a key from the command line, in the name of the administrator with the e-mail `by`.

    Raises rules.NoAdministrator, or ValidationFailed for a key that would be dead on arrival.
    """
    made_by = queries.administrator(tx, email_key(by))
    if made_by is None:
        raise policies.NoAdministrator
    return _make(tx, keys, body, made_by=made_by, now=now)


def _make(
    tx: Tx, keys: PartnerKeys, body: AdminCreateApiKeyRequest, *, made_by: Id, now: datetime
) -> CreatedApiKey:
    expires_at = None if body.expires_at is MISSING else body.expires_at
    if expires_at is not None and expires_at <= now:
        raise policies.expires_in_the_past()
    key_id = new_id()
    key = keys.mint(key_id)
    values = {
        "id": key_id,
        "name": body.name,
        "prefix": key[:SHOWN],
        "scopes": sorted(set(body.scopes)),
        "expires_at": expires_at,
        "last_used_at": None,
        "created_at": now,
        "revoked_at": None,
    }
    queries.add(tx, {**values, "digest": keys.kept(key), "made_by": made_by})
    return CreatedApiKey.model_validate({**values, "key": key}, by_name=True, strict=False)


def revoke(context: Context, key_id: Id) -> ApiKey:
    """Revoke a key: it is refused from now on, on every node."""
    queries.revoke(context.tx, key_id, context.now)
    revoked = queries.key(context.tx, key_id)
    if revoked is None:
        raise errors.ApiKeyNotFound
    audit.note(context, "key.revoke", target=key_id)
    return revoked
