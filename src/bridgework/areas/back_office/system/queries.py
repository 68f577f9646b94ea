"""The statement behind the readiness probe."""

import sqlalchemy as sa

from bridgework.kit.data.db import Tx

_PING = sa.text("SELECT 1")


def must_respond(tx: Tx) -> None:
    """Run a statement that uses no table."""
    tx.value(_PING)
