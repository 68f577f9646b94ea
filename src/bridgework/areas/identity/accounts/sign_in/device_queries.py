"""The statements on known devices."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal

import sqlalchemy as sa

from bridgework.areas.identity.accounts import policies
from bridgework.areas.identity.accounts.tables import known_devices
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, insert

Kind = Literal["member", "admin"]
"""The sign-in that made a device known."""

_BATCH = 500


def is_known(tx: Tx, account_id: Id, kind: Kind, digest: str, now: datetime) -> bool:
    """Return whether an account signed in with this device."""
    statement = sa.select(known_devices.c.digest).where(
        known_devices.c.digest == digest,
        known_devices.c.expires_at > now,
        *_of(account_id, [kind]),
    )
    return tx.value(statement) is not None


def put(tx: Tx, account_id: Id, kind: Kind, digest: str, expires: datetime) -> None:
    """Add a device, or extend its expiry; delete the account's oldest ones above the limit."""
    device = {"digest": digest, "account_id": account_id, "kind": kind, "expires_at": expires}
    tx.execute(
        insert(tx.dialect, known_devices)
        .values(device)
        .on_conflict_do_update(
            index_elements=[known_devices.c.digest], set_={"expires_at": expires}
        )
    )
    of_kind = _of(account_id, [kind])
    newest = sa.select(known_devices.c.digest).where(*of_kind)
    newest = newest.order_by(known_devices.c.expires_at.desc()).limit(policies.MAX_DEVICES)
    tx.execute(known_devices.delete().where(*of_kind, known_devices.c.digest.not_in(newest)))


def delete(tx: Tx, account_id: Id, kinds: Collection[Kind], *, but: str) -> None:
    """Delete the devices of an account of these kinds, except that with the digest `but`."""
    is_another = known_devices.c.digest != but
    tx.execute(known_devices.delete().where(*_of(account_id, kinds), is_another))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of expired devices. Return the number of deleted rows."""
    is_expired = known_devices.c.expires_at < now  # checked twice: one may be extended meanwhile
    batch = sa.select(known_devices.c.digest).where(is_expired).limit(_BATCH)
    is_in_batch = known_devices.c.digest.in_(batch.scalar_subquery())
    return tx.execute(known_devices.delete().where(is_in_batch, is_expired)).rowcount


def _of(account_id: Id, kinds: Collection[Kind]) -> tuple[sa.ColumnElement[bool], ...]:
    return known_devices.c.account_id == account_id, known_devices.c.kind.in_(kinds)
