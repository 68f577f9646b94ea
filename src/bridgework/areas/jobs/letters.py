"""The letters about jobs, one function each; the template has its name."""

from bridgework.areas.jobs.rules import Addressee
from bridgework.kit.outbox.email import Email, Subscription

_DECIDED = {
    "reviewing": "being reviewed",
    "interview": "on its way to an interview",
    "offered": "answered with an offer",
    "hired": "accepted: you are hired",
    "declined": "declined",
}
"""How a decision is told: your application is …"""


def job_decided(to: Addressee, job: str, status: str, reason: str | None) -> Email:
    """A word to the clinic on what an administrator did with its posting."""
    facts = {"job": job, "status": status, "reason": reason or ""}
    return _optional("job_decided", "posting_decided", to, **facts)


def application_received(to: Addressee, job: str, applicant: str) -> Email:
    """A word to the clinic that somebody applies."""
    facts = {"job": job, "applicant": applicant}
    return _optional("application_received", "application_received", to, **facts)


def application_withdrawn(to: Addressee, job: str, applicant: str) -> Email:
    """A word to the clinic that somebody applies no more."""
    facts = {"job": job, "applicant": applicant}
    return _optional("application_withdrawn", "application_received", to, **facts)


def application_decided(
    to: Addressee, job: str, company: str, status: str, reason: str | None, contact: str
) -> Email:
    """A word to the applicant on what the clinic decided; `contact` where they may know it."""
    facts = {"job": job, "company": company, "decided": _DECIDED[status], "contact": contact}
    kind = "application_decided"
    return _optional("application_decided", kind, to, **facts, reason=reason or "")


def _optional(name: str, kind: str, to: Addressee, **facts: str) -> Email:
    subscription = Subscription(to.account_id, kind)
    return Email(f"jobs/{name}", to.email, to.account_id, facts, subscription=subscription)
