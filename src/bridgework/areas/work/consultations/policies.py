"""The states of consultations, and the changes open to owners and administrators."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bridgework.areas.work.consultations.errors import (
    ConsultationDecided,
    NotTheAsker,
    NotTheExpert,
)
from bridgework.areas.work.consultations.records import ReadConsultation
from bridgework.areas.work.consultations.schemas import (
    AdminUpdateConsultationRequest,
    AnswerConsultationRequest,
    ConsultationRole,
    ConsultationStatus,
)
from bridgework.kit.actions import ActionRule, Refusal, refuse_move
from bridgework.kit.core import FieldError, Moves, ValidationFailed, content_version
from bridgework.kit.security import Caller, admin, member
from bridgework.kit.text import time_zones
from bridgework.kit.validation import or_none, to_wire_name

OPEN: Sequence[ConsultationStatus] = ("requested", "scheduled")
"""The states that count towards the cap."""

MOVES: Mapping[str, Mapping[str, Sequence[ConsultationStatus]]] = {
    "owner": dict.fromkeys(OPEN, ("cancelled",)),
    "admin": {"requested": ("scheduled", "declined"), "scheduled": ("completed", "declined")},
}


class Requested(Protocol):
    """What the rules of a consultation read of it."""

    @property
    def user_id(self) -> str: ...
    @property
    def expert_id(self) -> str | None: ...
    @property
    def status(self) -> str: ...


def _is_asker(caller: Caller, consultation: Requested) -> Refusal | None:
    return None if consultation.user_id == caller.account_id else NotTheAsker


def _may_cancel(_: Caller, consultation: Requested) -> Refusal | None:
    return refuse_move(consultation.status, _moves("owner", consultation), "cancelled")


def _is_expert(caller: Caller, consultation: Requested) -> Refusal | None:
    return None if consultation.expert_id == caller.account_id else NotTheExpert


def _may_answer(_: Caller, consultation: Requested) -> Refusal | None:
    return None if consultation.status == "requested" else ConsultationDecided


def _may_decide(_: Caller, consultation: Requested) -> Refusal | None:
    return refuse_move(consultation.status, _moves("admin", consultation))


def _moves(who: str, consultation: Requested) -> Sequence[str]:
    moves: Moves = MOVES[who]
    return moves.get(consultation.status, ())


READ = ActionRule[Requested]("getConsultation", member)
CANCEL = ActionRule[Requested]("cancelConsultation", member, by=_is_asker, when=_may_cancel)
ANSWER = ActionRule[Requested]("answerConsultation", member, by=_is_expert, when=_may_answer)
DECIDE = ActionRule[Requested]("adminUpdateConsultation", admin, when=_may_decide)
RULES: Sequence[ActionRule[Requested]] = (READ, CANCEL, ANSWER, DECIDE)
"""The rules of the operations on a consultation."""

_OF_THE_ACCOUNT = {"expert_first_name", "expert_last_name", "is_expert_listed"}
_NOT_READ = {"id", "user_id", "created_at", "updated_at", *_OF_THE_ACCOUNT}


def role_of(caller: Caller, consultation: Requested) -> ConsultationRole | None:
    """Return the role of the caller in a consultation."""
    if consultation.user_id == caller.account_id:
        return "client"
    return "expert" if consultation.expert_id == caller.account_id else None


def slots_of(body: AnswerConsultationRequest, now: datetime) -> Sequence[datetime]:
    """Return the slots of an answer, each once and in order.

    Raises ValidationFailed for slots of an expert who declines, and for those in the past.
    """
    slots = or_none(body.slots) or []
    faults = [
        FieldError(f"slots.{index}", "too_small", "Must be in the future.")
        for index, slot in enumerate(slots)
        if slot <= now
    ]
    if slots and body.answer == "declined":
        message = "Only an expert who is `available` names times."
        faults = [FieldError("slots", "not_for_answer", message)]
    if faults:
        raise ValidationFailed(*faults)
    return sorted(set(slots))


def version_of(consultation: ReadConsultation) -> int:
    """Return the version of a consultation, which changes with each of its members."""
    members = consultation._asdict().items()
    return content_version(*(value for name, value in members if name not in _NOT_READ))


_APPOINTMENT = ("start_at", "timezone", "location", "meeting_url")
_DEFAULT_TIMEZONE = "UTC"


def changes_of(body: AdminUpdateConsultationRequest, now: datetime) -> dict[str, object]:
    """Return the columns that a decision changes.

    Raises ValidationFailed for a consultation that is scheduled without a time in the future, or
    without a place and a link, and for a time or a place with another status.
    """
    changes = body.provided()
    if body.status != "scheduled":
        message = "Only a consultation whose status becomes `scheduled` has a time and a place."
        given = [name for name in _APPOINTMENT if name in changes]
        faults = [FieldError(to_wire_name(name), "not_for_status", message) for name in given]
    else:
        changes = {"timezone": _DEFAULT_TIMEZONE, **changes}
        faults = _appointment_faults(body, now)
    if faults:
        raise ValidationFailed(*faults)
    return changes


def _appointment_faults(body: AdminUpdateConsultationRequest, now: datetime) -> list[FieldError]:
    faults = time_zones.faults_of("timezone", or_none(body.timezone) or _DEFAULT_TIMEZONE)
    start = or_none(body.start_at)
    if start is None:
        faults.append(FieldError("startAt", "required", "A scheduled consultation needs a time."))
    elif start <= now:
        faults.append(FieldError("startAt", "too_small", "Must be in the future."))
    if not or_none(body.location) and not or_none(body.meeting_url):
        message = "A scheduled consultation needs a place, or a link as `meetingUrl`."
        faults.append(FieldError("location", "required", message))
    return faults
