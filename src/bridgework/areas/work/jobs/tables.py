"""Job postings with their search documents, applications, accounts and clinic profiles."""

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

JOBS = "jobs"
"""The cache topic of jobs. A write to the index locks its row."""

_IS_VISIBLE = sa.text("hidden_at IS NULL")
_APPROVED = sa.text("status = 'approved'")
_HAS_CV = sa.text("cv_object_path IS NOT NULL")
_IS_REFERRED = sa.text("referral_code IS NOT NULL")

jobs = sa.Table(
    "jobs",
    metadata,
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
    partial_index("ix_jobs_status", "status", "created_at", "id", where=_IS_VISIBLE),
    # With `hidden_at`, so that pending jobs are counted without the table.
    partial_index("ix_jobs_changed", "status", "updated_at", "id", "hidden_at", where=_IS_VISIBLE),
    partial_index("ix_jobs_expires_at", "expires_at", where=_APPROVED),
    sa.Index("ix_jobs_user_id", "user_id", "created_at", "id"),
    info=personal_data(by="user_id", erase="delete"),
)
"""`fields` are the members that were sent, by their Python names.

`expires_at` is set while a job is approved: from then on, it counts as expired even if `status` is
not updated.
"""
JOB_IS_PENDING = sa.and_(jobs.c.status == "pending", jobs.c.hidden_at.is_(None))
"""The condition of jobs that wait for an administrator."""

index = SearchIndex("job", topic=JOBS)

documents = define_documents(
    "job_documents",
    sa.Column(
        "job_id",
        IdColumn,
        sa.ForeignKey("jobs.id", ondelete="CASCADE"),
        nullable=False,
        unique=True,
    ),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("comp", sa.Float, nullable=False),
    sa.Index("ix_job_documents_newest", "created_at", "job_id", "number"),
    sa.Index("ix_job_documents_comp", "comp", "job_id", "number"),
    info=no_personal_data("search tokens of a posting, deleted with it"),
)
"""The search documents of postings that are not hidden.

`comp` is the maximum yearly compensation, negative if it is not stated.
"""

applications = sa.Table(
    "job_applications",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("job_id", IdColumn, sa.ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
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
    sa.Column("created_at", UtcDateTimeColumn, nullable=False, index=True),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.Column("posting_ended_at", UtcDateTimeColumn),
    sa.Column("offer_answer", sa.Text),
    sa.Column("offer_note", sa.Text),
    sa.Column("offer_answered_at", UtcDateTimeColumn),
    sa.Column("message", sa.Text),
    sa.UniqueConstraint("job_id", "applicant_id", name="uq_job_applications_job_id_applicant_id"),
    sa.UniqueConstraint("job_id", "email_key", name="uq_job_applications_job_id_email_key"),
    sa.Index("ix_job_applications_job_id", "job_id", "created_at", "id"),
    sa.Index("ix_job_applications_status", "job_id", "status"),
    sa.Index("ix_job_applications_applicant_id", "applicant_id", "created_at", "id"),
    partial_index("ix_job_applications_ended", "status", "updated_at", where=_HAS_CV),
    partial_index("ix_job_applications_referral_code", "referral_code", where=_IS_REFERRED),
    info=personal_data(by="applicant_id", erase="delete"),
)
"""`applied_to` is what the applicant applied to: the title, company and location of the job.

`posting_ended_at` is when the job ended, if the application was open then. It is null again from
when the job is open again.
"""

job_accounts = sa.Table(
    "job_accounts",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("cv_object_path", sa.Text),
    sa.Column("credential", sa.Text),
    sa.Column("specialty", Json),
    sa.Column("interested_in_non_clinical", sa.Boolean),
    sa.Column("looking_for_mentor", sa.Boolean),
    sa.Column("profession", sa.Text),
    sa.Column("referral_code", sa.Text, nullable=False, unique=True),
    partial_index("ix_job_accounts_cv_object_path", "cv_object_path", where=_HAS_CV),
    info=personal_data(by="account_id", erase="delete"),
)
"""Created on first use, with the referral code."""

clinic_profiles = sa.Table(
    "clinic_profiles",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("fields", Json, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    info=personal_data(by="account_id", erase="delete"),
)
