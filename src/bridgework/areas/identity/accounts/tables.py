"""Accounts, sessions, refresh tokens, one-time codes and known devices."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Key,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_DIGESTS = "digests of secrets, no personal data"

ERASED_EMAIL = "erased"
"""The address of every erased account."""
IS_ERASED = sa.text(f"email = '{ERASED_EMAIL}'")
"""The condition of an index: as literal text, since a bound value would not match it."""

UNVERIFIED = {
    platform: sa.text(
        f"{condition} AND is_email_verified AND coalesce(disabled_at, erases_at) IS NULL"
    )
    for platform, condition in {
        "expert": "verification_tier = 'not-verified' AND role = 'expert' AND on_matchmaker",
        "candidate": "jobs_verification_tier = 'not-verified' AND jobs_role IS NOT NULL",
        "vendor": "vendors_verification_tier = 'not-verified' AND vendors_role IS NOT NULL",
    }.items()
}
"""The accounts that wait for their verification, by platform, as conditions of indexes.

With `coalesce`, SQLite does not prefer the index of `erases_at`, which most accounts have as null.
"""
_UNVERIFIED_BY = {
    "expert": ("verification_tier", "created_at", "id", "role", "on_matchmaker"),
    "candidate": ("jobs_verification_tier", "created_at", "id", "jobs_role"),
    "vendor": ("vendors_verification_tier", "created_at", "id", "vendors_role"),
}
"""The columns of the indexes, with those of the conditions: so they are counted without the table.
"""

LISTED_BY = (
    "role",
    "verification_tier",
    "jobs_verification_tier",
    "jobs_role",
    "vendors_verification_tier",
    "vendors_role",
    "on_matchmaker",
    "search_key",
)
"""The filters of the administrators' list of users. One index contains all of them."""

ACCOUNTS = "accounts"
"""The cache topic of the administrators' list of accounts, which is not public."""
EXPERTS = "experts"
"""The cache topic of the public directory."""
CANDIDATES = "candidates"
"""The topic that every change of the set of candidates locks; nothing is cached under it."""

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("email", sa.Text, nullable=False),
    sa.Column("email_key", sa.Text, nullable=False, unique=True),
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
    sa.Column("erases_at", UtcDateTimeColumn, index=True),
    sa.Column("search_key", Key, nullable=False, server_default=""),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("second_factor_at", UtcDateTimeColumn),
    sa.Column("password_contested_at", UtcDateTimeColumn),
    sa.Column("are_roles_contested", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.CheckConstraint("role in ('expert', 'client', 'rpo', 'admin')", name="role"),
    sa.Index("ix_accounts_users", "id", *LISTED_BY),
    partial_index("ix_accounts_erased", "id", where=IS_ERASED),
    *(
        partial_index(
            f"ix_accounts_unverified_{platform}",
            *columns,
            *("is_email_verified", "disabled_at", "erases_at"),
            where=UNVERIFIED[platform],
        )
        for platform, columns in _UNVERIFIED_BY.items()
    ),
    sa.CheckConstraint("jobs_role in ('candidate', 'recruiter', 'clinic_owner')", name="jobs_role"),
    sa.CheckConstraint("vendors_role in ('vendor', 'ambassador')", name="vendors_role"),
    info=personal_data(
        by="id",
        erase="blank",
        blank={
            "email": ERASED_EMAIL,
            "email_key": "erased {id}",
            "password_hash": "",
            "master_password_hash": None,
            "first_name": "former",
            "last_name": "member",
            "avatar_url": None,
            "onboarding_step": None,
            "jobs_onboarding_step": None,
            "vendors_onboarding_step": None,
            "search_key": "",
            "disabled_reason": None,
            "is_email_verified": False,
            "erases_at": None,
            "second_factor_at": None,
            "password_contested_at": None,
            "are_roles_contested": False,
        },
        secret=("password_hash", "master_password_hash"),
        reason="other members' rows refer to the account; its ID, roles, tiers and dates remain",
    ),
)

_full_name = sa.func.trim(
    sa.func.coalesce(accounts.c.first_name, "") + " " + sa.func.coalesce(accounts.c.last_name, "")
)
NAME_OR_EMAIL = sa.func.coalesce(sa.func.nullif(_full_name, ""), accounts.c.email)
"""The name of a person, or the e-mail address without one."""

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("is_admin", sa.Boolean, nullable=False),
    sa.Column("ip", sa.Text, nullable=False),
    sa.Column("user_agent", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("last_seen_at", UtcDateTimeColumn, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("ended_at", UtcDateTimeColumn),
    sa.Column("proved_at", UtcDateTimeColumn),
    info=personal_data(by="account_id", erase="delete"),
)

refresh_tokens = sa.Table(
    "refresh_tokens",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("session_id", IdColumn, sa.ForeignKey("sessions.id"), nullable=False, index=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("used_at", UtcDateTimeColumn),
    sa.Column("generation", sa.Integer, nullable=False, server_default="0"),
    sa.Column("used_by", sa.Text),
    info=personal_data(
        by="session_id",
        through="sessions",
        erase="delete",
        export=False,
        reason=_DIGESTS,
    ),
)
"""An exchange uses all tokens of a generation and adds one of the next.

`used_by` is a digest of the client that used them.
"""

one_time_codes = sa.Table(
    "one_time_codes",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("purpose", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False),
    sa.Column("link_digest", sa.Text),
    info=personal_data(by="account_id", erase="delete", export=False, reason=_DIGESTS),
)
"""One code per account and purpose: a new one replaces the previous one.

`link_digest` is that of the token in the link of its e-mail.
"""

known_devices = sa.Table(
    "known_devices",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    info=personal_data(by="account_id", erase="delete", export=False, reason=_DIGESTS),
)
"""Devices that an account signed in with. Their failures are counted separately."""

new_addresses = sa.Table(
    "new_addresses",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("email", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete"),
)
"""The requested new address of an account, until it is verified."""
