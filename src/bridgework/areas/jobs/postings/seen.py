"""Who may see which posting, and what of it: the conditions that every reader narrows by."""

from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.tables import applications, jobs
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn

READER = sa.bindparam("reader", type_=IdColumn)
_reader_is_admin = sa.bindparam("reader_is_admin", type_=sa.Boolean)
NOW = sa.bindparam("now", type_=UtcDateTimeColumn)

OWNER_STANDS = (
    sa.exists()
    .where(
        accounts.c.id == jobs.c.user_id,
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
    )
    .correlate(jobs)
)
_is_promising = (
    sa.exists()
    .where(
        applications.c.job_id == jobs.c.id,
        applications.c.applicant_id == READER,
        # Not by IN: a list of values would be one that grows, and could not be prepared.
        sa.or_(applications.c.status == "offered", applications.c.status == "hired"),
    )
    .correlate(jobs)
)
IS_IN_CHARGE = sa.or_(_reader_is_admin, jobs.c.user_id == READER)
IS_CURRENT = sa.and_(jobs.c.status == "approved", jobs.c.expires_at > NOW)
IS_OPEN = sa.and_(IS_CURRENT, OWNER_STANDS)
TOLD = sa.select(
    jobs,
    IS_IN_CHARGE.label("is_in_charge"),
    sa.or_(IS_IN_CHARGE, _is_promising).label("knows_contact"),
).where(jobs.c.hidden_at.is_(None))


def given(caller: Caller, now: datetime) -> dict[str, object]:
    """The parameters of these conditions."""
    return {"reader": caller.account_id, "reader_is_admin": caller.is_admin, "now": now}
