"""What holds for applications to roles (contract section 4)."""

from collections.abc import Mapping, Sequence

from bridgework.areas.roles.applications.shapes import ApplicationStatus
from bridgework.kit.errors import Conflict, NotFound

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
