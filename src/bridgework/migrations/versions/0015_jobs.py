"""Jobs, the applications to them, and what the jobs platform knows of an account."""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn, Json, Key, UtcDateTimeColumn

revision = "0015"
down_revision = "0014"

_SHOWN = sa.text("hidden_at IS NULL")
_APPROVED = sa.text("status = 'approved'")
_HAS_CV = sa.text("cv_object_path IS NOT NULL")
_UNTOLD = sa.text("clinic_told_at IS NULL")
_IS_REFERRED = sa.text("referral_code IS NOT NULL")


def upgrade() -> None:
    _jobs()
    _facets()
    _applications()
    _people()


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("user_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("fields", Json, nullable=False),
        sa.Column("specialty", sa.Text),
        sa.Column("role_type", sa.Text),
        sa.Column("employment_type", sa.Text),
        sa.Column("worker_classification", sa.Text),
        sa.Column("years_of_experience", sa.Text),
        sa.Column("open_to_mentoring", sa.Boolean),
        sa.Column("comp", sa.Float, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("rejection_reason", sa.Text),
        sa.Column("expires_at", UtcDateTimeColumn),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        sa.Column("hidden_at", UtcDateTimeColumn),
        sa.CheckConstraint(
            "status in ('pending', 'approved', 'rejected', 'closed', 'expired')",
            name="status",
        ),
    )
    rest = ["role_type", "employment_type", "worker_classification", "years_of_experience"]
    rest += ["open_to_mentoring"]
    places = ["expires_at", "user_id"]
    for name, columns in (
        ("newest", ["status", "created_at", "id", "specialty", *rest, "comp", *places]),
        ("specialty", ["status", "specialty", "created_at", "id", *rest, "comp", *places]),
        ("comp", ["status", "comp", "id", "specialty", *rest, *places]),
        ("specialty_comp", ["status", "specialty", "comp", "id", *rest, *places]),
    ):
        op.create_index(
            f"ix_jobs_{name}", "jobs", columns, sqlite_where=_SHOWN, postgresql_where=_SHOWN
        )
    op.create_index("ix_jobs_created_at", "jobs", ["created_at", "id"])
    op.create_index(
        "ix_jobs_expires_at",
        "jobs",
        ["expires_at"],
        sqlite_where=_APPROVED,
        postgresql_where=_APPROVED,
    )
    op.create_index("ix_jobs_user_id", "jobs", ["user_id", "created_at", "id"])


def _facets() -> None:
    op.create_table(
        "job_facets",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("value", Key, primary_key=True),
        sa.Column(
            "job_id", IdColumn, sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_job_facets_job_id", "job_facets", ["job_id", "kind", "value"])


def _applications() -> None:
    op.create_table(
        "job_applications",
        sa.Column("id", IdColumn, primary_key=True),
        sa.Column("job_id", IdColumn, sa.ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("applicant_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("first_name", "last_name", "email", "email_key")
        ),
        *(
            sa.Column(name, sa.Text)
            for name in (
                "country_code",
                "phone_number",
                "professional_network_url",
                "cv_object_path",
                "referral_code",
            )
        ),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("clinic_told_at", UtcDateTimeColumn),
        sa.Column("created_at", UtcDateTimeColumn, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
        *(
            sa.UniqueConstraint("job_id", other, name=f"uq_job_applications_job_id_{other}")
            for other in ("applicant_id", "email_key")
        ),
    )
    for column in ("job_id", "applicant_id"):
        op.create_index(
            f"ix_job_applications_{column}", "job_applications", [column, "created_at", "id"]
        )
    for name, columns, where in (
        ("cv_object_path", ["cv_object_path"], _HAS_CV),
        ("ended", ["status", "updated_at"], _HAS_CV),
        ("untold", ["created_at"], _UNTOLD),
        ("referral_code", ["referral_code"], _IS_REFERRED),
    ):
        op.create_index(
            f"ix_job_applications_{name}",
            "job_applications",
            columns,
            sqlite_where=where,
            postgresql_where=where,
        )


def _people() -> None:
    op.create_table(
        "job_accounts",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("cv_object_path", sa.Text),
        sa.Column("credential", sa.Text),
        sa.Column("specialty", Json),
        sa.Column("interested_in_non_clinical", sa.Boolean),
        sa.Column("looking_for_mentor", sa.Boolean),
        sa.Column("referral_code", sa.Text, nullable=False, unique=True),
    )
    op.create_index(
        "ix_job_accounts_cv_object_path",
        "job_accounts",
        ["cv_object_path"],
        sqlite_where=_HAS_CV,
        postgresql_where=_HAS_CV,
    )
    op.create_table(
        "clinic_profiles",
        sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("fields", Json, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    )
