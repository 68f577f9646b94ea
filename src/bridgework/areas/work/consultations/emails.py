"""The e-mail about a consultation."""

from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.kit.delivery.outbox import Email, Subscription
from bridgework.kit.text import time_zones


def consultation_decided(email: str, consultation: Consultation) -> Email:
    """Tell the owner of a consultation about its new status."""
    facts = {
        "role": consultation.role_title,
        "organization": consultation.organization_name,
        "status": consultation.status,
        "note": consultation.note or "",
        **_appointment(consultation),
    }
    return Email(
        name="consultations/consultation_decided",
        to=email,
        recipient_id=consultation.user_id,
        facts=facts,
        subscription=Subscription(consultation.user_id, "consultation_decided"),
    )


def _appointment(consultation: Consultation) -> dict[str, str]:
    """Return the time and the place of a scheduled consultation, and empty texts of another."""
    start, timezone = consultation.start_at, consultation.timezone
    if consultation.status != "scheduled" or start is None or timezone is None:
        return {"when": "", "location": "", "meeting_url": ""}
    return {
        "when": time_zones.text_of(start, None, timezone),
        "location": consultation.location or "",
        "meeting_url": consultation.meeting_url or "",
    }
