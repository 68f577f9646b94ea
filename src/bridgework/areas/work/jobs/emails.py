"""The e-mails about jobs. Each function builds one, from the template of the same name."""

from bridgework.areas.work.jobs.policies import CONTACT_FROM
from bridgework.areas.work.jobs.records import JobFields
from bridgework.areas.work.postings.notifications import Addressee, optional_email
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.kit.delivery.outbox import Email


def job_decided(to: Addressee, job: str, status: str, reason: str | None) -> Email:
    """Tell the clinic what an administrator decided about the job."""
    facts = {"job": job, "status": status, "reason": reason or ""}
    return optional_email("jobs/job_decided", "posting_decided", to, **facts)


def application_received(to: Addressee, job: str, applicant: str) -> Email:
    """Tell the clinic about a new application."""
    kind = "application_received"
    return optional_email("jobs/application_received", kind, to, job=job, applicant=applicant)


def application_withdrawn(to: Addressee, job: str, applicant: str) -> Email:
    """Tell the clinic that an applicant withdrew."""
    kind = "application_received"
    return optional_email("jobs/application_withdrawn", kind, to, job=job, applicant=applicant)


def offer_answered(to: Addressee, job: str, applicant: str, answer: OfferReply, note: str) -> Email:
    """Tell the clinic whether a candidate accepts the offer."""
    facts = {"job": job, "applicant": applicant, "answer": answer, "note": note}
    return optional_email("jobs/offer_answered", "application_received", to, **facts)


def application_decided(to: Addressee, job: JobFields, status: str, reason: str | None) -> Email:
    """Tell the applicant what the clinic decided, with the contact if they may see it."""
    contact = f"{job.contact_person}, {job.contact_email}" if status in CONTACT_FROM else ""
    facts = {"job": job.role_needed, "company": job.company_name, "reason": reason or ""}
    facts |= {"status": status, "contact": contact}
    return optional_email("jobs/application_decided", "application_decided", to, **facts)
