"""Every statement on partner keys."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.api_keys.schemas import ApiKey
from bridgework.areas.api_keys.tables import api_keys
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.partner_keys import KeyClaims

_shown = [api_keys.c[name] for name in ApiKey.model_fields]
_good = (
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


def caller(tx: Tx, claims: KeyClaims, now: datetime) -> Caller | None:
    """The partner who calls by this key; None once it is revoked or has expired."""
    this = {"key_id": claims.key_id, "digests": claims.digests, "now": now}
    row = tx.row(_good, this)
    if row is None:
        return None
    scopes = frozenset(row.scopes)
    return Caller(partner_key_id=claims.key_id, scopes=scopes, made_by=row.made_by)


def administrator(tx: Tx, key: str) -> Id | None:
    """The administrator with this e-mail; None if there is none, or they are shut out."""
    is_good = sa.and_(accounts.c.role == "admin", accounts.c.disabled_at.is_(None))
    found = tx.value(sa.select(accounts.c.id).where(accounts.c.email_key == key, is_good))
    return None if found is None else Id(found)


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a key."""
    tx.execute(api_keys.insert(), values)


def key(tx: Tx, key_id: Id) -> ApiKey | None:
    """One key, as listings show it."""
    row = tx.row(sa.select(*_shown).where(api_keys.c.id == key_id))
    return None if row is None else _key(row)


def keys(tx: Tx) -> Sequence[ApiKey]:
    """Every key, revoked ones too, the newest first."""
    return [_key(row) for row in tx.rows(sa.select(*_shown).order_by(api_keys.c.id.desc()))]


def revoke(tx: Tx, key_id: Id, now: datetime) -> None:
    """Revoke a key; one that is revoked already stays as it is."""
    good = api_keys.c.revoked_at.is_(None)
    tx.execute(api_keys.update().where(api_keys.c.id == key_id, good).values(revoked_at=now))


def note_used(tx: Tx, key_id: Id, at: datetime) -> None:
    """Note when a key was last used."""
    tx.execute(api_keys.update().where(api_keys.c.id == key_id).values(last_used_at=at))


def _key(row: sa.Row[tuple[object, ...]]) -> ApiKey:
    return ApiKey.model_validate(row._asdict(), by_name=True, by_alias=False, strict=False)
