"""Which request letters come from, and what leads to letters, or to Luma, by itself later."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    for table in (
        "outbox_letters",
        "calendar_luma",
        "calendar_guests",
        "calendar_events",
        "job_applications",
    ):
        for name in ("request_id", "traceparent"):
            op.add_column(table, sa.Column(name, sa.Text))
