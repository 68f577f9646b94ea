"""Where the area's letters go."""

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.rules import Addressee
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_address = sa.select(accounts.c.id, accounts.c.email).where(
    accounts.c.id == sa.bindparam("whose", type_=IdColumn)
)


def addressee(tx: Tx, account_id: Id) -> Addressee:
    """Where the letters go of an account that is there."""
    row = tx.one(_address, {"whose": account_id})
    return Addressee(row.id, row.email)
