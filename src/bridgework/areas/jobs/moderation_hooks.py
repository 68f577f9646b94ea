"""Job postings as content that is moderated; `wiring.py` registers them."""

from datetime import datetime

from bridgework.areas.jobs.postings import actions, shelf, store
from bridgework.areas.jobs.tables import jobs
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.moderation import ContentType


def _after_change(tx: Tx, job_id: Id, _: datetime, __: bool) -> None:
    shelf.index_anew(tx, job_id)
    actions.follow(tx, job_id)


JOB = ContentType(
    table=jobs,
    owner="user_id",
    may_see=store.may_see,
    title=lambda job: str(job.fields["role_needed"]),
    after_change=_after_change,
)
