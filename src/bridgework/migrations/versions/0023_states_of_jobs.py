"""The state that a posting is for, and indexes of the open list that begin with it."""

import itertools

import sqlalchemy as sa
from alembic import op

from bridgework.areas.jobs.index import whereabouts
from bridgework.kit.db.columns import IdColumn, Key

revision = "0023"
down_revision = "0022"

jobs = sa.table("jobs", sa.column("id", IdColumn), sa.column("state", sa.Text))
facets = sa.table(
    "job_facets",
    sa.column("kind", sa.Text),
    sa.column("value", Key),
    sa.column("job_id", IdColumn),
)
_SHOWN = sa.text("hidden_at IS NULL")
_BATCH = 1000


def upgrade() -> None:
    op.add_column("jobs", sa.Column("state", sa.Text))
    _fill()
    rest = ["specialty", "role_type", "employment_type", "worker_classification"]
    rest += ["years_of_experience", "open_to_mentoring"]
    places = ["expires_at", "user_id"]
    for name, columns in (
        ("state", ["status", "state", "created_at", "id", *rest, "comp", *places]),
        ("state_comp", ["status", "state", "comp", "id", *rest, *places]),
    ):
        op.create_index(
            f"ix_jobs_{name}", "jobs", columns, sqlite_where=_SHOWN, postgresql_where=_SHOWN
        )


def _fill() -> None:
    connection = op.get_bind()
    said = sa.select(facets.c.job_id, facets.c.value).where(facets.c.kind == "place")
    found = connection.execute(said.order_by(facets.c.job_id)).all()
    rows = [
        {"this_job": job_id, "state_of_it": state}
        for job_id, held in itertools.groupby(found, lambda row: row.job_id)
        if (state := whereabouts.of({row.value for row in held})) is not None
    ]
    fill = jobs.update().where(jobs.c.id == sa.bindparam("this_job", type_=IdColumn))
    for start in range(0, len(rows), _BATCH):
        connection.execute(
            fill.values(state=sa.bindparam("state_of_it")), rows[start : start + _BATCH]
        )
