"""The e-mails about a consultation, to the client and to the expert."""

from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.kit.core import Id
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


def consultation_requested(email: str, expert_id: Id, consultation: Consultation) -> Email:
    """Ask the expert whom a consultation names for an answer."""
    expertise = consultation.primary_expertise
    facts = {
        "expertise": expertise if isinstance(expertise, str) else expertise.name,
        "duration": consultation.engagement_duration,
        "availability": consultation.availability,
    }
    return _to_expert("consultation_requested", email, expert_id, consultation, **facts)


def consultation_arranged(email: str, expert_id: Id, consultation: Consultation) -> Email:
    """Tell the expert when and where a consultation takes place."""
    facts = _appointment(consultation)
    return _to_expert("consultation_arranged", email, expert_id, consultation, **facts)


def request_ended(email: str, expert_id: Id, consultation: Consultation) -> Email:
    """Tell the expert that a consultation does not take place."""
    status = consultation.status
    return _to_expert("request_ended", email, expert_id, consultation, status=status)


def _to_expert(
    name: str, email: str, expert_id: Id, consultation: Consultation, **facts: str
) -> Email:
    about = {"role": consultation.role_title, "organization": consultation.organization_name}
    return Email(
        name=f"consultations/{name}",
        to=email,
        recipient_id=expert_id,
        facts={**about, **facts},
        subscription=Subscription(expert_id, "consultation_decided"),
        names=(consultation.user_id,),
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
