"""The e-mails about roles. Each function builds one, from the template of the same name."""

from bridgework.areas.work.postings.notifications import Addressee, optional_email
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.areas.work.roles.records import RoleFields
from bridgework.kit.delivery.outbox import Email


def application_received(to: Addressee, role: str, applicant: str) -> Email:
    """Tell the client that an expert applied."""
    kind = "application_received"
    return optional_email("roles/application_received", kind, to, role=role, applicant=applicant)


def application_withdrawn(to: Addressee, role: str, applicant: str) -> Email:
    """Tell the client that an expert withdrew their application."""
    kind = "application_received"
    return optional_email("roles/application_withdrawn", kind, to, role=role, applicant=applicant)


def offer_answered(
    to: Addressee, role: str, applicant: str, answer: OfferReply, note: str
) -> Email:
    """Tell the client whether an expert accepts the offer."""
    facts = {"role": role, "applicant": applicant, "answer": answer, "note": note}
    return optional_email("roles/offer_answered", "application_received", to, **facts)


def application_decided(to: Addressee, role: RoleFields, status: str, reason: str | None) -> Email:
    """Tell the applicant what the client decided."""
    facts = {"role": role.role_needed, "company": role.company_name, "reason": reason or ""}
    kind = "application_decided"
    return optional_email("roles/application_decided", kind, to, status=status, **facts)


def role_decided(to: Addressee, role: str, status: str, reason: str | None) -> Email:
    """Tell the client what an administrator decided about the role."""
    facts = {"role": role, "status": status, "reason": reason or ""}
    return optional_email("roles/role_decided", "posting_decided", to, **facts)
