"""The states of consultations, and the changes open to owners and administrators."""

from collections.abc import Mapping, Sequence

from bridgework.areas.work.consultations.schemas import ConsultationStatus

OPEN: Sequence[ConsultationStatus] = ("requested", "scheduled")
"""The states that count towards the cap."""

MOVES: Mapping[str, Mapping[str, Sequence[ConsultationStatus]]] = {
    "owner": dict.fromkeys(OPEN, ("cancelled",)),
    "admin": {"requested": ("scheduled", "declined"), "scheduled": ("completed", "declined")},
}
