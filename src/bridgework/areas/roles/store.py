"""The people behind postings and applications, as far as letters need them."""

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.roles.shapes import Addressee
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_address = sa.select(accounts.c.id, accounts.c.email).where(
    accounts.c.id == sa.bindparam("account_id")
)


def addressee(tx: Tx, account_id: Id) -> Addressee | None:
    """Where an account's letters go, None if there is no such account."""
    row = tx.row(_address, {"account_id": account_id})
    return None if row is None else Addressee(row.id, row.email)
