"""Job postings as a content type of moderation; `event_handlers` registers it."""

from datetime import datetime

from bridgework.areas.work.jobs import queries
from bridgework.areas.work.jobs.job_type import JOB as TYPE
from bridgework.areas.work.jobs.records import Job
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.postings import lifecycle
from bridgework.areas.work.postings.endings import actions as endings
from bridgework.context import Context
from bridgework.kit.actions import ContentType
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx


def _text(job: Job) -> str:
    fields = job.fields
    texts = (
        *(fields.company_name, fields.location, fields.challenge),
        *(fields.office_description, fields.why_attractive),
    )
    return "\n\n".join(filter(None, texts))


def _before_hiding(context: Context, job_id: Id, owner_id: Id) -> None:
    endings.end(context, TYPE, job_id, owner_id, "removed")


def _after_change(tx: Tx, job_id: Id, _now: datetime, hidden: bool) -> None:
    queries.posting_writes.update_document(tx, job_id)
    lifecycle.update_matches(TYPE, tx, job_id)
    if not hidden:
        endings.reopen(TYPE, tx, job_id)


JOB = ContentType(
    table=jobs,
    record=Job,
    owner="user_id",
    may_see=queries.may_see,
    title=lambda job: job.fields.role_needed,
    text=_text,
    before_hiding=_before_hiding,
    after_change=_after_change,
)
