"""What holds for role postings: who may see, change and move them (contract sections 3.6 and 4)."""

from collections.abc import Mapping, Sequence

from bridgework.areas.matching.shapes import EmptyReason
from bridgework.areas.roles.postings.shapes import RoleStatus
from bridgework.kit.auth import Caller
from bridgework.kit.errors import Forbidden, NotFound
from bridgework.kit.ids import Id

MOVES: Mapping[str, Mapping[str, Sequence[RoleStatus]]] = {
    "owner": {"pending": ("closed",), "active": ("filled", "closed")},
    "admin": {
        "pending": ("active", "closed"),
        "active": ("filled", "closed"),
        "filled": ("active",),
        "closed": ("active",),
    },
}


class RoleNotFound(NotFound):
    """There is no such role, or it is not open to you."""


class NotTheClient(Forbidden):
    """Only whoever posted the role, or an administrator, may do this."""


def why_not_matched(status: str) -> EmptyReason:
    """Why a role that is not open has no matches."""
    return "not_verified" if status == "pending" else "not_looking"


def must_be_open_to(caller: Caller, owner_id: Id) -> None:
    """Raise NotTheClient if the caller may not change what `owner_id` posted."""
    if not caller.is_admin and owner_id != caller.account():
        raise NotTheClient
