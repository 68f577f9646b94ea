"""Role postings, what they are found by, and the applications to them."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, Key, UtcDateTimeColumn

revision = "0010"
down_revision = "0009"

_TEXTS = (
    "company_name",
    "healthcare_vertical",
    "contact_person",
    "contact_email",
    "role_needed",
    "working_preference",
    "challenge",
    "timeline",
    "budget_range",
)


def upgrade() -> None:
    op.create_table(
        "roles",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in _TEXTS),
        sa.Column("hours_per_week", sa.Text),
        sa.Column("location", sa.Text),
        sa.Column("tags", Json),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("deleted_at", UtcDateTimeColumn),
    )
    there = sa.text("deleted_at IS NULL")
    op.create_index(
        "ix_roles_status",
        "roles",
        ["status", "created_at", "id"],
        sqlite_where=there,
        postgresql_where=there,
    )
    op.create_index("ix_roles_user_id", "roles", ["user_id", "created_at", "id"])
    op.create_table(
        "role_facets",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("value", Key, primary_key=True),
        sa.Column(
            "role_id", IdColumn, sa.ForeignKey("roles.id", ondelete="CASCADE"), primary_key=True
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_role_facets_role_id", "role_facets", ["role_id"])
    op.create_table(
        "role_applications",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column(
            "role_id", IdColumn, sa.ForeignKey("roles.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("applicant_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("message", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.UniqueConstraint(
            "role_id", "applicant_id", name="uq_role_applications_role_id_applicant_id"
        ),
    )
    for column in ("role_id", "applicant_id"):
        op.create_index(
            f"ix_role_applications_{column}", "role_applications", [column, "created_at", "id"]
        )
