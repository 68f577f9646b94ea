"""Role postings with their search documents, and applications."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Json,
    UtcDateTimeColumn,
    metadata,
    no_personal_data,
    partial_index,
    personal_data,
)
from bridgework.kit.data.search import SearchIndex, define_documents

ROLES = "roles"
"""The cache topic of roles. A write to the index locks its row."""

roles = sa.Table(
    "roles",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("fields", Json, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("deleted_at", UtcDateTimeColumn),
    sa.Column("rejected_at", UtcDateTimeColumn),
    sa.Column("rejection_reason", sa.Text),
    # With `deleted_at`, so that pending roles are counted without the table.
    partial_index(
        "ix_roles_status",
        *("status", "created_at", "id", "deleted_at"),
        where=sa.text("deleted_at IS NULL"),
    ),
    sa.Index("ix_roles_user_id", "user_id", "created_at", "id"),
    info=personal_data(by="user_id", erase="delete"),
)
"""`fields` are the members that were sent, by their Python names.

A rejected role is closed, and has `rejected_at` until its status changes.
"""
ROLE_IS_PENDING = sa.and_(roles.c.status == "pending", roles.c.deleted_at.is_(None))
"""The condition of roles that wait for an administrator."""

index = SearchIndex("role", topic=ROLES)

documents = define_documents(
    "role_documents",
    sa.Column(
        "role_id",
        IdColumn,
        sa.ForeignKey("roles.id", ondelete="CASCADE"),
        nullable=False,
        unique=True,
    ),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Index("ix_role_documents_newest", "created_at", "role_id", "number"),
    info=no_personal_data("search tokens of a posting, deleted with it"),
)
"""The search documents of postings that are not deleted."""

applications = sa.Table(
    "role_applications",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("role_id", IdColumn, sa.ForeignKey("roles.id", ondelete="CASCADE"), nullable=False),
    sa.Column("applicant_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("message", sa.Text),
    sa.Column("applied_to", Json, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("posting_ended_at", UtcDateTimeColumn),
    sa.Column("offer_answer", sa.Text),
    sa.Column("offer_note", sa.Text),
    sa.Column("offer_answered_at", UtcDateTimeColumn),
    sa.UniqueConstraint(
        "role_id", "applicant_id", name="uq_role_applications_role_id_applicant_id"
    ),
    sa.Index("ix_role_applications_role_id", "role_id", "created_at", "id"),
    sa.Index("ix_role_applications_status", "role_id", "status"),
    sa.Index("ix_role_applications_applicant_id", "applicant_id", "created_at", "id"),
    info=personal_data(by="applicant_id", erase="delete"),
)
"""`applied_to` is what the applicant applied to: the title, company and location of the role.

`posting_ended_at` is when the role ended, if the application was open then. It is null again from
when the role is open again.
"""
