"""What holds for consultations: their states, and who may move them (contract section 4)."""

from collections.abc import Mapping, Sequence

from bridgework.areas.consultations.schemas import ConsultationStatus

OPEN: Sequence[ConsultationStatus] = ("requested", "scheduled")


"""What counts toward the cap."""


MOVES: Mapping[str, Mapping[str, Sequence[ConsultationStatus]]] = {
    "owner": dict.fromkeys(OPEN, ("cancelled",)),
    "admin": {"requested": ("scheduled", "declined"), "scheduled": ("completed", "declined")},
}
