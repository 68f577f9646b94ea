"""Who may change, decide and move postings and applications (contract section 4)."""

from collections.abc import Mapping, Sequence

from bridgework.areas.matching.shapes import EmptyReason
from bridgework.kit.auth import Caller
from bridgework.kit.errors import Forbidden, InvalidTransition
from bridgework.kit.ids import Id

Moves = Mapping[str, Mapping[str, Sequence[str]]]
"""By who moves and by the state before: the states that may follow."""


def must_move(moves: Moves, who: str, state: str, to: str) -> None:
    """Raise InvalidTransition if `who` can't move from `state` to `to`."""
    allowed = moves[who].get(state, ())
    if to not in allowed:
        raise InvalidTransition(state, allowed)


def must_be_in_charge(caller: Caller, owner_id: Id, error: type[Forbidden]) -> None:
    """Raise `error` unless the caller is the owner of the posting or an administrator."""
    if not caller.is_admin and owner_id != caller.account_id:
        raise error


def why_not_matched(status: str) -> EmptyReason:
    """Why a posting that is not open has no matches."""
    return "not_verified" if status in {"pending", "rejected"} else "not_looking"
