"""Every statement on the invitations of administrators."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import ERASED_EMAIL, accounts, admin_invitations
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_invitee = (
    sa.select(
        accounts.c.role,
        accounts.c.disabled_at,
        accounts.c.is_email_verified,
        accounts.c.password_hash,
        accounts.c.master_password_hash,
        admin_invitations.c.digest,
    )
    .join_from(accounts, admin_invitations, isouter=True)
    .where(accounts.c.id == sa.bindparam("account_id"), accounts.c.email != ERASED_EMAIL)
)
_of_account = admin_invitations.c.account_id == sa.bindparam("account_id")


def invitee(tx: Tx, account_id: Id) -> sa.Row[Any] | None:
    """The account with the digest of its open invitation, if any; None if it was erased."""
    return tx.row(_invitee, {"account_id": account_id})


def put(tx: Tx, account_id: Id, digest: str, now: datetime, expires: datetime) -> None:
    """Add an invitation in place of the account's previous one."""
    end(tx, account_id)
    values = {"account_id": account_id, "digest": digest, "tries": 0}
    tx.execute(admin_invitations.insert(), {**values, "created_at": now, "expires_at": expires})


def count_try(tx: Tx, digests: Sequence[str], now: datetime, *, most: int) -> Id | None:
    """Count a try at the valid invitation with one of these digests; returns its account.

    None if there is none, it has expired or its tries are used up.
    """
    statement = (
        admin_invitations.update()
        .where(
            admin_invitations.c.digest.in_(digests),
            admin_invitations.c.expires_at > now,
            admin_invitations.c.tries < most,
        )
        .values(tries=admin_invitations.c.tries + 1)
        .returning(admin_invitations.c.account_id)
    )
    found = tx.value(statement)
    return None if found is None else Id(found)


def end(tx: Tx, account_id: Id) -> None:
    """Delete the account's open invitation, if any."""
    tx.execute(admin_invitations.delete().where(_of_account), {"account_id": account_id})


def drop_expired(tx: Tx, now: datetime, *, most: int) -> int:
    """Delete up to `most` expired invitations. Returns how many there were."""
    expired = sa.select(admin_invitations.c.account_id).where(admin_invitations.c.expires_at < now)
    these = tx.values(expired.order_by(admin_invitations.c.expires_at).limit(most))
    still_expired = admin_invitations.c.expires_at < now  # it may have been replaced meanwhile
    tx.execute(
        admin_invitations.delete().where(admin_invitations.c.account_id.in_(these), still_expired)
    )
    return len(these)
