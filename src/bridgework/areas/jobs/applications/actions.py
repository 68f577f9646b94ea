"""Applying to jobs, deciding who gets them, and what becomes of the CVs."""

from datetime import datetime, timedelta
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.jobs import letters
from bridgework.areas.jobs import store as addresses
from bridgework.areas.jobs.applications import rules, store
from bridgework.areas.jobs.applications.shapes import (
    DecideJobApplicationRequest,
    JobApplication,
    JobApplicationPage,
    JobApplicationRequest,
    ListJobApplicationsQuery,
    ListMyJobApplicationsQuery,
)
from bridgework.areas.jobs.people import store as people
from bridgework.areas.jobs.postings import actions as postings
from bridgework.areas.jobs.postings import rules as posting_rules
from bridgework.areas.jobs.rules import Addressee
from bridgework.areas.uploads import actions as uploads
from bridgework.areas.uploads.shapes import DownloadUrl
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors
from bridgework.kit.transitions import must_move

_CVS = "job-cvs"
_LEFT_OUT = dict.fromkeys(
    (
        "country_code",
        "phone_number",
        "professional_network_url",
        "cv_object_path",
        "referral_code",
        "reason",
    )
)


def apply(call: Call, job_id: Id, body: JobApplicationRequest) -> JobApplication:
    """Apply once to an approved job; its clinic gets an e-mail."""
    job = store.applied_to(call.tx, call.caller, job_id, call.now)
    if job is None:
        raise posting_rules.JobNotFound
    if job.user_id == call.caller.account():
        raise rules.OwnJob
    if posting_rules.status_of(job, call.now) != "approved":
        raise posting_rules.JobNotOpen
    given = body.provided()
    _must_fit(call, given)
    values = _values(call, job_id, given)
    if not store.add(call.tx, values):
        has_applied = store.has_applied(call.tx, call.caller, job_id)
        raise rules.JobAlreadyAppliedTo if has_applied else rules.AddressAlreadyApplied
    clinic = Addressee(job.user_id, job.clinic_email)
    name = f"{values['first_name']} {values['last_name']}"
    call.enqueue_email(letters.application_received, clinic, str(job.fields["role_needed"]), name)
    return store.told(values, job)


def of_job(call: Call, job_id: Id, query: ListJobApplicationsQuery) -> JobApplicationPage:
    """A page of the applications to a job that the caller posted."""
    posting, _ = postings.shown(call, job_id)
    posting_rules.must_be_open_to(call.caller, posting.user_id)
    page_request = cursors.page_request(call, query, job_id)
    listed = store.of_job(call.tx, job_id, query.status, page_request)
    return cursors.to_page(call, query, JobApplicationPage, listed, job_id)


def mine(call: Call, query: ListMyJobApplicationsQuery) -> JobApplicationPage:
    """A page of the caller's own applications."""
    page_request = cursors.page_request(call, query)
    listed = store.of_applicant(call.tx, call.caller, query.status, page_request)
    return cursors.to_page(call, query, JobApplicationPage, listed)


def shown(call: Call, application_id: Id) -> JobApplication:
    """An application that the caller may see. Raises JobApplicationNotFound."""
    return store.shown(_row(call, application_id))


def decide(call: Call, application_id: Id, body: DecideJobApplicationRequest) -> JobApplication:
    """Move an application on, and tell whoever sent it. Of two at once, one does it."""
    before = _of_clinic(call, application_id)
    reason = body.provided().get("reason")
    after = _moved(call, "clinic", before, body.status, None if reason is None else str(reason))
    _note(call, before, after)
    fields = after.job_fields
    contact = f"{fields['contact_person']}, {fields['contact_email']}"
    may_know = after.status in rules.KNOW_CONTACT
    facts = (fields["role_needed"], fields["company_name"], after.status, after.reason)
    applicant = addresses.addressee(call.tx, after.applicant_id)
    call.enqueue_email(letters.application_decided, applicant, *facts, contact if may_know else "")
    return store.shown(after)


def withdraw(call: Call, application_id: Id) -> JobApplication:
    """Take the caller's own application back; the clinic gets an e-mail."""
    before = _row(call, application_id)
    if before.applicant_id != call.caller.account():
        raise rules.NotTheApplicant
    after = _moved(call, "applicant", before, "withdrawn", before.reason)
    clinic = addresses.addressee(call.tx, after.clinic_id)
    call.enqueue_email(letters.application_withdrawn, clinic, _role(after), _name(after))
    return store.shown(after)


def cv_link(call: Call, application_id: Id) -> DownloadUrl:
    """A link to the CV that came with an application; each that is given out is noted.

    Who withdraws an application takes its CV back with it.
    """
    row = _of_clinic(call, application_id)
    named = [("cvObjectPath", row.cv_object_path or "")]
    is_gone = uploads.faults_of_paths(call.tx, row.applicant_id, _CVS, named)
    if row.status == "withdrawn" or is_gone:
        raise rules.JobApplicationNotFound(rules.NO_CV)
    audit.note(call, "job_application.open_cv", target=application_id)
    return uploads.link(call, row.cv_object_path, bound_to=application_id)


# --- what follows by itself, and what others ask ----------------------------------------------


def erase_cvs(kept: timedelta, tx: Tx, now: datetime) -> int:
    """Erase the CVs of some applications that came to nothing so long ago. A periodic task.

    A CV that something else names, another application or its owner's account, stays there.
    """
    how_many, paths = store.let_go(tx, now - kept)
    uploads.drop(tx, paths, now)
    return how_many


def needs(tx: Tx, object_path: str) -> bool:
    """Whether an open application or somebody's account needs the upload at this path."""
    return store.needs(tx, object_path) or people.needs(tx, object_path)


def gives_cv(tx: Tx, application_id: Id, object_path: str) -> bool:
    """Whether an application still gives its clinic the CV at this path."""
    return store.gives_cv(tx, application_id, object_path)


def _must_fit(call: Call, given: dict[str, object]) -> None:
    """Raise ValidationFailed for what is not as it has to be beside its form."""
    faults: list[FieldError] = []
    applicant_id = call.caller.account()
    if "professional_network_url" in given:
        host = call.kit.settings.professional_network_host
        faults += rules.faults_of_network(str(given["professional_network_url"]), host)
    if "cv_object_path" in given:
        named = [("cvObjectPath", str(given["cv_object_path"]))]
        faults += uploads.faults_of_paths(call.tx, applicant_id, _CVS, named)
    if "referral_code" in given:
        owner_id = people.owner_of_code(call.tx, str(given["referral_code"]))
        faults += rules.faults_of_referral(owner_id, applicant_id)
    if faults:
        raise ValidationFailed(*faults)


def _values(call: Call, job_id: Id, given: dict[str, object]) -> dict[str, Any]:
    code = given.get("referral_code")
    return {
        **_LEFT_OUT,
        **given,
        "id": new_id(),
        "job_id": job_id,
        "applicant_id": call.caller.account(),
        "email_key": email_key(str(given["email"])),
        "referral_code": None if code is None else str(code).upper(),
        "status": "submitted",
        "created_at": call.now,
        "updated_at": call.now,
    }


def _row(call: Call, application_id: Id) -> store.Row:
    row = store.application(call.tx, call.caller, application_id)
    if row is None:
        raise rules.JobApplicationNotFound
    return row


def _of_clinic(call: Call, application_id: Id) -> store.Row:
    """An application to a posting of the caller's. Raises NotTheClinic to its applicant."""
    row = _row(call, application_id)
    posting_rules.must_be_open_to(call.caller, row.clinic_id)
    return row


def _moved(call: Call, who: str, before: store.Row, to: str, reason: str | None) -> store.Row:
    must_move(rules.MOVES[who], before.status, to)
    if not store.move(call.tx, before.id, before.status, to, reason, call.now):
        must_move(rules.MOVES[who], _row(call, before.id).status, to)
    return _row(call, before.id)


def _note(call: Call, before: store.Row, after: store.Row) -> None:
    changes = audit.changed({"status": before.status}, {"status": after.status})
    audit.note(call, "job_application.decide", target=before.id, changes=changes)


def _role(row: store.Row) -> str:
    return str(row.job_fields["role_needed"])


def _name(row: store.Row) -> str:
    return f"{row.first_name} {row.last_name}"
