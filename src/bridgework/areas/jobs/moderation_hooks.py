"""Job postings as content that is moderated; `wiring.py` registers them."""

from bridgework.areas.jobs.postings import actions, store
from bridgework.areas.jobs.tables import jobs
from bridgework.kit.moderation import ContentType

JOB = ContentType(
    table=jobs,
    owner="user_id",
    may_see=store.may_see,
    title=lambda job: str(job.fields["role_needed"]),
    after_change=lambda tx, job_id, _now, _hidden: actions.reindex(tx, job_id),
)
