"""The statements on administrator invitations."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.identity.administrators.invitations.tables import admin_invitations
from bridgework.areas.identity.administrators.records import Invitee
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx

_DELETE_BATCH = 500
_invitee = (
    sa.select(
        accounts.c.role,
        accounts.c.disabled_at,
        accounts.c.password_hash,
        accounts.c.master_password_hash,
        admin_invitations.c.digest,
    )
    .join_from(accounts, admin_invitations, isouter=True)
    .where(accounts.c.id == sa.bindparam("account_id"), accounts.c.email != ERASED_EMAIL)
)


def find_invitee(tx: Tx, account_id: Id) -> Invitee | None:
    """The account with the digest of its open invitation, if any; None if it was erased."""
    return tx.record(Invitee, _invitee, {"account_id": account_id})


def put(tx: Tx, account_id: Id, digest: str, now: datetime, expires: datetime) -> None:
    """Add an invitation in place of the account's previous one."""
    delete(tx, account_id)
    values = {"account_id": account_id, "digest": digest, "tries": 0}
    tx.execute(admin_invitations.insert(), {**values, "created_at": now, "expires_at": expires})


def count_try(tx: Tx, digests: Sequence[str], now: datetime, *, max_tries: int) -> Id | None:
    """Count a try of the invitation with one of these digests; return its account.

    Return None if it does not exist, has expired or has no tries left.
    """
    statement = (
        admin_invitations.update()
        .where(
            admin_invitations.c.digest.in_(digests),
            admin_invitations.c.expires_at > now,
            admin_invitations.c.tries < max_tries,
        )
        .values(tries=admin_invitations.c.tries + 1)
        .returning(admin_invitations.c.account_id)
    )
    account_id = tx.value(statement)
    return None if account_id is None else Id(account_id)


def delete(tx: Tx, account_id: Id) -> None:
    """Delete the account's open invitation, if any."""
    tx.execute(admin_invitations.delete().where(admin_invitations.c.account_id == account_id))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of expired invitations. Return the number of deleted rows."""
    is_expired = admin_invitations.c.expires_at < now  # checked twice: it may be replaced meanwhile
    batch = sa.select(admin_invitations.c.account_id).where(is_expired).limit(_DELETE_BATCH)
    is_in_batch = admin_invitations.c.account_id.in_(batch.scalar_subquery())
    return tx.execute(admin_invitations.delete().where(is_in_batch, is_expired)).rowcount
