"""Who may change postings and decide about applications."""

from bridgework.areas.people.matching.schemas import EmptyReason
from bridgework.kit.core import Forbidden, Id
from bridgework.kit.security import Caller


def must_be_in_charge(caller: Caller, owner_id: Id, error: type[Forbidden]) -> None:
    """Raise `error` unless the caller is the owner of the posting or an administrator."""
    if not caller.is_admin and owner_id != caller.account_id:
        raise error


def side(caller: Caller, owner_id: Id) -> str:
    """Return whether the caller changes a posting as its `owner` or as an `admin`."""
    return "owner" if owner_id == caller.account_id else "admin"


def why_not_matched(status: str) -> EmptyReason:
    """Return why a posting that is not open has no matches."""
    return "not_verified" if status in {"pending", "rejected"} else "not_looking"
