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
from bridgework.kit.db.database import Database
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
    info=no_personal_data("counts"),
)
"""`told` counts the changes that named their member or changed the order of lists only."""

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

_of_topic = topics.c.name == sa.bindparam("this_topic", type_=sa.Text)
_members = CompiledStatement(sa.select(topics.c.members).where(_of_topic))
_version = CompiledStatement(
    sa.select(
        topics.c.version,
        (topics.c.version - topics.c.told).label("shared"),
        sa.func.coalesce(subjects.c.version, 0).label("subject"),
    )
    .join_from(
        topics,
        subjects,
        sa.and_(
            subjects.c.topic == topics.c.name,
            subjects.c.subject == sa.bindparam("this_subject", type_=IdColumn),
        ),
        isouter=True,
    )
    .where(_of_topic)
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
        "told": topics.c.told + int(lists_only),
        "members": topics.c.members + members,
    }
    tx.execute(topics.update().where(topics.c.name == topic).values(changes))


def bump_at_commit(tx: Tx, topic: str) -> None:
    """The same as the last statement of the transaction, so that the row is locked shortly."""
    tx.before_commit(topic, lambda: bump(tx, topic))


def bump_member(tx: Tx, topic: str, subject: Id, *, members: int = 0) -> None:
    """Invalidate the cached responses about one member, and the lists."""
    bump(tx, topic, members=members, lists_only=True)
    # The topic's row is locked, so no other transaction adds the same subject.
    version = sa.select(topics.c.version).where(topics.c.name == topic)
    change = subjects.update().where(*_is(topic, subject)).values(version=version.scalar_subquery())
    if tx.execute(change).rowcount == 0:
        values = {"topic": topic, "subject": subject, "version": version.scalar_subquery()}
        tx.execute(subjects.insert().values(values))


def remove_member(tx: Tx, topic: str, subject: Id) -> None:
    """Invalidate every cached response; the topic has one member less."""
    bump(tx, topic, members=-1)
    tx.execute(subjects.delete().where(*_is(topic, subject)))


def bump_lists_at_commit(tx: Tx, topic: str) -> None:
    """Invalidate the cached lists as the last statement of the transaction."""
    tx.before_commit(f"{topic}, reordered", lambda: bump(tx, topic, lists_only=True))


def _is(topic: str, subject: Id) -> tuple[sa.ColumnElement[bool], ...]:
    return subjects.c.topic == topic, subjects.c.subject == subject


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


def version_on_loop(database: Database, topic: str, subject: Id | None) -> CacheVersion | None:
    """The topic's version as of the last commit; None if it can't be read without waiting."""
    return database.cached_read((topic, subject), lambda tx: version(tx, topic, subject))


def members(tx: Tx, topic: str) -> int:
    """The number of members of the topic."""
    return int(tx.value(_members, {"this_topic": topic}) or 0)
