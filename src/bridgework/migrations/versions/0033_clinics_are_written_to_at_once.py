"""The e-mail about an application is written with the application, so nothing waits for it."""

from alembic import op

revision = "0033"
down_revision = "0032"

_TABLE = "job_applications"


def upgrade() -> None:
    op.drop_index("ix_job_applications_untold", _TABLE)
    for name in ("clinic_told_at", "request_id", "traceparent"):
        op.drop_column(_TABLE, name)
