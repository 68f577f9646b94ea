"""The statuses of roles and role applications."""

from collections.abc import Mapping, Sequence

from bridgework.areas.work.roles import schemas

MOVES: Mapping[str, Mapping[str, Sequence[schemas.RoleStatus]]] = {
    "owner": {"pending": ("closed",), "active": ("filled", "closed")},
    "admin": {
        "pending": ("active", "closed"),
        "active": ("filled", "closed"),
        "filled": ("active",),
        "closed": ("active",),
    },
}
"""The transitions of the owner and of administrators."""

DECISIONS: Mapping[str, Sequence[schemas.RoleStatus]] = {"pending": ("active", "closed")}
"""The transitions of an approval and of a rejection."""

OPEN_APPLICATIONS: Sequence[schemas.RoleApplicationStatus] = ("submitted", "shortlisted")

APPLICATION_MOVES: Mapping[str, Mapping[str, Sequence[schemas.RoleApplicationStatus]]] = {
    "owner": {"submitted": ("shortlisted", "declined"), "shortlisted": ("accepted", "declined")},
    "applicant": dict.fromkeys(OPEN_APPLICATIONS, ("withdrawn",)),
}
"""The transitions of the role's owner and of the applicant."""
