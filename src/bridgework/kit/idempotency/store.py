"""The table of idempotency keys, and every statement on it."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bridgework.kit.db.columns import Bytes, UtcDateTimeColumn
from bridgework.kit.db.data_ownership import no_personal_data
from bridgework.kit.db.tables import insert, metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.idempotency.fingerprint import Fingerprint

keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("whose", sa.Text, primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("status", sa.SmallInteger),
    sa.Column("location", sa.Text),
    sa.Column("body", Bytes),
    sa.Column("made_id", sa.Text),
    info=no_personal_data("keyed digests and answers, which expire within a day"),
)
"""Without a status the request is in progress, and `expires_at` is the end of its lease. With a
status and no body, all that is stored of the response is the id of what was created."""

KeyRow = sa.Row[tuple[object, ...]]

_DELETED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Claim:
    """A key that one request holds until a time, which also identifies the claim."""

    key_digest: str
    until: datetime


def find(tx: Tx, fingerprint: Fingerprint) -> KeyRow | None:
    """Return the stored key of a fingerprint, expired or not."""
    return tx.execute(sa.select(keys).where(keys.c.whose.in_(fingerprint.key_digests))).first()


def add(tx: Tx, claim: Claim, request_digest: str) -> bool:
    """Claim a key; False if another request has it. Waits for one that is about to commit.

    Raises DatabaseBusy if that takes too long.
    """
    values = {"whose": claim.key_digest, "what": request_digest, "expires_at": claim.until}
    new = insert(tx.dialect, keys).on_conflict_do_nothing().returning(keys.c.whose)
    return tx.value(new, values) is not None


def finish(tx: Tx, claim: Claim, **response: object) -> None:
    """Store the response of a claimed key, unless the claim was lost meanwhile."""
    tx.execute(keys.update().where(*_is(claim)).values(**response))


def release(tx: Tx, claim: Claim) -> None:
    """Delete a claimed key, unless the claim was lost meanwhile."""
    tx.execute(keys.delete().where(*_is(claim)))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete some of the expired keys. Returns how many; call until there are none."""
    expired = sa.select(keys.c.whose).where(keys.c.expires_at <= now)
    some = expired.order_by(keys.c.expires_at).limit(_DELETED_AT_ONCE)
    return tx.execute(keys.delete().where(keys.c.whose.in_(some.scalar_subquery()))).rowcount


def _is(claim: Claim) -> tuple[sa.ColumnElement[bool], ...]:
    return keys.c.whose == claim.key_digest, keys.c.expires_at == claim.until
