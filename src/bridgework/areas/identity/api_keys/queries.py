"""The statements on API keys."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.api_keys.schemas import ApiKey
from bridgework.areas.identity.api_keys.tables import api_keys
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Caller, KeyClaims

_columns = [api_keys.c[name] for name in ApiKey.model_fields]
_valid = (
    sa.select(api_keys.c.scopes, api_keys.c.made_by)
    .join_from(api_keys, accounts)
    .where(
        api_keys.c.id == sa.bindparam("key_id"),
        api_keys.c.digest.in_(sa.bindparam("digests", expanding=True)),
        api_keys.c.revoked_at.is_(None),
        sa.or_(
            api_keys.c.expires_at.is_(None),
            api_keys.c.expires_at > sa.bindparam("now", type_=api_keys.c.expires_at.type),
        ),
        accounts.c.disabled_at.is_(None),
    )
)


def find_caller(tx: Tx, claims: KeyClaims, now: datetime) -> Caller | None:
    """The caller of a key; None if it was revoked or has expired, or its creator is disabled."""
    params = {"key_id": claims.key_id, "digests": claims.digests, "now": now}
    row = tx.row(_valid, params)
    if row is None:
        return None
    scopes = frozenset(row.scopes)
    return Caller(api_key_id=claims.key_id, scopes=scopes, made_by=row.made_by)


def find_administrator(tx: Tx, key: str) -> Id | None:
    """The administrator with this e-mail key; None if there is none, or it is disabled."""
    is_active = sa.and_(accounts.c.role == "admin", accounts.c.disabled_at.is_(None))
    account_id = tx.value(sa.select(accounts.c.id).where(accounts.c.email_key == key, is_active))
    return None if account_id is None else Id(account_id)


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Insert a key."""
    tx.execute(api_keys.insert(), values)


def find(tx: Tx, key_id: Id) -> ApiKey | None:
    """The key with this ID, without its secret; None if it does not exist."""
    row = tx.row(sa.select(*_columns).where(api_keys.c.id == key_id))
    return None if row is None else _to_schema(row)


def list_all(tx: Tx) -> Sequence[ApiKey]:
    """All keys, including revoked ones, newest first."""
    return [_to_schema(row) for row in tx.rows(sa.select(*_columns).order_by(api_keys.c.id.desc()))]


def mark_revoked(tx: Tx, key_id: Id, now: datetime) -> None:
    """Revoke a key; a key that is already revoked is unchanged."""
    is_active = api_keys.c.revoked_at.is_(None)
    tx.execute(api_keys.update().where(api_keys.c.id == key_id, is_active).values(revoked_at=now))


def update_last_used(tx: Tx, key_id: Id, at: datetime) -> None:
    """Set the time at which a key was last used."""
    tx.execute(api_keys.update().where(api_keys.c.id == key_id).values(last_used_at=at))


def _to_schema(row: sa.Row[tuple[object, ...]]) -> ApiKey:
    return ApiKey.from_row(row)
