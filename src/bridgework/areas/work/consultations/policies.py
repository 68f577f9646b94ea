"""The states of consultations, and the changes open to owners and administrators."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bridgework.areas.work.consultations.errors import NotTheAsker
from bridgework.areas.work.consultations.schemas import ConsultationStatus
from bridgework.kit.actions import ActionRule, Refusal, refuse_move
from bridgework.kit.core import Moves
from bridgework.kit.security import Caller, admin, member

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
    def status(self) -> str: ...


def _is_asker(caller: Caller, consultation: Requested) -> Refusal | None:
    return None if consultation.user_id == caller.account_id else NotTheAsker


def _may_cancel(_: Caller, consultation: Requested) -> Refusal | None:
    return refuse_move(consultation.status, _moves("owner", consultation), "cancelled")


def _may_decide(_: Caller, consultation: Requested) -> Refusal | None:
    return refuse_move(consultation.status, _moves("admin", consultation))


def _moves(who: str, consultation: Requested) -> Sequence[str]:
    moves: Moves = MOVES[who]
    return moves.get(consultation.status, ())


READ = ActionRule[Requested]("getConsultation", member)
CANCEL = ActionRule[Requested]("cancelConsultation", member, by=_is_asker, when=_may_cancel)
DECIDE = ActionRule[Requested]("adminUpdateConsultation", admin, when=_may_decide)
RULES: Sequence[ActionRule[Requested]] = (READ, CANCEL, DECIDE)
"""The rules of the operations on a consultation."""
