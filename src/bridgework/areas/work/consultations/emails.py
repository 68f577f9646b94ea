"""The e-mail about a consultation."""

from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.kit.delivery.outbox import Email, Subscription


def consultation_decided(email: str, consultation: Consultation) -> Email:
    """Tell the owner of a consultation about its new status."""
    facts = {
        "role": consultation.role_title,
        "organization": consultation.organization_name,
        "status": consultation.status,
        "note": consultation.note or "",
    }
    return Email(
        name="consultations/consultation_decided",
        to=email,
        recipient_id=consultation.user_id,
        facts=facts,
        subscription=Subscription(consultation.user_id, "consultation_decided"),
    )
