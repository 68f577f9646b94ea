"""The statements on API keys."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.identity.api_keys.schemas import ApiKey
from bridgework.areas.identity.api_keys.tables import api_keys
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import ADMIN, Caller, KeyClaims

_is_administrator = sa.and_(
    accounts.c.role == ADMIN, accounts.c.disabled_at.is_(None), accounts.c.email != ERASED_EMAIL
)
_suspension = sa.case(
    (accounts.c.email == ERASED_EMAIL, "administrator_erased"),
    (accounts.c.disabled_at.is_not(None), "administrator_disabled"),
    (accounts.c.role != ADMIN, "not_an_administrator"),
).label("suspension")
_columns = [*(api_keys.c[name] for name in ApiKey.model_fields if name in api_keys.c), _suspension]
_listed = sa.select(*_columns).join_from(api_keys, accounts)
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
    row = tx.row(_valid, params)
    if row is None:
        return None
    scopes = frozenset(row.scopes)
    return Caller(api_key_id=claims.key_id, scopes=scopes, made_by=row.made_by)


def find_administrator(tx: Tx, key: str) -> Id | None:
    """The administrator with this e-mail key; None if there is none, or it is disabled."""
    by_email = sa.select(accounts.c.id).where(accounts.c.email_key == key, _is_administrator)
    account_id = tx.value(by_email)
    return None if account_id is None else Id(account_id)


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Insert a key."""
    tx.execute(api_keys.insert(), values)


def find(tx: Tx, key_id: Id) -> ApiKey | None:
    """The key with this ID, without its secret; None if it does not exist."""
    row = tx.row(_listed.where(api_keys.c.id == key_id))
    return None if row is None else _to_schema(row)


def list_all(tx: Tx) -> Sequence[ApiKey]:
    """All keys, including revoked ones, newest first."""
    return [_to_schema(row) for row in tx.rows(_listed.order_by(api_keys.c.id.desc()))]


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


def _to_schema(row: sa.Row[tuple[object, ...]]) -> ApiKey:
    return ApiKey.from_row(row)
