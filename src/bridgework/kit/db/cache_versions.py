"""Versions of cached data, by topic, and the number of members of each topic.

A transaction that changes public data bumps the version of its topic; a cached response is served
only while the version that it was read at is current. A change that names the member it concerns
leaves the cached responses about other members valid. The member count makes the total of a list
one row instead of a scan.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.data_ownership import no_personal_data, personal_data
from bridgework.kit.db.tables import insert, metadata
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

topics = sa.Table(
    "topics",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("scoped_changes", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("members", sa.BigInteger, nullable=False),
    info=no_personal_data("counts"),
)
"""`scoped_changes` counts the changes of a limited scope: of one named member, or of lists only."""

subjects = sa.Table(
    "topic_subjects",
    metadata,
    sa.Column("subject", IdColumn, primary_key=True),
    sa.Column("topic", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Index("ix_topic_subjects_version", "topic", "version"),
    sqlite_with_rowid=False,
    info=personal_data(by="subject", erase="delete", export=False, reason="counts"),
)
"""The version at which a member of a topic last changed."""

_MEMBER = (subjects.c.subject, subjects.c.topic)
_of_topic = topics.c.name == sa.bindparam("this_topic", type_=sa.Text)
_members = CompiledStatement(sa.select(topics.c.members).where(_of_topic))
_last_change = sa.select(subjects.c.version).where(
    subjects.c.topic == topics.c.name,
    subjects.c.subject == sa.bindparam("this_subject", type_=IdColumn),
)
_version = CompiledStatement(
    sa.select(
        topics.c.version,
        (topics.c.version - topics.c.scoped_changes).label("shared"),
        sa.func.coalesce(_last_change.scalar_subquery(), 0).label("subject"),
    ).where(_of_topic)
)


@dataclass(frozen=True, slots=True)
class CacheVersion:
    """The version of a topic and, of one of its members, the last change."""

    version: int
    shared: int
    """Grows with each change that may concern any member."""
    subject: int
    """The version at which the given member changed last; 0 if it never did alone."""

    def allows(self, read: "CacheVersion", subject: Id | None) -> bool:
        """Whether a response read at the version `read` is still current.

        `subject` is the member that the response is about; None for a list.
        """
        if subject is None:
            return self.version == read.version
        # A version lower than the one read at: the database was restored.
        if self.version < read.version:
            return False
        return self.shared == read.shared and self.subject <= read.version


@dataclass(frozen=True, slots=True)
class DataVersion:
    """What a response was rendered from."""

    topic: str
    version: CacheVersion
    reconnects: int
    """Connections to the database lost so far: behind a new one, versions may start again lower."""


def bump(tx: Tx, topic: str, *, members: int = 0, lists_only: bool = False) -> None:
    """Bump the topic's version and invalidate every cached response; it has `members` more.

    With `lists_only` the cached responses about one member stay valid.
    """
    changes = {
        "version": topics.c.version + 1,
        "scoped_changes": topics.c.scoped_changes + int(lists_only),
        "members": topics.c.members + members,
    }
    tx.execute(topics.update().where(topics.c.name == topic).values(changes))


def bump_at_commit(tx: Tx, topic: str, *, lists_only: bool = False) -> None:
    """The same as the last statement of the transaction, so that the row is locked shortly."""
    tx.before_commit(f"{topic} {lists_only}", lambda: bump(tx, topic, lists_only=lists_only))


def bump_member(tx: Tx, topic: str, subject: Id, *, members: int = 0) -> None:
    """Invalidate the cached responses about one member, and the lists."""
    bump(tx, topic, members=members, lists_only=True)
    version = sa.select(topics.c.version).where(topics.c.name == topic).scalar_subquery()
    added = insert(tx.dialect, subjects).values(topic=topic, subject=subject, version=version)
    tx.execute(added.on_conflict_do_update(set_={"version": version}, index_elements=_MEMBER))


def remove_member(tx: Tx, topic: str, subject: Id) -> None:
    """Invalidate every cached response; the topic has one member less."""
    bump(tx, topic, members=-1)
    tx.execute(subjects.delete().where(subjects.c.topic == topic, subjects.c.subject == subject))


def lock(tx: Tx, topic: str) -> bool:
    """Lock the topic's row until the transaction ends.

    Returns whether it may have waited, so that what was read before must be read again: never on
    SQLite, where a writer is alone.
    """
    if tx.dialect == "sqlite":
        return False
    tx.execute(sa.select(topics.c.name).where(topics.c.name == topic).with_for_update())
    return True


def version(tx: Tx, topic: str, subject: Id | None = None) -> CacheVersion:
    """The topic's version. Rows read after it in the same call are at least as new."""
    row = tx.row(_version, {"this_topic": topic, "this_subject": subject})
    if row is None:
        return CacheVersion(0, 0, 0)
    return CacheVersion(row.version, row.shared, row.subject)


def members(tx: Tx, topic: str) -> int:
    return int(tx.value(_members, {"this_topic": topic}) or 0)
