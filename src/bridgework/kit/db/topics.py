"""What is read again and again, most of it by the public: how often it changed, by topic.

A transaction that changes what the public sees of a topic raises its version; whoever keeps
answers can tell by it whether they still hold. The members are counted here as they come and
go, so that a list's total is one row and not a scan.
"""

import sqlalchemy as sa

from bridgework.kit.db.database import Database
from bridgework.kit.db.own import nobodys
from bridgework.kit.db.prepared import prepared
from bridgework.kit.db.tables import metadata
from bridgework.kit.db.transaction import Tx

topics = sa.Table(
    "topics",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("members", sa.BigInteger, nullable=False),
    info=nobodys("counts"),
)

ACCOUNTS = "accounts"
"""What administrators list accounts by, which the public does not see."""
EXPERTS = "experts"
BLOG = "blog"

_raise = prepared(
    topics.update()
    .where(topics.c.name == sa.bindparam("topic"))
    .values(
        version=topics.c.version + 1,
        members=topics.c.members + sa.bindparam("more", type_=sa.BigInteger),
    )
)
_hold = sa.select(topics.c.name).where(topics.c.name == sa.bindparam("topic")).with_for_update()
_version = prepared(sa.select(topics.c.version).where(topics.c.name == sa.bindparam("topic")))
_VERSION_BY_NAME = "SELECT version FROM topics WHERE name = ?"
_members = prepared(sa.select(topics.c.members).where(topics.c.name == sa.bindparam("topic")))


def changed(tx: Tx, topic: str, *, members: int = 0) -> None:
    """Note that `topic` changed, and by how many members it grew."""
    tx.write(_raise, {"topic": topic, "more": members})


def changed_at_last(tx: Tx, topic: str) -> None:
    """The same, but done when all else is: whoever else changes it waits for a moment only."""
    tx.before_commit(topic, lambda: changed(tx, topic))


def hold(tx: Tx, topic: str) -> bool:
    """Wait until no other transaction changes `topic`, and keep others out until this one ends.

    Returns whether it may have waited: what was read before is to be read again. Not on SQLite,
    where whoever writes is alone.
    """
    if tx.dialect == "sqlite":
        return False
    tx.execute(_hold, {"topic": topic})
    return True


def version(tx: Tx, topic: str) -> int:
    """The version of `topic`. Whatever is read after it in the same call is at least as new."""
    return int(tx.value(_version, {"topic": topic}) or 0)


def version_at_a_glance(database: Database, topic: str) -> int | None:
    """The version as the last commit left it, on the loop; None if it can't be told at once."""
    found = database.glance(_VERSION_BY_NAME, topic)
    return None if found is None else int(found)


def members(tx: Tx, topic: str) -> int:
    """How many members `topic` has."""
    return int(tx.value(_members, {"topic": topic}) or 0)
