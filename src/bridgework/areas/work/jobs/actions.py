"""Reads and changes of jobs."""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import nullcontext
from datetime import datetime

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.schemas import MatchPage
from bridgework.areas.work.jobs import policies, queries, schemas
from bridgework.areas.work.jobs.formats import serializers
from bridgework.areas.work.jobs.formats.feed import serializers as feed_serializers
from bridgework.areas.work.jobs.formats.feed.schemas import JobFeedEntry, JobsFeedDocument
from bridgework.areas.work.jobs.job_type import CANDIDATES, JOB, JOB_APPLICATIONS
from bridgework.areas.work.jobs.records import Job, JobFields
from bridgework.areas.work.jobs.tables import index
from bridgework.areas.work.postings import lifecycle, matches
from bridgework.areas.work.postings.endings import actions as endings
from bridgework.areas.work.postings.policies import side
from bridgework.areas.work.postings.schemas import AllPostingsQuery, MatchesQuery, StatusQuery
from bridgework.context import AppState, Context
from bridgework.kit.actions import CheckVersion, cursors
from bridgework.kit.core import Id, ValidationFailed, new_id
from bridgework.kit.data.db import Tx, of_members, replaced
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.data.search import ReverseSearch, reverse
from bridgework.kit.data.search.reverse import Document
from bridgework.kit.security import ANONYMOUS
from bridgework.kit.validation import or_none

_REOPENED_BY_EDIT = ("rejected", "closed", "expired")
"""Statuses that become pending after any edit by the owner, even an empty one."""
_CONTEXT = "https://schema.org"

is_public = queries.is_public
open_conditions = queries.search.open_conditions
Versioned = tuple[schemas.JobPosting, int]


def list_open(context: Context, query: schemas.ListJobsQuery) -> CursorPage[schemas.JobPosting]:
    """Return a page of the open jobs that match the query."""
    return lifecycle.list_open(context, JOB, query, CursorPage[schemas.JobPosting])


def find_open(tx: Tx, job_id: Id, now: datetime) -> Job | None:
    """Return an open job of an active owner, None if there is none."""
    return lifecycle.find_open(JOB, tx, job_id, now)


def list_mine(
    context: Context, query: StatusQuery[schemas.JobStatus]
) -> CursorPage[schemas.JobPosting]:
    """Return a page of the caller's own jobs."""
    return lifecycle.list_mine(context, JOB, query, CursorPage[schemas.JobPosting])


def list_all(
    context: Context, query: AllPostingsQuery[schemas.JobStatus]
) -> schemas.AdminJobPostingPage:
    """Return a page of all jobs that match the query."""
    return lifecycle.list_all(context, JOB, query, schemas.AdminJobPostingPage)


def list_candidates(
    context: Context, job_id: Id, query: MatchesQuery
) -> MatchPage[schemas.CandidateMatch]:
    """Return a page of the candidates who match a job, best first."""
    models = (schemas.CandidateMatch, MatchPage[schemas.CandidateMatch])
    rule = policies.LIST_MATCHES
    return matches.for_posting(context, JOB_APPLICATIONS, rule, job_id, query, CANDIDATES, models)


def list_matches(context: Context, query: CursorQuery) -> MatchPage[schemas.JobMatch]:
    """Return a page of the jobs that match the caller, best first."""
    models = (schemas.JobMatch, MatchPage[schemas.JobMatch])
    return matches.for_person(context, JOB_APPLICATIONS, query, CANDIDATES, models)


def get_my_match(context: Context, job_id: Id) -> schemas.OwnJobMatch:
    """Return the caller's own match with a job."""
    models = (schemas.OwnJobMatch, schemas.JobCard)
    return matches.own_match(context, JOB, job_id, CANDIDATES, models)


def get_feed(context: Context, query: CursorQuery) -> JobsFeedDocument:
    """Return a page of the approved jobs as JSON-LD, without their contacts."""
    page_request = cursors.page_request(context, query, "jobs_feed")
    jobs = queries.search.list_newest(
        context.tx, context.caller, page_request, context.now, feed_serializers.to_entry
    )
    page = cursors.to_page(context, query, CursorPage[JobFeedEntry], jobs, "jobs_feed")
    return JobsFeedDocument(
        context=_CONTEXT, graph=page.items, next_cursor=page.next_cursor, has_more=page.has_more
    )


def export_jobs(
    context: Context, query: AllPostingsQuery[schemas.JobStatus]
) -> Iterator[Sequence[schemas.JobPosting]]:
    """Return all jobs that match the query, in batches."""
    return lifecycle.export_all(context, JOB, query)


def export_applications(
    context: Context, job_id: Id | None, status: str | None
) -> Iterator[Sequence[schemas.JobApplication]]:
    """Return the applications to a job, or to all jobs, in batches, newest first."""
    database, caller = context.app.database, context.caller
    queries = JOB_APPLICATIONS.queries
    return queries.list_batches(database, caller, job_id, status, context.now)


def get(context: Context, job_id: Id) -> Versioned:
    """Return a job that the caller may read, and its version. Raises JobNotFound."""
    return lifecycle.read(context, JOB, job_id)


def find_public(context: Context, job_id: Id) -> tuple[schemas.JobPosting, JobFeedEntry] | None:
    """Return an open job without its contact, also as schema.org data; None without such a job."""
    listed = queries.find_public(context.tx, job_id, context.now)
    if listed is None:
        return None
    posting = serializers.to_schema(listed, ANONYMOUS, context.now)
    return posting, feed_serializers.to_entry(listed)


def has_been_open(context: Context, job_id: Id) -> bool:
    """Whether a job that is not open now was open before."""
    return queries.has_been_open(context.tx, job_id)


def approved_at(posting: schemas.JobPosting) -> datetime:
    """Return when an approved posting was approved: a fixed time before it expires."""
    return policies.end_of(posting) - policies.VALIDITY


def get_documents(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, tuple[Id, datetime, Document]]:
    """Return the owner, the time of the approval and the search document of approved jobs."""
    return {
        found.id: (
            found.user_id,
            found.expires_at - policies.VALIDITY,
            Document(found.number, found.found_by),
        )
        for found in queries.get_documents(tx, ids)
    }


def get_open_cards(tx: Tx, ids: Sequence[Id], now: datetime) -> Mapping[Id, schemas.JobCard]:
    """Return the cards of those jobs that are open, by ID."""
    return queries.postings.list_cards(tx, ids, now)


def reverse_search(tx: Tx, document: Document) -> ReverseSearch:
    """Return the decision which queries of the list of open jobs find a search document."""
    return ReverseSearch(tx, index, document)


def keys_of(tx: Tx, query: schemas.ListJobsQuery) -> Set[str]:
    """Return the keys of a query for the reverse search; none if it can find nothing."""
    conditions = queries.search.conditions(query)
    return set() if conditions is None else reverse.keys_of(tx, index, conditions)


def match_score(tx: Tx, job_id: Id, account_id: Id) -> int | None:
    """Return the match score of a job for a candidate; None if the account has none."""
    return matching.score_of(tx, "job", job_id, account_id)


def create(context: Context, body: schemas.JobPostingRequest) -> schemas.JobPosting:
    """Create a job. It is pending until an administrator decides."""
    fields = of_members(JobFields, body.provided())
    _must_be_valid(fields)
    job = Job(
        id=new_id(),
        user_id=context.caller.account(),
        fields=fields,
        status="pending",
        rejection_reason=None,
        expires_at=None,
        version=1,
        created_at=context.now,
        updated_at=context.now,
        hidden_at=None,
    )
    return lifecycle.add(context, JOB, job)


def update(
    context: Context, job_id: Id, body: schemas.JobUpdateRequest, check_version: CheckVersion
) -> Versioned:
    """Change the caller's own job. A change sets it to pending."""
    before = lifecycle.lock(context, JOB, policies.UPDATE, job_id, check_version)
    changes, fields = _changes(before, body)
    if changes or policies.status_of(before, context.now) in _REOPENED_BY_EDIT:
        after = before._replace(
            fields=fields, status="pending", rejection_reason=None, expires_at=None
        )
        lifecycle.change(context, JOB, before, after)
        if context.caller.account() != before.user_id:
            _record_change(context, "job.change", before, {**changes, "status": "pending"})
    return get(context, job_id)


def update_any(
    context: Context, job_id: Id, body: schemas.AdminJobUpdateRequest, check_version: CheckVersion
) -> Versioned:
    """Change a job as an administrator, without changing its status."""
    before = lifecycle.lock(context, JOB, policies.UPDATE_ANY, job_id, check_version)
    changes, fields = _changes(before, body)
    if changes:
        lifecycle.change(context, JOB, before, before._replace(fields=fields))
        _record_change(context, "job.change", before, changes)
    return get(context, job_id)


def close(context: Context, job_id: Id, check_version: CheckVersion) -> Versioned:
    """Close a pending or approved job, as its owner or an administrator."""
    before = lifecycle.lock(context, JOB, policies.CLOSE, job_id, check_version)
    after = before._replace(status="closed", expires_at=None)
    lifecycle.move(context, JOB, before, after, side(context.caller, before.user_id), "job.close")
    return get(context, job_id)


def approve(
    context: Context, job_id: Id, body: schemas.JobDecisionRequest, check_version: CheckVersion
) -> Versioned:
    """Approve a pending job. It is open until it expires."""
    before = lifecycle.lock(context, JOB, policies.APPROVE, job_id, check_version)
    after = before._replace(status="approved", expires_at=context.now + policies.VALIDITY)
    lifecycle.move(context, JOB, before, after, "admin", "job.approve", or_none(body.reason))
    return get(context, job_id)


def reject(
    context: Context, job_id: Id, body: schemas.JobDecisionRequest, check_version: CheckVersion
) -> Versioned:
    """Reject a pending job. Its owner may read the reason."""
    reason = or_none(body.reason)
    before = lifecycle.lock(context, JOB, policies.REJECT, job_id, check_version)
    after = before._replace(status="rejected", rejection_reason=reason)
    lifecycle.move(context, JOB, before, after, "admin", "job.reject", reason)
    return get(context, job_id)


def reopen(
    context: Context, job_id: Id, body: schemas.JobDecisionRequest, check_version: CheckVersion
) -> Versioned:
    """Set a rejected job back to pending. Its owner is notified."""
    before = lifecycle.lock(context, JOB, policies.REOPEN, job_id, check_version)
    after = before._replace(status="pending", rejection_reason=None)
    lifecycle.move(context, JOB, before, after, "admin", "job.reopen", or_none(body.reason))
    return get(context, job_id)


# --- a periodic task --------------------------------------------------------------------------


def expire(app: AppState, tx: Tx, now: datetime) -> int:
    """Set a job that is due to expired, remove its matches, and notify its applicants.

    One at a time, so that a job with many applications delays no other transaction for long.
    """
    context = Context(app, now, request_id="expire-jobs")
    with context.within(nullcontext(tx)):
        expired = queries.mark_expired(tx, now)
        if expired is None:
            return 0
        job_id, owner_id = expired
        endings.end(context, JOB, job_id, owner_id, "expired")
        queries.posting_writes.update_document(tx, job_id)
        matching.drop_posting(tx, "job", job_id)
        change_feed.announce_states(tx, "job", "expired", [job_id])
    return 1


def _changes(before: Job, body: schemas.JobUpdateRequest) -> tuple[dict[str, object], JobFields]:
    """Return the members that a body changes, and all after the change. Raises ValidationFailed."""
    provided = body.provided()
    fields = replaced(before.fields, provided)
    _must_be_valid(fields)
    stored = before.fields._asdict()
    return {name: value for name, value in provided.items() if value != stored[name]}, fields


def _must_be_valid(fields: JobFields) -> None:
    faults = policies.validate_compensation(fields)
    if faults:
        raise ValidationFailed(*faults)


def _record_change(
    context: Context, action: AuditAction, before: Job, after: Mapping[str, object]
) -> None:
    members = {**before.fields._asdict(), "status": policies.status_of(before, context.now)}
    audit.note(context, action, target=before.id, changes=audit.changed(members, after))
