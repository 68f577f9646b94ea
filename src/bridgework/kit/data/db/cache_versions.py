"""Versions of cached data by topic, and the number of members of each topic.

A transaction that changes public data bumps the version of its topic. A cached response is served
only while the version at which it was read is current. A change that names its member leaves cached
responses about other members valid. The member count avoids a scan for the total of a list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from bridgework.kit.core import Id
from bridgework.kit.data.db.columns import IdColumn
from bridgework.kit.data.db.compiled import CompiledStatement
from bridgework.kit.data.db.data_ownership import no_personal_data, personal_data
from bridgework.kit.data.db.tables import insert, metadata
from bridgework.kit.data.db.transaction import Tx

topics = sa.Table(
    "topics",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("scoped_changes", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("members", sa.BigInteger, nullable=False),
    info=no_personal_data("versions and counts"),
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
    info=personal_data(by="subject", erase="delete", export=False, reason="versions"),
)
"""The version of the last change of each member of a topic."""

_MEMBER = (subjects.c.subject, subjects.c.topic)
_of_topic = topics.c.name == sa.bindparam("this_topic", type_=sa.Text)
_members = CompiledStatement(sa.select(topics.c.members).where(_of_topic))
_last_change = sa.select(subjects.c.version).where(
    subjects.c.topic == topics.c.name,
    subjects.c.subject == sa.bindparam("this_subject", type_=IdColumn),
)


_shared = (topics.c.version - topics.c.scoped_changes).label("shared")
_started = sa.extract("epoch", sa.func.pg_postmaster_start_time())
_is_named = subjects.c.subject == sa.any_(
    sa.bindparam("these_subjects", type_=postgresql.ARRAY(IdColumn))
)
_selects = {
    "sqlite": sa.select(
        topics.c.version,
        _shared,
        sa.func.coalesce(_last_change.scalar_subquery(), 0).label("subject"),
    ),
    # A row for each of the members that ever changed, but at least one.
    "postgresql": sa.select(
        topics.c.version,
        _shared,
        sa.cast(_started * 1_000_000, sa.BigInteger).label("server"),
        subjects.c.subject,
        subjects.c.version.label("changed"),
    ).outerjoin_from(topics, subjects, sa.and_(subjects.c.topic == topics.c.name, _is_named)),
}
_version = {name: CompiledStatement(select.where(_of_topic)) for name, select in _selects.items()}


@dataclass(frozen=True, slots=True)
class CacheVersion:
    """The version of a topic, and the last change of one of its members."""

    version: int
    shared: int
    """Increases with each change that may affect any member."""
    subject: int
    """The version of the last change that named the member; 0 if there was none."""
    server: int
    """When the PostgreSQL server was started, in microseconds, which tells servers apart. The
    versions of another server may be lower: a standby may lack the last commits."""

    def allows(self, read: "CacheVersion", subject: Id | None) -> bool:
        """Whether a response that was read at the version `read` is still current.

        `subject` is the member that the response is about; None for a list.
        """
        if self.server != read.server:
            return False
        if subject is None:
            return self.version == read.version
        # The database was restored if its version is lower.
        if self.version < read.version:
            return False
        return self.shared == read.shared and self.subject <= read.version


_NO_VERSION = CacheVersion(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class TopicVersions:
    """The version of a topic, and the last changes of those of some members that ever changed."""

    topic: CacheVersion
    changes: Mapping[Id, int]

    def of(self, subject: Id | None) -> CacheVersion:
        """Return the version for a response about one of these members, or for a list."""
        changed = 0 if subject is None else self.changes.get(subject, 0)
        return replace(self.topic, subject=changed) if changed else self.topic


@dataclass(frozen=True, slots=True)
class DataVersion:
    """The version of the data of a response."""

    topic: str
    version: CacheVersion


def bump(tx: Tx, topic: str, *, members: int = 0, lists_only: bool = False) -> None:
    """Bump the topic's version, invalidate its cached responses and add to its member count.

    With `lists_only` cached responses about one member stay valid.
    """
    changes = {
        "version": topics.c.version + 1,
        "scoped_changes": topics.c.scoped_changes + int(lists_only),
        "members": topics.c.members + members,
    }
    tx.execute(topics.update().where(topics.c.name == topic).values(changes))


def bump_at_commit(tx: Tx, topic: str, *, lists_only: bool = False) -> None:
    """Bump the version at the end of the transaction, to lock the row for a short time only."""
    tx.before_commit(f"{topic} {lists_only}", lambda: bump(tx, topic, lists_only=lists_only))


def bump_member(tx: Tx, topic: str, subject: Id, *, members: int = 0) -> None:
    """Invalidate the cached responses about one member, and cached lists."""
    bump(tx, topic, members=members, lists_only=True)
    version = sa.select(topics.c.version).where(topics.c.name == topic).scalar_subquery()
    upsert = insert(tx.dialect, subjects).values(topic=topic, subject=subject, version=version)
    tx.execute(upsert.on_conflict_do_update(set_={"version": version}, index_elements=_MEMBER))


def remove_member(tx: Tx, topic: str, subject: Id) -> None:
    """Invalidate every cached response of the topic and subtract one from its member count."""
    bump(tx, topic, members=-1)
    tx.execute(subjects.delete().where(subjects.c.topic == topic, subjects.c.subject == subject))


def lock(tx: Tx, topic: str) -> bool:
    """Lock the topic's row until the transaction ends.

    Returns whether it may have waited, so that earlier reads must be repeated: never on SQLite,
    which has one writer at a time.
    """
    if tx.dialect == "sqlite":
        return False
    tx.execute(sa.select(topics.c.name).where(topics.c.name == topic).with_for_update())
    return True


def version(tx: Tx, topic: str, subject: Id | None = None) -> CacheVersion:
    """Return the topic's version. Rows that are read after it are at least as new."""
    if tx.dialect == "postgresql":
        return versions(tx, topic, [] if subject is None else [subject]).of(subject)
    row = tx.row(_version["sqlite"], {"this_topic": topic, "this_subject": subject})
    return _NO_VERSION if row is None else CacheVersion(row.version, row.shared, row.subject, 0)


def versions(tx: Tx, topic: str, members_of_it: Sequence[Id]) -> TopicVersions:
    """Return the topic's version and the last changes of these members, on PostgreSQL."""
    rows = tx.rows(_version["postgresql"], {"this_topic": topic, "these_subjects": members_of_it})
    if not rows:
        return TopicVersions(_NO_VERSION, {})
    topic_version = CacheVersion(rows[0].version, rows[0].shared, 0, rows[0].server)
    return TopicVersions(topic_version, {row.subject: row.changed for row in rows if row.subject})


def members(tx: Tx, topic: str) -> int:
    return int(tx.value(_members, {"this_topic": topic}) or 0)
