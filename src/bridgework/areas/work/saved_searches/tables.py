"""Saved searches and their alerts."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    Key,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
    personal_data,
)

HAS_FINDS = sa.text("has_finds")
"""The condition of the index: SQLite does not use the index for `has_finds = 1`."""

saved_searches = sa.Table(
    "saved_searches",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("query", Json, nullable=False),
    sa.Column("frequency", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Index("ix_saved_searches_user_id", "user_id", "created_at", "id"),
    info=personal_data(by="user_id", erase="delete"),
)

alert_queries = sa.Table(
    "alert_queries",
    metadata,
    sa.Column("digest", Key, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("query", Json, nullable=False),
    sa.Column("edition", sa.Text, nullable=False, index=True),
    info=personal_data(
        by="digest",
        through="search_alerts",
        erase="keep",
        reason="other accounts may have the same query; the last one takes it along",
    ),
)
"""The different queries of searches with alerts: equal queries of many accounts are decided once.

`edition` is the edition of the terminology with which the keys were computed.
"""

alert_keys = sa.Table(
    "alert_keys",
    metadata,
    sa.Column("token", Key, primary_key=True),
    sa.Column(
        "digest",
        Key,
        sa.ForeignKey("alert_queries.digest", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    sqlite_with_rowid=False,
    info=no_personal_data("words of queries, deleted with them"),
)
"""The keys of the queries (`kit/search/reverse`). A token begins with the kind of the search."""

search_alerts = sa.Table(
    "search_alerts",
    metadata,
    sa.Column(
        "search_id",
        IdColumn,
        sa.ForeignKey("saved_searches.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("digest", Key, sa.ForeignKey("alert_queries.digest"), nullable=False, index=True),
    sa.Column("has_finds", sa.Boolean, nullable=False),
    sa.Column("next_at", UtcDateTimeColumn, nullable=False),
    sa.Column("sent_at", UtcDateTimeColumn),
    partial_index("ix_search_alerts_due", "next_at", where=HAS_FINDS),
    info=personal_data(by="user_id", erase="delete"),
)
"""The saved searches with alerts. The next e-mail is sent at `next_at` if there are finds."""

alert_finds = sa.Table(
    "alert_finds",
    metadata,
    sa.Column(
        "search_id",
        IdColumn,
        sa.ForeignKey("saved_searches.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("record_id", IdColumn, primary_key=True),
    sa.Column("found_at", UtcDateTimeColumn, nullable=False),
    sa.Column("sent_at", UtcDateTimeColumn),
    partial_index(
        "ix_alert_finds_pending", "search_id", "found_at", where=sa.text("sent_at IS NULL")
    ),
    info=personal_data(by="search_id", through="saved_searches", erase="delete"),
)
"""What alerts found. A find stays after it was sent, so that it is not sent again."""

alert_position = sa.Table(
    "alert_position",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("sequence", sa.BigInteger),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the number of a change"),
)
"""The last change that was compared with the searches, in a single row; null before the first."""
