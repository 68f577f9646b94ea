"""What holds for consultations: their states, and who may move them (contract section 4)."""

from collections.abc import Mapping, Sequence

from bridgework.areas.consultations.shapes import ConsultationStatus
from bridgework.kit.errors import Forbidden, NotFound

OPEN: Sequence[ConsultationStatus] = ("requested", "scheduled")
"""What counts toward the cap."""

MOVES: Mapping[str, Mapping[str, Sequence[ConsultationStatus]]] = {
    "owner": dict.fromkeys(OPEN, ("cancelled",)),
    "admin": {"requested": ("scheduled", "declined"), "scheduled": ("completed", "declined")},
}


class ConsultationNotFound(NotFound):
    """There is no such consultation, or it is not yours to see."""


class NotTheAsker(Forbidden):
    """Only whoever asked for the consultation may cancel it."""


class ConsultationCapReached(Forbidden):
    """You have as many open consultations as your account may have: wait for one to end."""
