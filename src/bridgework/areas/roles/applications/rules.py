"""What holds for applications to roles (contract section 4)."""

from collections.abc import Mapping, Sequence

from bridgework.areas.roles.applications.shapes import ApplicationStatus
from bridgework.kit.errors import Conflict, InvalidTransition, NotFound

OPEN: Sequence[ApplicationStatus] = ("submitted", "shortlisted")

MOVES: Mapping[str, Mapping[str, Sequence[ApplicationStatus]]] = {
    "client": {"submitted": ("shortlisted", "declined"), "shortlisted": ("accepted", "declined")},
    "applicant": dict.fromkeys(OPEN, ("withdrawn",)),
}
"""Who may move an application where."""


class RoleApplicationNotFound(NotFound):
    """There is no such application, or it is not yours to see."""


class AlreadyApplied(Conflict):
    """You have applied to this role already."""


class RoleNotOpen(Conflict):
    """This role takes no applications now."""


class OwnRole(Conflict):
    """You posted this role yourself."""


def must_move(who: str, state: str, to: str) -> None:
    """Raise InvalidTransition if a `client` or an `applicant` can't move an application so."""
    moves = MOVES[who].get(state, ())
    if to not in moves:
        raise InvalidTransition(state, moves)
