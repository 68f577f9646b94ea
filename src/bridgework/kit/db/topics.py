"""What is read again and again, most of it by the public: how often it changed, by topic.

A transaction that changes what the public sees of a topic raises its version; whoever keeps
answers can tell by it whether they still hold. A change that says of whom it is leaves what is told
of others as it was. The members are counted here as they come and go, so that a list's total is one
row and not a scan.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.database import Database
from bridgework.kit.db.own import nobodys, own
from bridgework.kit.db.prepared import Prepared, prepared
from bridgework.kit.db.tables import metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

topics = sa.Table(
    "topics",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("told", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("members", sa.BigInteger, nullable=False),
    info=nobodys("counts"),
)
"""`told` counts the changes that said of whom they are. The others are of everybody, and so is any
that knows nothing of this column."""

subjects = sa.Table(
    "topic_subjects",
    metadata,
    sa.Column("subject", IdColumn, primary_key=True),
    sa.Column("topic", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Index("ix_topic_subjects_version", "topic", "version"),
    sqlite_with_rowid=False,
    info=own(by="subject", erase="delete", export=False, reason="counts"),
)
"""The version by which one of a topic's members changed last, as long as they are one."""

ACCOUNTS = "accounts"
"""What administrators list accounts by, which the public does not see."""
CANDIDATES = "candidates"
"""Who is matched as one: held by whoever changes that, and read by nobody."""
EXPERTS = "experts"
BLOG = "blog"

_MOST_NEWS = 1_000
"""Changes that are looked through one by one; after more, everybody may have changed."""

_topic: sa.BindParameter[str] = sa.bindparam("topic", type_=sa.Text)
_subject: sa.BindParameter[str] = sa.bindparam("subject", type_=IdColumn)
_raise = prepared(
    topics.update()
    .where(topics.c.name == _topic)
    .values(
        version=topics.c.version + 1,
        told=topics.c.told + sa.bindparam("told", type_=sa.BigInteger),
        members=topics.c.members + sa.bindparam("more", type_=sa.BigInteger),
    )
)
_hold = sa.select(topics.c.name).where(topics.c.name == _topic).with_for_update()
_version = prepared(sa.select(topics.c.version).where(topics.c.name == _topic))
_VERSION_BY_NAME = "SELECT version FROM topics WHERE name = ?"
_members = prepared(sa.select(topics.c.members).where(topics.c.name == _topic))
_news = prepared(
    sa.select(
        topics.c.version,
        topics.c.told,
        subjects.c.subject,
        subjects.c.version.label("changed"),
    )
    .join_from(
        topics,
        subjects,
        sa.and_(
            subjects.c.topic == topics.c.name,
            subjects.c.version > sa.bindparam("after", type_=sa.BigInteger),
        ),
        isouter=True,
    )
    .where(topics.c.name == _topic)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_now = sa.select(_topic, _subject, topics.c.version).where(topics.c.name == _topic)
_of_subject = (subjects.c.topic == _topic, subjects.c.subject == _subject)
_drop = prepared(subjects.delete().where(*_of_subject))


def _noting(insert: Any) -> Prepared:
    noted = insert(subjects).from_select(["topic", "subject", "version"], _now)
    key = [subjects.c.subject, subjects.c.topic]
    later = {"version": noted.excluded.version}
    return prepared(noted.on_conflict_do_update(index_elements=key, set_=later))


_note = {"sqlite": _noting(sqlite.insert), "postgresql": _noting(postgresql.insert)}


@dataclass(frozen=True, slots=True)
class News:
    """What became of a topic after some version."""

    after: int
    version: int
    """The one that it has now."""
    untold: int
    """How many of all its changes did not say of whom they are."""
    changed: Mapping[Id, int] | None
    """Of each member of whom a change said so, the version of the last; None if they are many."""


def changed(tx: Tx, topic: str, *, members: int = 0) -> None:
    """Note that `topic` changed, for all anybody knows in all that it tells of anybody.

    `members` is by how many it grew.
    """
    tx.write(_raise, {"topic": topic, "more": members, "told": 0})


def changed_at_last(tx: Tx, topic: str) -> None:
    """The same, but done when all else is: whoever else changes it waits for a moment only."""
    tx.before_commit(topic, lambda: changed(tx, topic))


def changed_of(tx: Tx, topic: str, subject: Id, *, members: int = 0) -> None:
    """Note that `topic` changed in what it tells of one member, and in no more than its lists."""
    tx.write(_raise, {"topic": topic, "more": members, "told": 1})
    tx.write(_note[tx.dialect], {"topic": topic, "subject": subject})


def left(tx: Tx, topic: str, subject: Id) -> None:
    """Note that a member is one no more."""
    changed(tx, topic, members=-1)
    tx.write(_drop, {"topic": topic, "subject": subject})


def reordered_at_last(tx: Tx, topic: str) -> None:
    """Note that `topic` changed in its lists, and in nothing that it tells of one member."""
    again = {"topic": topic, "more": 0, "told": 1}
    tx.before_commit(f"{topic}, reordered", lambda: tx.write(_raise, again))


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


def news(tx: Tx, topic: str, after: int) -> News:
    """What became of `topic` after a version that it had."""
    rows = tx.rows(_news, {"topic": topic, "after": after, "most": _MOST_NEWS + 1})
    if not rows:
        return News(after, 0, 0, None)
    by_member = {row.subject: row.changed for row in rows if row.subject is not None}
    version, told = rows[0].version, rows[0].told
    return News(after, version, version - told, by_member if len(rows) <= _MOST_NEWS else None)


def members(tx: Tx, topic: str) -> int:
    """How many members `topic` has."""
    return int(tx.value(_members, {"topic": topic}) or 0)
