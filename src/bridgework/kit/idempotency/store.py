"""Every statement on idempotency keys."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx
from bridgework.kit.idempotency.marks import Mark
from bridgework.kit.idempotency.tables import keys

KeyRow = sa.Row[tuple[object, ...]]

_SWEPT_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Claim:
    """A key that one call has to itself until a moment, by which the claim is known."""

    whose: str
    until: datetime


_this_claim = sa.and_(
    keys.c.whose == sa.bindparam("this_key"), keys.c.expires_at == sa.bindparam("until")
)


def found(tx: Tx, mark: Mark) -> KeyRow | None:
    """The key that this mark is of, expired or not."""
    return tx.execute(sa.select(keys).where(keys.c.whose.in_(mark.whose))).first()


def add(tx: Tx, claim: Claim, what: str) -> bool:
    """Claim a key; False if another has it. Waits for one who is about to commit.

    Raises DatabaseBusy if that takes too long.
    """
    values = {"whose": claim.whose, "what": what, "expires_at": claim.until}
    try:
        with tx.savepoint():
            tx.execute(keys.insert(), values)
    except sa.exc.IntegrityError:
        return False
    return True


def finish(tx: Tx, claim: Claim, **told: object) -> None:
    """Keep what was told under a claimed key, unless the claim was lost meanwhile."""
    tx.execute(keys.update().where(_this_claim).values(**told), _row(claim))


def drop(tx: Tx, claim: Claim) -> None:
    """Take a claimed key away, unless the claim was lost meanwhile."""
    tx.execute(keys.delete().where(_this_claim), _row(claim))


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of the keys that have expired. Returns how many; call until there are none."""
    expired = sa.select(keys.c.whose).where(keys.c.expires_at <= now)
    some = expired.order_by(keys.c.expires_at).limit(_SWEPT_AT_ONCE)
    return tx.execute(keys.delete().where(keys.c.whose.in_(some.scalar_subquery()))).rowcount


def _row(claim: Claim) -> dict[str, object]:
    return {"this_key": claim.whose, "until": claim.until}
