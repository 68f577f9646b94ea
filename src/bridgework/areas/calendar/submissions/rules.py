"""What holds for proposals: the moves that are open, and what is stored of one."""

from collections.abc import Mapping, Sequence
from typing import Any

from bridgework.areas.calendar.submissions.shapes import EventRequestStatus, SubmitEventRequest
from bridgework.kit.errors import InvalidTransition, NotFound

MOVES: Mapping[str, Sequence[EventRequestStatus]] = {"pending": ("approved", "rejected")}
"""Contract section 4, "event request"; both decisions are final."""


class EventRequestNotFound(NotFound):
    """There is no such proposal."""


def must_move(state: str, to: EventRequestStatus) -> None:
    """Raise InvalidTransition if a proposal in `state` can't be brought to `to`."""
    if to not in MOVES.get(state, ()):
        raise InvalidTransition(state, MOVES.get(state, ()))


def drafts(body: SubmitEventRequest) -> list[dict[str, Any]] | None:
    """The ticket drafts as they are told again: what was left out stays out."""
    dumped: Mapping[str, Any] = body.model_dump(mode="json", include={"ticket_drafts"})
    found: list[dict[str, Any]] | None = dumped.get("ticketDrafts")
    return found
