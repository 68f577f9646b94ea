"""The lookup of accounts by e-mail address."""

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.validation import email_key

_by_email = sa.select(accounts.c.id).where(accounts.c.email_key == sa.bindparam("key"))


def find_account_id(tx: Tx, email: str) -> Id | None:
    """Return the account with this e-mail address, None if there is none."""
    value: Id | None = tx.value(_by_email, {"key": email_key(email)})
    return value
