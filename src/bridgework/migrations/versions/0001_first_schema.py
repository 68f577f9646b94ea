"""The first schema: accounts, profiles, the directory, the blog, the outbox."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import Bytes, IdColumn, Json, Key, Number, UtcDateTimeColumn

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("email_key", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("master_password_hash", sa.Text),
        sa.Column("first_name", sa.Text),
        sa.Column("last_name", sa.Text),
        sa.Column("avatar_url", sa.Text),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("jobs_role", sa.Text),
        sa.Column("vendors_role", sa.Text),
        sa.Column("verification_tier", sa.Text, nullable=False),
        sa.Column("jobs_verification_tier", sa.Text, nullable=False),
        sa.Column("vendors_verification_tier", sa.Text, nullable=False),
        sa.Column("is_email_verified", sa.Boolean, nullable=False),
        sa.Column("onboarding_step", sa.Text),
        sa.Column("jobs_onboarding_step", sa.Text),
        sa.Column("vendors_onboarding_step", sa.Text),
        sa.Column("consultation_request_cap", sa.Integer),
        sa.Column("on_matchmaker", sa.Boolean, nullable=False),
        sa.Column("disabled_at", UtcDateTimeColumn),
        sa.Column("disabled_reason", sa.Text),
        sa.Column("last_seen_at", UtcDateTimeColumn),
        sa.Column("erases_at", UtcDateTimeColumn),
        sa.Column("search_key", Key, nullable=False, server_default=""),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint(
            "jobs_role in ('candidate', 'recruiter', 'clinic_owner')", name="jobs_role"
        ),
        sa.CheckConstraint("role in ('expert', 'client', 'rpo', 'admin')", name="role"),
        sa.CheckConstraint("vendors_role in ('vendor', 'ambassador')", name="vendors_role"),
        sa.UniqueConstraint("email_key"),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("prefix", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("scopes", Json, nullable=False),
        sa.Column("made_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn),
        sa.Column("last_used_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("revoked_at", UtcDateTimeColumn),
    )
    op.create_index("ix_api_keys_made_by", "api_keys", ["made_by"])
    op.create_table(
        "budgets",
        sa.Column("rule", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("spent", sa.Text, nullable=False),
        sa.Column("idle_after", UtcDateTimeColumn, nullable=False),
    )
    op.create_index("ix_budgets_idle_after", "budgets", ["idle_after"])
    op.create_table(
        "demo_progress",
        sa.Column("part", sa.Text, primary_key=True),
        sa.Column("done", sa.Integer, nullable=False),
    )
    op.create_table(
        "domain_events",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject_id", IdColumn, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "outbox_letters",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("about", IdColumn, nullable=False),
        sa.Column("facts", Json, nullable=False),
        sa.Column("sealed", Bytes),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("sent_at", UtcDateTimeColumn),
        sa.Column("fault", sa.Text),
        sa.CheckConstraint("state in ('queued', 'retrying', 'sent', 'dead')", name="state"),
    )
    op.create_index("ix_outbox_letters_about", "outbox_letters", ["about"])
    op.create_index("ix_outbox_letters_waiting", "outbox_letters", ["state", "due_at"])
    op.create_table(
        "topics",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("members", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "blog_posts",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("slug", sa.Text, nullable=False),
        sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("excerpt", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("body_html", sa.Text, nullable=False),
        sa.Column("cover_url", sa.Text),
        sa.Column("tags", Json, nullable=False),
        sa.Column("reading_minutes", sa.Integer, nullable=False),
        sa.Column("seo_title", sa.Text),
        sa.Column("seo_description", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("published_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("card", Bytes, nullable=False),
        sa.Column("record", Bytes, nullable=False),
        sa.CheckConstraint("status in ('draft', 'scheduled', 'published')", name="status"),
        sa.UniqueConstraint("slug"),
    )
    op.create_index("ix_blog_posts_author_id", "blog_posts", ["author_id"])
    op.create_index("ix_blog_posts_published", "blog_posts", ["published_at", "id"])
    op.create_table(
        "directory_experts",
        sa.Column("number", Number, primary_key=True),
        sa.Column("id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("card", Bytes, nullable=False),
        sa.Column("record", Bytes, nullable=False),
        sa.Column("listed_at", UtcDateTimeColumn, nullable=False),
        sa.Column("name_key", Key, nullable=False),
        sa.Column("years", sa.Float, nullable=False),
        sa.Column("active_on", sa.Text, nullable=False),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_directory_experts_active", "directory_experts", ["active_on", "number"])
    op.create_index("ix_directory_experts_name", "directory_experts", ["name_key", "number"])
    op.create_index("ix_directory_experts_newest", "directory_experts", ["listed_at", "number"])
    op.create_index("ix_directory_experts_years", "directory_experts", ["years", "number"])
    op.create_table(
        "new_addresses",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "one_time_codes",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("purpose", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("fields", Json, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("is_admin", sa.Boolean, nullable=False),
        sa.Column("ip", sa.Text, nullable=False),
        sa.Column("user_agent", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("last_seen_at", UtcDateTimeColumn, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
        sa.Column("ended_at", UtcDateTimeColumn),
    )
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])
    op.create_table(
        "directory_facets",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("value", Key, primary_key=True),
        sa.Column(
            "number",
            Number,
            sa.ForeignKey("directory_experts.number", ondelete="CASCADE"),
            primary_key=True,
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_directory_facets_number", "directory_facets", ["number"])
    op.create_table(
        "refresh_tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("session_id", IdColumn, sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("used_at", UtcDateTimeColumn),
    )
    op.create_index("ix_refresh_tokens_session_id", "refresh_tokens", ["session_id"])
    topics = sa.table(
        "topics", sa.column("name"), sa.column("version", sa.Integer), sa.column("members")
    )
    op.bulk_insert(
        topics,
        [{"name": name, "version": 1, "members": 0} for name in ("blog", "experts")],
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE directory_words"
            " USING fts5(words, tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3')"
        )
    else:
        op.execute(
            "CREATE TABLE directory_words (number BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)"
        )
        op.execute("CREATE INDEX ix_directory_words_words ON directory_words USING gin (words)")
