"""Applications are found by their CV through whose it is, and only ended ones by when they ended.

So an application that is sent enters two indexes fewer, one of them of long paths.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"

_TABLE = "job_applications"
_ENDED_WITH_CV = sa.text("cv_object_path IS NOT NULL AND status IN ('declined', 'withdrawn')")


def upgrade() -> None:
    op.drop_index("ix_job_applications_cv_object_path", _TABLE)
    op.drop_index("ix_job_applications_ended", _TABLE)
    op.create_index(
        "ix_job_applications_ended",
        _TABLE,
        ["updated_at"],
        sqlite_where=_ENDED_WITH_CV,
        postgresql_where=_ENDED_WITH_CV,
    )
