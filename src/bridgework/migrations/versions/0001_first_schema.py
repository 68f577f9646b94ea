"""The first schema: the tables of kit and of all areas, and their first rows."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import Bytes, IdColumn, Json, Key, Number, UtcDateTimeColumn

revision = "0001"
down_revision = None

_IS_AVAILABLE = "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'"
_MAY_CREATE = (
    "SELECT has_database_privilege(current_database(), 'CREATE')"
    " OR EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm')"
)
_SCHEMA = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm'"

_UNVERIFIED = {
    "expert": (
        ("verification_tier", "created_at", "id", "role", "on_matchmaker"),
        "verification_tier = 'not-verified' AND role = 'expert' AND on_matchmaker",
    ),
    "candidate": (
        ("jobs_verification_tier", "created_at", "id", "jobs_role"),
        "jobs_verification_tier = 'not-verified' AND jobs_role IS NOT NULL",
    ),
    "vendor": (
        ("vendors_verification_tier", "created_at", "id", "vendors_role"),
        "vendors_verification_tier = 'not-verified' AND vendors_role IS NOT NULL",
    ),
}


def upgrade() -> None:
    _app_state()
    _accounts()
    _account_names()
    _audit()
    _uploads()
    _directory()
    _blogs()
    _feed()
    _moderation()
    _calendar()
    _roles()
    _consultations()
    _jobs()
    _vendors()
    _recruiting()
    _matching()
    _second_factors()
    _saved_searches()
    _imports()
    _changes()
    _notifications()


def _app_state() -> None:
    op.create_table(
        "topics",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("scoped_changes", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("members", sa.BigInteger, nullable=False),
    )
    topics = sa.table(
        "topics", sa.column("name"), sa.column("version", sa.Integer), sa.column("members")
    )
    first = {
        "blog": 1,
        "experts": 1,
        "accounts": 0,
        "candidates": 0,
        "vendors": 0,
        "roles": 0,
        "jobs": 0,
    }
    op.bulk_insert(
        topics,
        [{"name": name, "version": version, "members": 0} for name, version in first.items()],
    )
    op.create_table(
        "topic_subjects",
        sa.Column("subject", IdColumn, primary_key=True),
        sa.Column("topic", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Index("ix_topic_subjects_version", "topic", "version"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox_emails",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("facts", Json, nullable=False),
        sa.Column("sealed", Bytes),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("sent_at", UtcDateTimeColumn),
        sa.Column("fault", sa.Text),
        sa.Column("subscription_account_id", IdColumn),
        sa.Column("subscription_kind", sa.Text),
        sa.Column("subscription_digest", sa.Text),
        sa.Column("request_id", sa.Text),
        sa.Column("traceparent", sa.Text),
        sa.Column("priority", sa.SmallInteger, nullable=False, server_default="1"),
        sa.Column("recipient_id", IdColumn),
        sa.Column("recipient_key", sa.Text),
        sa.CheckConstraint("state in ('queued', 'retrying', 'sent', 'dead')", name="state"),
        _partial_index(
            "ix_outbox_emails_due",
            "priority",
            "due_at",
            "id",
            where="state IN ('queued', 'retrying')",
        ),
        sa.Index("ix_outbox_emails_recipient_id", "recipient_id"),
        sa.Index("ix_outbox_emails_recipient_key", "recipient_key"),
        _partial_index(
            "ix_outbox_emails_dead",
            "state",
            "created_at",
            "id",
            "expires_at",
            where="state = 'dead'",
        ),
        _partial_index("ix_outbox_emails_sent_at", "sent_at", where="sent_at IS NOT NULL"),
        sa.Index("ix_outbox_emails_waiting", "state", "due_at"),
    )
    op.create_table(
        "outbox_named_accounts",
        sa.Column("email_id", IdColumn, _parent("outbox_emails.id"), primary_key=True),
        sa.Column("account_id", IdColumn, primary_key=True),
        sa.Index("ix_outbox_named_accounts_account_id", "account_id"),
    )
    op.create_table(
        "notification_choices",
        sa.Column("account_id", IdColumn, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("changed_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "refused_addresses",
        sa.Column("address_digest", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("changed_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("key_digest", sa.Text, primary_key=True),
        sa.Column("request_digest", sa.Text, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
        sa.Column("status", sa.SmallInteger),
        sa.Column("location", sa.Text),
        sa.Column("body", Bytes),
        sa.Column("created_id", sa.Text),
        sa.Index("ix_idempotency_keys_expires_at", "expires_at"),
    )
    op.create_table(
        "quotas",
        sa.Column("rule", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("hits", sa.Text, nullable=False),
        sa.Column("idle_after", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_quotas_idle_after", "idle_after"),
    )
    op.create_table(
        "schema_compatibility",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("oldest_program", sa.Text, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.create_table(
        "scheduler_lease",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.Text),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO scheduler_lease (one) VALUES (1)")


def _accounts() -> None:
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
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.Column("last_seen_at", UtcDateTimeColumn),
        sa.Column("erases_at", UtcDateTimeColumn),
        sa.Column("search_key", Key, nullable=False, server_default=""),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("second_factor_at", UtcDateTimeColumn),
        sa.CheckConstraint(
            "jobs_role in ('candidate', 'recruiter', 'clinic_owner')", name="jobs_role"
        ),
        sa.CheckConstraint("role in ('expert', 'client', 'rpo', 'admin')", name="role"),
        sa.CheckConstraint("vendors_role in ('vendor', 'ambassador')", name="vendors_role"),
        sa.UniqueConstraint("email_key"),
        sa.Index("ix_accounts_created_at", "created_at"),
        _partial_index("ix_accounts_erased", "id", where="email = 'erased'"),
        sa.Index("ix_accounts_erases_at", "erases_at"),
        *(
            _partial_index(
                f"ix_accounts_unverified_{platform}",
                *columns,
                *("is_email_verified", "disabled_at", "erases_at"),
                where=f"{condition} AND is_email_verified"
                " AND coalesce(disabled_at, erases_at) IS NULL",
            )
            for platform, (columns, condition) in _UNVERIFIED.items()
        ),
        sa.Index(
            "ix_accounts_users",
            "id",
            "role",
            "verification_tier",
            "jobs_verification_tier",
            "jobs_role",
            "vendors_verification_tier",
            "vendors_role",
            "on_matchmaker",
            "search_key",
        ),
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
        sa.Index("ix_sessions_account_id", "account_id"),
        sa.Index("ix_sessions_created_at", "created_at"),
        sa.Index("ix_sessions_expires_at", "expires_at"),
    )
    op.create_table(
        "refresh_tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("session_id", IdColumn, sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("used_at", UtcDateTimeColumn),
        sa.Column("generation", sa.Integer, nullable=False, server_default="0"),
        sa.Column("used_by", sa.Text),
        sa.Index("ix_refresh_tokens_session_id", "session_id"),
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
        "admin_invitations",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint("digest"),
        sa.Index("ix_admin_invitations_expires_at", "expires_at"),
    )
    op.create_table(
        "new_addresses",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
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
        sa.Index("ix_api_keys_made_by", "made_by"),
    )
    op.create_table(
        "profiles",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("fields", Json, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    )


def _account_names() -> None:
    """Index substrings of names and addresses for the search of administrators.

    Only on PostgreSQL, and only if its extension pg_trgm is available and may be created; it is
    trusted, so the owner of the database may create it. Without the index a search scans
    ix_accounts_users and finds the same accounts.
    """
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    if connection.scalar(sa.text(_IS_AVAILABLE)) and connection.scalar(sa.text(_MAY_CREATE)):
        op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        # Qualified with the schema: a backup is verified in a schema whose search path lacks it.
        schema = connection.scalar(sa.text(_SCHEMA))
        op.execute(
            "CREATE INDEX ix_accounts_search_key ON accounts"
            f" USING gin (search_key {schema}.gin_trgm_ops)"
        )


def _audit() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("at", UtcDateTimeColumn, nullable=False),
        sa.Column("actor", IdColumn),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("target", sa.Text),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("changes", Json, nullable=False),
        sa.Column("personal", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger),
        sa.Column("mac", sa.Text),
        sa.CheckConstraint("outcome in ('ok', 'failed', 'refused')", name="outcome"),
        sa.UniqueConstraint("number"),
        sa.Index("ix_audit_entries_action", "action", "at"),
        sa.Index("ix_audit_entries_actor", "actor", "at"),
        sa.Index("ix_audit_entries_at", "at"),
        sa.Index("ix_audit_entries_target", "target", "at"),
    )
    op.create_table(
        "audit_personal",
        sa.Column("entry_id", IdColumn, sa.ForeignKey("audit_entries.id"), primary_key=True),
        sa.Column("ip", sa.Text, nullable=False),
        sa.Column("user_agent", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
    )
    op.create_table(
        "audit_head",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("mac", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.Column("overdue_at", UtcDateTimeColumn),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO audit_head (one, number, mac, seal) VALUES (1, 0, '', '')")


def _uploads() -> None:
    op.create_table(
        "assets",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("object_path", sa.Text, nullable=False),
        sa.Column("folder", sa.Text, nullable=False),
        sa.Column("content_type", sa.Text, nullable=False),
        sa.Column("file_size_bytes", sa.Integer, nullable=False),
        sa.Column("is_cover", sa.Boolean, nullable=False),
        sa.Column("feed_post_id", IdColumn),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.Text),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("ready_at", UtcDateTimeColumn),
        sa.Column("file_name", sa.Text),
        sa.CheckConstraint("state in ('issued', 'stored', 'ready')", name="state"),
        sa.UniqueConstraint("object_path"),
        sa.Index("ix_assets_account_id", "account_id", "state"),
        _partial_index("ix_assets_unfinished", "expires_at", where="state <> 'ready'"),
    )
    op.create_table(
        "left_files",
        sa.Column("object_path", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("file_size_bytes", sa.Integer, nullable=False),
        sa.Column("goes_at", UtcDateTimeColumn),
        sa.Index("ix_left_files_account_id", "account_id"),
        sa.Index("ix_left_files_goes_at", "goes_at"),
    )


def _directory() -> None:
    op.create_table(
        "directory_experts",
        sa.Column("number", Number, primary_key=True),
        sa.Column("id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("listed_at", UtcDateTimeColumn, nullable=False),
        sa.Column("name_key", Key, nullable=False),
        sa.Column("years", sa.Float, nullable=False),
        sa.Column("active_on", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False, server_default="none"),
        sa.Column("card", Bytes, nullable=False),
        sa.UniqueConstraint("id"),
        sa.Index("ix_directory_experts_active", "active_on", "number"),
        sa.Index("ix_directory_experts_edition", "edition"),
        sa.Index("ix_directory_experts_name", "name_key", "number"),
        sa.Index("ix_directory_experts_newest", "listed_at", "number"),
        sa.Index("ix_directory_experts_years", "years", "number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "directory_records",
        sa.Column(
            "number",
            Number,
            _parent("directory_experts.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("record", Bytes, nullable=False),
        sa.Column("found_by", sa.Text, nullable=False),
    )
    _bitmaps("directory_bitmaps")
    op.create_table(
        "directory_spellings",
        sa.Column("variant", Key, primary_key=True),
        sa.Column("word", Key, primary_key=True),
        sqlite_with_rowid=False,
    )


def _blogs() -> None:
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
        sa.Column("search_key", Key, nullable=False, server_default=""),
        sa.CheckConstraint("status in ('draft', 'scheduled', 'published')", name="status"),
        sa.UniqueConstraint("slug"),
        sa.Index("ix_blog_posts_author_id", "author_id"),
        sa.Index("ix_blog_posts_created", "created_at", "id"),
        _partial_index(
            "ix_blog_posts_published", "published_at", "id", "status", where="status <> 'draft'"
        ),
    )
    op.create_table(
        "blog_slugs",
        sa.Column("slug", sa.Text, primary_key=True),
        sa.Column("post_id", IdColumn, sa.ForeignKey("blog_posts.id"), nullable=False),
        sa.Index("ix_blog_slugs_post_id", "post_id"),
    )


def _feed() -> None:
    op.create_table(
        "feed_posts",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("content", sa.Text),
        sa.Column("image_url", sa.Text),
        sa.Column("image_path", sa.Text),
        sa.Column("comment_count", sa.Integer, nullable=False),
        sa.Column("like_count", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("edited_at", UtcDateTimeColumn),
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.Column("deleted_at", UtcDateTimeColumn),
        sa.Index("ix_feed_posts_author", "author_id", "created_at", "id"),
        _partial_index("ix_feed_posts_deleted", "deleted_at", where="deleted_at IS NOT NULL"),
        _partial_index("ix_feed_posts_image", "image_path", where="image_path IS NOT NULL"),
        _partial_index(
            "ix_feed_posts_visible",
            "created_at",
            "id",
            where="hidden_at IS NULL AND deleted_at IS NULL",
        ),
    )
    op.create_table(
        "feed_comments",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("post_id", IdColumn, sa.ForeignKey("feed_posts.id"), nullable=False),
        sa.Column("author_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.Index("ix_feed_comments_author_id", "author_id"),
        sa.Index("ix_feed_comments_post", "post_id", "created_at", "id"),
    )
    op.create_table(
        "feed_likes",
        sa.Column("post_id", IdColumn, sa.ForeignKey("feed_posts.id"), primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_feed_likes_account_id", "account_id"),
        sqlite_with_rowid=False,
    )


def _moderation() -> None:
    op.create_table(
        "reports",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("reporter_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("target_id", IdColumn, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("decision", sa.Text),
        sa.Column("decision_reason", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("decided_at", UtcDateTimeColumn),
        sa.CheckConstraint("decision in ('keep', 'hide', 'restore')", name="decision"),
        sa.CheckConstraint("kind in ('post', 'comment', 'job', 'profile', 'event')", name="kind"),
        sa.CheckConstraint("status in ('open', 'decided')", name="status"),
        sa.Index("ix_reports_kind", "kind", "id"),
        _partial_index(
            "ix_reports_once",
            "reporter_id",
            "kind",
            "target_id",
            where="status = 'open'",
            unique=True,
        ),
        _partial_index("ix_reports_open", "status", "created_at", "id", where="status = 'open'"),
        sa.Index("ix_reports_reporter_id", "reporter_id"),
        sa.Index("ix_reports_status", "status", "id"),
        sa.Index("ix_reports_target", "target_id"),
    )


def _calendar() -> None:
    op.create_table(
        "calendar_events",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("owner_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("start_at", UtcDateTimeColumn, nullable=False),
        sa.Column("end_at", UtcDateTimeColumn),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("location", sa.Text),
        sa.Column("meeting_url", sa.Text),
        sa.Column("cover_url", sa.Text),
        sa.Column("max_capacity", sa.Integer),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("search_key", Key, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_under", sa.Text),
        sa.Column("luma_event_id", sa.Text),
        sa.Column("luma_url", sa.Text),
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.Column("cancelled_at", UtcDateTimeColumn),
        sa.Column("notified_through", IdColumn),
        sa.Column("guests_notified_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("request_id", sa.Text),
        sa.Column("traceparent", sa.Text),
        sa.CheckConstraint(
            "visibility in ('public', 'members-only', 'private')", name="visibility"
        ),
        _partial_index(
            "ix_calendar_events_cancelled", "cancelled_at", where="cancelled_at IS NOT NULL"
        ),
        sa.Index("ix_calendar_events_owner_id", "owner_id"),
        _partial_index(
            "ix_calendar_events_published",
            "start_at",
            "id",
            where="hidden_at IS NULL AND cancelled_at IS NULL",
        ),
    )
    ends_at = sa.text("coalesce(end_at, start_at)")
    op.create_index("ix_calendar_events_ends", "calendar_events", [ends_at, "start_at"])
    op.create_table(
        "calendar_moves",
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), primary_key=True),
        sa.Column("former_digest", sa.Text, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn, nullable=False),
        sa.Column("request_id", sa.Text),
        sa.Column("traceparent", sa.Text),
        sa.Index("ix_calendar_moves_due", "due_at"),
    )
    op.create_table(
        "calendar_guests",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), nullable=False),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id")),
        sa.Column("email", sa.Text),
        sa.Column("email_key", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("luma_status", sa.Text),
        sa.Column("email_due", sa.Boolean, nullable=False),
        sa.Column("invited_at", UtcDateTimeColumn),
        sa.Column("answered_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("request_id", sa.Text),
        sa.Column("traceparent", sa.Text),
        sa.Column("known_digest", sa.Text),
        sa.CheckConstraint("(account_id IS NULL) <> (email_key IS NULL)", name="one_of_two"),
        sa.CheckConstraint("status in ('invited', 'going', 'declined')", name="status"),
        sa.UniqueConstraint("event_id", "account_id"),
        sa.UniqueConstraint("event_id", "email_key"),
        sa.Index("ix_calendar_guests_account_id", "account_id"),
        sa.Index("ix_calendar_guests_email_key", "email_key"),
        _partial_index("ix_calendar_guests_email_due", "created_at", where="email_due"),
        sa.Index("ix_calendar_guests_listed", "event_id", "created_at", "id"),
        sa.Index("ix_calendar_guests_status", "event_id", "status"),
    )
    op.create_table(
        "calendar_requests",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("submitter_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("start_at", UtcDateTimeColumn, nullable=False),
        sa.Column("end_at", UtcDateTimeColumn),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("description", sa.Text),
        sa.Column("location", sa.Text),
        sa.Column("meeting_url", sa.Text),
        sa.Column("cover_url", sa.Text),
        sa.Column("max_capacity", sa.Integer),
        sa.Column("visibility", sa.Text, nullable=False),
        sa.Column("ticket_drafts", Json),
        sa.Column("invitee_emails", Json, nullable=False),
        sa.Column("made_under", sa.Text),
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id")),
        sa.Column("rejection_reason", sa.Text),
        sa.Column("reviewed_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.CheckConstraint("status in ('pending', 'approved', 'rejected')", name="status"),
        sa.Index("ix_calendar_requests_newest", "created_at", "id"),
        sa.Index("ix_calendar_requests_status", "status", "created_at", "id"),
        sa.Index("ix_calendar_requests_submitter", "submitter_id", "created_at", "id"),
    )
    op.create_table(
        "calendar_feed_tokens",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint("digest"),
    )
    op.create_table(
        "calendar_luma",
        sa.Column("event_id", IdColumn, sa.ForeignKey("calendar_events.id"), primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("change_count", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn, nullable=False),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.Column("synced_digest", sa.Text),
        sa.Column("cover_from", sa.Text),
        sa.Column("cover_url", sa.Text),
        sa.Column("fault", sa.Text),
        sa.Column("request_id", sa.Text),
        sa.Column("traceparent", sa.Text),
        sa.CheckConstraint("state in ('waiting', 'synced', 'dead')", name="state"),
        _partial_index("ix_calendar_luma_waiting", "due_at", where="state = 'waiting'"),
    )


def _roles() -> None:
    op.create_table(
        "roles",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("fields", Json, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("deleted_at", UtcDateTimeColumn),
        _partial_index(
            "ix_roles_status",
            *("status", "created_at", "id", "deleted_at"),
            where="deleted_at IS NULL",
        ),
        sa.Index("ix_roles_user_id", "user_id", "created_at", "id"),
    )
    op.create_table(
        "role_documents",
        sa.Column("number", Number, primary_key=True),
        sa.Column("role_id", IdColumn, _parent("roles.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("found_by", sa.Text, nullable=False),
        sa.UniqueConstraint("role_id"),
        sa.Index("ix_role_documents_newest", "created_at", "role_id", "number"),
        sqlite_autoincrement=True,
    )
    _bitmaps("role_bitmaps")
    op.create_table(
        "role_applications",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("role_id", IdColumn, _parent("roles.id"), nullable=False),
        sa.Column("applicant_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("message", sa.Text),
        sa.Column("applied_to", Json, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint("role_id", "applicant_id"),
        sa.Index("ix_role_applications_applicant_id", "applicant_id", "created_at", "id"),
        sa.Index("ix_role_applications_created_at", "created_at"),
        sa.Index("ix_role_applications_role_id", "role_id", "created_at", "id"),
        sa.Index("ix_role_applications_status", "role_id", "status"),
    )


def _consultations() -> None:
    op.create_table(
        "consultations",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("role_title", sa.Text, nullable=False),
        sa.Column("organization_name", sa.Text, nullable=False),
        sa.Column("organization_location", sa.Text, nullable=False),
        sa.Column("match_score", sa.Integer, nullable=False),
        sa.Column("curated_by", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text, nullable=False),
        sa.Column("primary_expertise", Json, nullable=False),
        sa.Column("engagement_duration", sa.Text, nullable=False),
        sa.Column("hourly_rate", sa.Text, nullable=False),
        sa.Column("availability", sa.Text, nullable=False),
        sa.Column("timeline", Json, nullable=False),
        sa.Column("match_insights", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("note", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_consultations_created_at", "created_at", "id"),
        sa.Index("ix_consultations_status", "status", "created_at", "id"),
        sa.Index("ix_consultations_user_id", "user_id", "created_at", "id"),
    )


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("fields", Json, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("rejection_reason", sa.Text),
        sa.Column("expires_at", UtcDateTimeColumn),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.CheckConstraint(
            "status in ('pending', 'approved', 'rejected', 'closed', 'expired')", name="status"
        ),
        _partial_index("ix_jobs_status", "status", "created_at", "id", where="hidden_at IS NULL"),
        _partial_index(
            "ix_jobs_changed",
            *("status", "updated_at", "id", "hidden_at"),
            where="hidden_at IS NULL",
        ),
        _partial_index("ix_jobs_expires_at", "expires_at", where="status = 'approved'"),
        sa.Index("ix_jobs_user_id", "user_id", "created_at", "id"),
    )
    op.create_table(
        "job_documents",
        sa.Column("number", Number, primary_key=True),
        sa.Column("job_id", IdColumn, _parent("jobs.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("comp", sa.Float, nullable=False),
        sa.Column("found_by", sa.Text, nullable=False),
        sa.UniqueConstraint("job_id"),
        sa.Index("ix_job_documents_comp", "comp", "job_id", "number"),
        sa.Index("ix_job_documents_newest", "created_at", "job_id", "number"),
        sqlite_autoincrement=True,
    )
    _bitmaps("job_bitmaps")
    op.create_table(
        "job_applications",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("job_id", IdColumn, _parent("jobs.id"), nullable=False),
        sa.Column("applicant_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("last_name", sa.Text, nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("email_key", sa.Text, nullable=False),
        sa.Column("country_code", sa.Text),
        sa.Column("phone_number", sa.Text),
        sa.Column("professional_network_url", sa.Text),
        sa.Column("cv_object_path", sa.Text),
        sa.Column("referral_code", sa.Text),
        sa.Column("applied_to", Json, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint("job_id", "applicant_id"),
        sa.UniqueConstraint("job_id", "email_key"),
        sa.Index("ix_job_applications_applicant_id", "applicant_id", "created_at", "id"),
        sa.Index("ix_job_applications_created_at", "created_at"),
        _partial_index(
            "ix_job_applications_ended",
            "status",
            "updated_at",
            where="cv_object_path IS NOT NULL",
        ),
        sa.Index("ix_job_applications_job_id", "job_id", "created_at", "id"),
        sa.Index("ix_job_applications_status", "job_id", "status"),
        _partial_index(
            "ix_job_applications_referral_code", "referral_code", where="referral_code IS NOT NULL"
        ),
    )
    op.create_table(
        "job_accounts",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("cv_object_path", sa.Text),
        sa.Column("credential", sa.Text),
        sa.Column("specialty", Json),
        sa.Column("interested_in_non_clinical", sa.Boolean),
        sa.Column("looking_for_mentor", sa.Boolean),
        sa.Column("referral_code", sa.Text, nullable=False),
        sa.UniqueConstraint("referral_code"),
        _partial_index(
            "ix_job_accounts_cv_object_path", "cv_object_path", where="cv_object_path IS NOT NULL"
        ),
    )
    op.create_table(
        "clinic_profiles",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("fields", Json, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    )


def _vendors() -> None:
    op.create_table(
        "vendors_profiles",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("fields", Json, nullable=False),
        sa.Column("monthly_paid_lead_cap", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    )
    op.create_table(
        "vendors_entries",
        sa.Column("number", Number, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name_key", Key, nullable=False),
        sa.Column("entry", Bytes, nullable=False),
        sa.Column("found_by", sa.Text, nullable=False),
        sa.UniqueConstraint("account_id"),
        sa.Index("ix_vendors_entries_name_key", "name_key", "account_id", "number"),
        sqlite_autoincrement=True,
    )
    _bitmaps("vendors_bitmaps")


def _recruiting() -> None:
    op.create_table(
        "recruiting_candidates",
        sa.Column("number", Number, primary_key=True),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("last_name", sa.Text, nullable=False),
        sa.Column("email", sa.Text),
        sa.Column("email_key", sa.Text),
        sa.Column("secondary_email", sa.Text),
        sa.Column("phone", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("state", sa.Text),
        sa.Column("current_job_title", sa.Text),
        sa.Column("experience_in_years", sa.Integer),
        sa.Column("skill_set", sa.Text),
        sa.Column("professional_network_url", sa.Text),
        sa.Column("open_to_work", sa.Boolean, nullable=False),
        sa.Column("search_key", Key, nullable=False),
        sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint("email_key"),
        sa.Index("ix_recruiting_candidates_created_by", "created_by"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "recruiting_associations",
        sa.Column(
            "candidate_number",
            Number,
            _parent("recruiting_candidates.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("job_id", IdColumn, _parent("jobs.id"), primary_key=True),
        sa.Column("application_status", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_recruiting_associations_job_id", "job_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "recruiting_attempts",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("person", sa.Text),
        sa.Column("made_under", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.Column("sent_at", UtcDateTimeColumn),
        sa.Column("candidate_id", sa.Text),
        sa.Column("open_to_work", sa.Boolean),
        sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint("made_under"),
        sa.UniqueConstraint("person"),
        sa.Index("ix_recruiting_attempts_candidate_id", "candidate_id"),
        sa.Index("ix_recruiting_attempts_created_by", "created_by"),
        _partial_index(
            "ix_recruiting_attempts_may_go",
            "created_at",
            where="(candidate_id IS NULL OR state = 'made here')",
        ),
    )


def _matching() -> None:
    op.create_table(
        "match_people",
        sa.Column("number", Number, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("offer", Bytes, nullable=False),
        sa.Column("formula", sa.Text, nullable=False),
        sa.UniqueConstraint("account_id", "kind"),
        sa.Index("ix_match_people_formula", "kind", "formula"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "match_postings",
        sa.Column("number", Number, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("posting_id", IdColumn, nullable=False),
        sa.Column("wants", Bytes, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("formula", sa.Text, nullable=False),
        sa.UniqueConstraint("posting_id", "kind"),
        sa.Index("ix_match_postings_formula", "kind", "formula"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "match_wanted",
        sa.Column("token", Key, primary_key=True),
        sa.Column("number", Number, _parent("match_postings.number"), primary_key=True),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Index("ix_match_wanted_number", "number"),
        sqlite_with_rowid=False,
    )
    _bitmaps("match_expert_bitmaps")
    _bitmaps("match_candidate_bitmaps")


def _second_factors() -> None:
    op.create_table(
        "totp_secrets",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("secret", sa.Text),
        sa.Column("last_step", sa.BigInteger),
        sa.Column("confirmed_at", UtcDateTimeColumn),
        sa.Column("pending_secret", sa.Text),
        sa.Column("pending_until", UtcDateTimeColumn),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("credential_id", sa.Text, nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("last_used_at", UtcDateTimeColumn),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("digest", sa.Text, primary_key=True),
    )
    op.create_table(
        "admin_challenges",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    )
    op.create_table(
        "admin_devices",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    )


def _saved_searches() -> None:
    op.create_table(
        "saved_searches",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("query", Json, nullable=False),
        sa.Column("frequency", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Index("ix_saved_searches_user_id", "user_id", "created_at", "id"),
    )
    op.create_table(
        "alert_queries",
        sa.Column("digest", Key, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("query", Json, nullable=False),
        sa.Column("edition", sa.Text, nullable=False, index=True),
    )
    op.create_table(
        "alert_keys",
        sa.Column("token", Key, primary_key=True),
        sa.Column("digest", Key, _parent("alert_queries.digest"), primary_key=True, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "search_alerts",
        sa.Column("search_id", IdColumn, _parent("saved_searches.id"), primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("digest", Key, sa.ForeignKey("alert_queries.digest"), nullable=False, index=True),
        sa.Column("has_finds", sa.Boolean, nullable=False),
        sa.Column("next_at", UtcDateTimeColumn, nullable=False),
        sa.Column("sent_at", UtcDateTimeColumn),
        _partial_index("ix_search_alerts_due", "next_at", where="has_finds"),
    )
    op.create_table(
        "alert_finds",
        sa.Column("search_id", IdColumn, _parent("saved_searches.id"), primary_key=True),
        sa.Column("record_id", IdColumn, primary_key=True),
        sa.Column("found_at", UtcDateTimeColumn, nullable=False),
        sa.Column("sent_at", UtcDateTimeColumn),
        _partial_index(
            "ix_alert_finds_pending",
            "search_id",
            "found_at",
            where="sent_at IS NULL",
        ),
    )
    op.create_table(
        "alert_position",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO alert_position (one) VALUES (1)")


def _imports() -> None:
    op.create_table(
        "imports",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("dry_run", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("message", sa.Text),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("skipped", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("held_until", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("finished_at", UtcDateTimeColumn),
        sa.CheckConstraint("state in ('running', 'done', 'failed')", name="state"),
        _partial_index("ix_imports_running", "state", where="state = 'running'", unique=True),
    )
    op.create_table(
        "import_lines",
        sa.Column("import_id", IdColumn, _parent("imports.id"), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
    )
    op.create_table(
        "import_keys",
        sa.Column("import_id", IdColumn, _parent("imports.id"), primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
    )


def _notifications() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("account_id", IdColumn, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", UtcDateTimeColumn, nullable=False, index=True),
        sa.Column("read_at", UtcDateTimeColumn),
        sa.Column("subject_id", IdColumn, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("title_by", IdColumn, index=True),
        sa.Column("actor_id", IdColumn, index=True),
        sa.Column("sequence", sa.BigInteger, unique=True),
        sa.Index("ix_notifications_account_id", "account_id", "at", "id"),
        sa.Index("ix_notifications_stream", "account_id", "sequence"),
        _partial_index(
            "ix_notifications_unread", "account_id", "at", "id", where="read_at IS NULL"
        ),
    )
    op.create_table(
        "notifications_head",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO notifications_head (one, sequence) VALUES (1, 0)")


def _changes() -> None:
    op.create_table(
        "changes",
        sa.Column("id", Number, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("subject_kind", sa.Text, nullable=False),
        sa.Column("subject_id", IdColumn, nullable=False),
        sa.Column("data", Json, nullable=False),
        sa.Column("sequence", sa.BigInteger, unique=True),
        sa.Column("at", UtcDateTimeColumn),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "changes_head",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO changes_head (one, sequence) VALUES (1, 0)")
    op.create_table(
        "webhooks",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("types", Json, nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("previous_secret", sa.Text),
        sa.Column("previous_secret_expires_at", UtcDateTimeColumn),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("disabled_reason", sa.Text),
        sa.Column("disabled_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("deleted_at", UtcDateTimeColumn),
        sa.CheckConstraint(
            "disabled_reason in ('administrator', 'gone', 'failing')", name="disabled_reason"
        ),
        _partial_index("ix_webhooks_deleted_at", "deleted_at", where="deleted_at IS NOT NULL"),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("webhook_id", IdColumn, sa.ForeignKey("webhooks.id"), nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("subject_kind", sa.Text, nullable=False),
        sa.Column("subject_id", IdColumn, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due_at", UtcDateTimeColumn),
        sa.Column("last_attempt_at", UtcDateTimeColumn),
        sa.Column("response_status", sa.Integer),
        sa.Column("response_body", sa.Text),
        sa.Column("error", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("finished_at", UtcDateTimeColumn),
        sa.CheckConstraint("status in ('pending', 'succeeded', 'failed')", name="status"),
        sa.Index("ix_webhook_deliveries_webhook_id_id", "webhook_id", "id"),
        sa.Index("ix_webhook_deliveries_webhook_id_status_id", "webhook_id", "status", "id"),
        _partial_index(
            "ix_webhook_deliveries_due", "webhook_id", "due_at", where="due_at IS NOT NULL"
        ),
        _partial_index(
            "ix_webhook_deliveries_pending",
            "subject_id",
            "webhook_id",
            "sequence",
            where="status = 'pending'",
        ),
        _partial_index(
            "ix_webhook_deliveries_finished_at", "finished_at", where="finished_at IS NOT NULL"
        ),
    )
    op.create_table(
        "webhook_position",
        sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.CheckConstraint("one = 1", name="one"),
    )
    op.execute("INSERT INTO webhook_position (one, sequence) VALUES (1, 0)")


def _bitmaps(table: str) -> None:
    """Create the search index of a list, or the match index of people."""
    op.create_table(
        table,
        sa.Column("token", Key, primary_key=True),
        sa.Column("part", Number, primary_key=True, autoincrement=False),
        sa.Column("grade", Number, primary_key=True, autoincrement=False),
        sa.Column("holders", Bytes, nullable=False),
    )
    _store_uncompressed(table, "holders")


def _parent(column: str) -> sa.ForeignKey:
    """Return a foreign key that deletes the row with its parent."""
    return sa.ForeignKey(column, ondelete="CASCADE")


def _partial_index(name: str, *columns: str, where: str, unique: bool = False) -> sa.Index:
    condition = sa.text(where)
    return sa.Index(
        name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition
    )


def _store_uncompressed(table: str, column: str) -> None:
    """Disable compression: bitmaps are read on every search and are already compressed."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STORAGE EXTERNAL")
