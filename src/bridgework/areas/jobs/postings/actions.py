"""What clinics and administrators do with job postings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.areas.jobs import letters
from bridgework.areas.jobs import store as addresses
from bridgework.areas.jobs.postings import finding, rules, shelf, store
from bridgework.areas.jobs.postings.shapes import (
    AdminJobPostingPage,
    AdminJobUpdateRequest,
    AdminListJobsQuery,
    JobDecisionRequest,
    JobPosting,
    JobPostingPage,
    JobPostingRequest,
    ListJobsQuery,
    ListMyJobsQuery,
)
from bridgework.areas.matching import actions as matching
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.transitions import must_move

_FIRST_VERSION = 1
_AGAIN = ("rejected", "closed", "expired")
"""What is looked at anew as soon as its owner sends an edit, whatever that changes."""

Versioned = tuple[JobPosting, int]


def listed(call: Call, query: ListJobsQuery) -> JobPostingPage:
    """A page of the open postings that fit."""
    page_request = cursors.page_request(call, query)
    found = finding.open_jobs(call.tx, call.caller, query, page_request, call.now)
    return cursors.to_page(call, query, JobPostingPage, found)


def approved_at(posting: JobPosting) -> datetime:
    """When an approved posting was approved: it expires a fixed time later."""
    if posting.expires_at is None:
        raise LookupError(f"{posting.id} is {posting.status}")
    return posting.expires_at - rules.LIFE


def mine(call: Call, query: ListMyJobsQuery) -> JobPostingPage:
    """A page of what the caller has posted."""
    page_request = cursors.page_request(call, query)
    found = store.mine(call.tx, call.caller, query, page_request, call.now)
    return cursors.to_page(call, query, JobPostingPage, found)


def everyones(call: Call, query: AdminListJobsQuery) -> AdminJobPostingPage:
    """A page of all postings that fit."""
    items, total = finding.everyones(call.tx, call.caller, query, call.now)
    return offset.to_page(query, AdminJobPostingPage, items, total)


def shown(call: Call, job_id: Id) -> Versioned:
    """A posting that the caller may see, and its version. Raises JobNotFound."""
    found = store.job(call.tx, call.caller, job_id, call.now)
    if found is None:
        raise rules.JobNotFound
    return found


def create(call: Call, body: JobPostingRequest) -> JobPosting:
    """Post a job; it waits for an administrator."""
    fields = body.provided()
    _must_fit(fields)
    job_id = new_id()
    made = {"id": job_id, "user_id": call.caller.account(), "fields": fields, "status": "pending"}
    stamps = {"version": _FIRST_VERSION, "created_at": call.now, "updated_at": call.now}
    shelf.add(call.tx, {**made, **stamps})
    posting, _ = shown(call, job_id)
    return posting


def update(call: Call, job_id: Id, body: AdminJobUpdateRequest) -> Versioned:
    """Change one's own posting: what was decided of it is decided anew."""
    before = _held(call, job_id)
    changes = _changes(before, body)
    if changes or rules.status_of(before, call.now) in _AGAIN:
        again = {"status": "pending", "rejection_reason": None, "expires_at": None}
        _change(call, before, {"fields": {**before.fields, **changes}, **again})
        if call.caller.account() != before.user_id:
            _note(call, "job.change", before, {**changes, "status": "pending"})
    return shown(call, job_id)


def update_any(call: Call, job_id: Id, body: AdminJobUpdateRequest) -> Versioned:
    """Change a posting as an administrator: it stays as decided, and the act is noted."""
    before = _held(call, job_id)
    changes = _changes(before, body)
    if changes:
        _change(call, before, {"fields": {**before.fields, **changes}})
        _note(call, "job.change", before, changes)
    return shown(call, job_id)


def close(call: Call, job_id: Id) -> Versioned:
    """Close a pending or approved posting, as its owner or an administrator."""
    before = _held(call, job_id)
    side = rules.side(call.caller, before.user_id)
    must_move(rules.MOVES[side], rules.status_of(before, call.now), "closed")
    _change(call, before, {"status": "closed", "expires_at": None})
    if side == "admin":
        _note(call, "job.close", before, {"status": "closed"})
        _tell_owner(call, before, "closed", None)
    return shown(call, job_id)


def approve(call: Call, job_id: Id, body: JobDecisionRequest) -> Versioned:
    """Let a posting that waits into the open, for as long as one is open."""
    changes = {"status": "approved", "expires_at": call.now + rules.LIFE}
    return _decide(call, job_id, "job.approve", changes, body)


def reject(call: Call, job_id: Id, body: JobDecisionRequest) -> Versioned:
    """Keep a posting that waits from the open; its owner may read why."""
    changes = {"status": "rejected", "rejection_reason": _reason(body)}
    return _decide(call, job_id, "job.reject", changes, body)


# --- what follows by itself -------------------------------------------------------------------


def expire(tx: Tx, now: datetime) -> int:
    """A periodic task: close some postings that have expired, and match nobody with them."""
    over = shelf.expire(tx, now)
    for job_id in over:
        matching.drop_posting(tx, "job", job_id)
    return len(over)


def owner_changed(tx: Tx, account_id: Id) -> None:
    """Have the matching follow when an account is shut out, leaves or comes back."""
    for job_id in shelf.approved_of(tx, account_id):
        follow(tx, job_id)


def account_goes(tx: Tx, account_id: Id) -> None:
    """Take the postings of an account out of the index before they are erased with it."""
    shelf.drop_documents(tx, account_id)


def refresh_worn(tx: Tx, _: datetime) -> int:
    """A periodic task: compile anew some of the postings that another version compiled."""
    worn = matching.worn_postings(tx, "job")
    for job_id in worn:
        follow(tx, job_id)
    return len(worn)


def reindex(tx: Tx, job_id: Id) -> None:
    """Have the lists and the matching know a posting that was hidden or restored."""
    shelf.reindex(tx, job_id)
    follow(tx, job_id)


def follow(tx: Tx, job_id: Id) -> None:
    """Have the matching know a posting that is open, and no other."""
    fields = shelf.matchable(tx, job_id)
    if fields is None:
        matching.drop_posting(tx, "job", job_id)
    else:
        matching.put_posting(tx, "job", job_id, matching.wants_of_job(fields))


def _decide(
    call: Call,
    job_id: Id,
    action: Action,
    changes: Mapping[str, Any],
    body: JobDecisionRequest,
) -> Versioned:
    before = _held(call, job_id)
    must_move(rules.MOVES["admin"], rules.status_of(before, call.now), changes["status"])
    _change(call, before, changes)
    _note(call, action, before, {"status": changes["status"]})
    _tell_owner(call, before, changes["status"], _reason(body))
    return shown(call, job_id)


def _held(call: Call, job_id: Id) -> shelf.Row:
    """A posting that the caller may change, held. Raises JobNotFound, NotTheClinic, or 412."""
    shown(call, job_id)
    before = shelf.locked(call.tx, job_id)
    if before is None:
        raise rules.JobNotFound
    rules.must_be_open_to(call.caller, before.user_id)
    call.must_match(before.version)
    return before


def _changes(before: shelf.Row, body: AdminJobUpdateRequest) -> dict[str, Any]:
    """What a body makes other than it was. Raises ValidationFailed."""
    given = body.provided()
    _must_fit({**before.fields, **given})
    return {name: value for name, value in given.items() if value != before.fields.get(name)}


def _must_fit(fields: Mapping[str, Any]) -> None:
    faults = rules.faults_of(fields)
    if faults:
        raise ValidationFailed(*faults)


def _change(call: Call, before: shelf.Row, changes: Mapping[str, Any]) -> None:
    stamped = {**changes, "version": before.version + 1, "updated_at": call.now}
    shelf.change(call.tx, before.id, stamped)
    follow(call.tx, before.id)


def _note(call: Call, action: Action, before: shelf.Row, after: Mapping[str, Any]) -> None:
    was = {**dict.fromkeys(after), **before.fields, "status": rules.status_of(before, call.now)}
    audit.note(call, action, target=before.id, changes=audit.changed(was, after))


def _tell_owner(call: Call, before: shelf.Row, status: str, reason: str | None) -> None:
    owner = addresses.addressee(call.tx, before.user_id)
    call.enqueue_email(letters.job_decided, owner, before.fields["role_needed"], status, reason)


def _reason(body: JobDecisionRequest) -> str | None:
    given = body.provided().get("reason")
    return None if given is None else str(given)
