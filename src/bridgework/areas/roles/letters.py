"""The letters about roles, one function each; the template has its name."""

from bridgework.areas.roles.shapes import Addressee
from bridgework.kit.outbox.email import Email, Subscription


def application_received(to: Addressee, role: str, applicant: str) -> Email:
    """A word to the client that somebody applies."""
    return _optional("application_received", to, role=role, applicant=applicant)


def application_withdrawn(to: Addressee, role: str, applicant: str) -> Email:
    """A word to the client that somebody applies no more."""
    return _optional("application_withdrawn", to, role=role, applicant=applicant)


def application_decided(
    to: Addressee, role: str, company: str, status: str, reason: str | None
) -> Email:
    """A word to the applicant on what the client decided."""
    facts = {"role": role, "company": company, "decided": _DECIDED[status], "reason": reason or ""}
    return _optional("application_decided", to, **facts)


def role_withdrawn(to: Addressee, role: str, company: str) -> Email:
    """A word to whoever applied that the role is gone."""
    return _optional("role_withdrawn", to, role=role, company=company)


def role_decided(to: Addressee, role: str, status: str) -> Email:
    """A word to the client on what an administrator did with the posting."""
    return _optional("role_decided", to, role=role, status=status)


_DECIDED = {"shortlisted": "on the shortlist", "accepted": "accepted", "declined": "declined"}
"""How a decision is told: your application is …"""

_KINDS = {
    "application_received": "application_received",
    "application_withdrawn": "application_received",
    "application_decided": "application_decided",
    "role_withdrawn": "application_decided",
    "role_decided": "posting_decided",
}
"""By which choice a letter can be refused."""


def _optional(name: str, to: Addressee, **facts: str) -> Email:
    subscription = Subscription(to.account_id, _KINDS[name])
    return Email(f"roles/{name}", to.email, to.account_id, facts, subscription=subscription)
