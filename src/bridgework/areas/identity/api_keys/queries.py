"""The statements on API keys."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.identity.api_keys.records import KeyState, ListedKey, StoredKey, ValidKey
from bridgework.areas.identity.api_keys.schemas import ApiKey
from bridgework.areas.identity.api_keys.tables import api_keys
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, reader_of, side_by_side
from bridgework.kit.security import ADMIN, Caller, KeyClaims

_is_administrator = sa.and_(
    accounts.c.role == ADMIN, accounts.c.disabled_at.is_(None), accounts.c.email != ERASED_EMAIL
)
_suspension = sa.case(
    (accounts.c.email == ERASED_EMAIL, "administrator_erased"),
    (accounts.c.disabled_at.is_not(None), "administrator_disabled"),
    (accounts.c.role != ADMIN, "not_an_administrator"),
).label("suspension")
_listed = sa.select(api_keys, _suspension).join_from(api_keys, accounts)
_reader = side_by_side(ListedKey, reader_of(StoredKey), reader_of(KeyState))
_now = sa.bindparam("now", type_=api_keys.c.expires_at.type)
_valid = (
    sa.select(api_keys.c.scopes, api_keys.c.made_by)
    .join_from(api_keys, accounts)
    .where(
        api_keys.c.id == sa.bindparam("key_id"),
        sa.or_(
            api_keys.c.digest.in_(sa.bindparam("digests", expanding=True)),
            sa.and_(
                api_keys.c.previous_digest.in_(sa.bindparam("digests", expanding=True)),
                api_keys.c.previous_until > _now,
            ),
        ),
        api_keys.c.revoked_at.is_(None),
        sa.or_(
            api_keys.c.expires_at.is_(None),
            api_keys.c.expires_at > _now,
        ),
        _is_administrator,
    )
)


def find_caller(tx: Tx, claims: KeyClaims, now: datetime) -> Caller | None:
    """The caller of a key; None if it was revoked, has expired or is suspended."""
    params = {"key_id": claims.key_id, "digests": claims.digests, "now": now}
    key = tx.record(ValidKey, _valid, params)
    if key is None:
        return None
    return Caller(api_key_id=claims.key_id, scopes=frozenset(key.scopes), made_by=key.made_by)


def find_administrator(tx: Tx, key: str) -> Id | None:
    """The administrator with this e-mail key; None if there is none, or it is disabled."""
    by_email = sa.select(accounts.c.id).where(accounts.c.email_key == key, _is_administrator)
    account_id = tx.value(by_email)
    return None if account_id is None else Id(account_id)


def add(tx: Tx, key: StoredKey) -> None:
    tx.execute(api_keys.insert(), key._asdict())


def find(tx: Tx, key_id: Id) -> ApiKey | None:
    """The key with this ID, without its secret; None if it does not exist."""
    listed = tx.record(_reader, _listed.where(api_keys.c.id == key_id))
    return None if listed is None else _to_schema(listed)


def list_all(tx: Tx) -> Sequence[ApiKey]:
    """All keys, including revoked ones, newest first."""
    return [_to_schema(key) for key in tx.records(_reader, _listed.order_by(api_keys.c.id.desc()))]


def lock(tx: Tx, key_id: Id) -> None:
    """Lock a key until the transaction ends."""
    tx.execute(sa.select(api_keys.c.id).where(api_keys.c.id == key_id).with_for_update())


def update_secret(
    tx: Tx, key_id: Id, digest: str, prefix: str, made_by: Id, *, until: datetime
) -> None:
    """Replace the secret of a key. The present one is the previous one, valid until `until`."""
    values = {"digest": digest, "prefix": prefix, "made_by": made_by, "previous_until": until}
    statement = api_keys.update().where(api_keys.c.id == key_id)
    tx.execute(statement.values(previous_digest=api_keys.c.digest, **values))


def mark_revoked(tx: Tx, key_id: Id, now: datetime) -> None:
    """Revoke a key; a key that is already revoked is unchanged."""
    is_active = api_keys.c.revoked_at.is_(None)
    tx.execute(api_keys.update().where(api_keys.c.id == key_id, is_active).values(revoked_at=now))


def update_last_used(tx: Tx, key_id: Id, at: datetime) -> None:
    """Set the time at which a key was last used."""
    tx.execute(api_keys.update().where(api_keys.c.id == key_id).values(last_used_at=at))


def _to_schema(listed: ListedKey) -> ApiKey:
    return ApiKey.from_row(listed.key, suspension=listed.state.suspension)
