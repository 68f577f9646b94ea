"""The table of idempotency keys, and its statements."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bridgework.kit.data.db import Bytes, Tx, UtcDateTimeColumn, insert, metadata, no_personal_data
from bridgework.kit.http.idempotency.fingerprint import Fingerprint

keys = sa.Table(
    "idempotency_keys",
    metadata,
    sa.Column("key_digest", sa.Text, primary_key=True),
    sa.Column("request_digest", sa.Text, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("status", sa.SmallInteger),
    sa.Column("location", sa.Text),
    sa.Column("body", Bytes),
    sa.Column("created_id", sa.Text),
    info=no_personal_data("keyed digests and responses, which expire within a day"),
)
"""Without a status, the request is in progress and `expires_at` is the end of its lease. With a
status but no body, only the ID of the created resource is stored."""

KeyRow = sa.Row[tuple[object, ...]]

_BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class Claim:
    """A key that a request holds until a time, which also identifies the claim."""

    key_digest: str
    until: datetime


def find(tx: Tx, fingerprint: Fingerprint) -> KeyRow | None:
    """The stored key of a fingerprint, expired or not."""
    return tx.execute(sa.select(keys).where(keys.c.key_digest.in_(fingerprint.key_digests))).first()


def add(tx: Tx, claim: Claim, request_digest: str) -> bool:
    """Claim a key. Returns False if another request holds it, after waiting for its commit.

    Raises DatabaseBusy if that takes too long.
    """
    values = {
        "key_digest": claim.key_digest,
        "request_digest": request_digest,
        "expires_at": claim.until,
    }
    new = insert(tx.dialect, keys).on_conflict_do_nothing().returning(keys.c.key_digest)
    return tx.value(new, values) is not None


def finish(tx: Tx, claim: Claim, **response: object) -> None:
    """Store the response of a claimed key, unless the claim has expired and was replaced."""
    tx.execute(keys.update().where(*_is_claim(claim)).values(**response))


def release(tx: Tx, claim: Claim) -> None:
    """Delete a claimed key, unless the claim has expired and was replaced."""
    tx.execute(keys.delete().where(*_is_claim(claim)))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of the expired keys. Returns how many."""
    expired = sa.select(keys.c.key_digest).where(keys.c.expires_at <= now)
    some = expired.order_by(keys.c.expires_at).limit(_BATCH_SIZE)
    return tx.execute(keys.delete().where(keys.c.key_digest.in_(some.scalar_subquery()))).rowcount


def _is_claim(claim: Claim) -> tuple[sa.ColumnElement[bool], ...]:
    return keys.c.key_digest == claim.key_digest, keys.c.expires_at == claim.until
