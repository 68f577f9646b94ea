"""State machines as data: the states that an object may move to from each state.

MOVES: Moves = {"pending": ("approved", "rejected")}
must_move(MOVES, request.status, "approved")
"""

from collections.abc import Mapping, Sequence

from bridgework.kit.core.errors import InvalidTransition

Moves = Mapping[str, Sequence[str]]
"""The states to move to, by current state; a state without any is final."""


def must_move(moves: Moves, state: str, to: str) -> None:
    """Raise InvalidTransition if `moves` does not allow `to` after `state`."""
    open_moves = moves.get(state, ())
    if to not in open_moves:
        raise InvalidTransition(state, open_moves)
