"""Whose an address is."""

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.ids import Id

_whose = sa.select(accounts.c.id).where(accounts.c.email_key == sa.bindparam("key"))


def owner(tx: Tx, email: str) -> Id | None:
    """The account that has this address, if there is one."""
    found: Id | None = tx.value(_whose, {"key": email_key(email)})
    return found
