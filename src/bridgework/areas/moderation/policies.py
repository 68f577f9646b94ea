"""What holds for reports: how many, which decision is open when, and how it is noted."""

from collections.abc import Mapping, Sequence

from bridgework.areas.audit.schemas import Action
from bridgework.areas.moderation.schemas import Decision, KindName, Status
from bridgework.kit.errors import (
    FieldError,
    InvalidTransition,
    ValidationFailed,
)
from bridgework.kit.rate_limit.quotas import QuotaExceeded
from bridgework.kit.rate_limit.sliding_window import Rule

REPORTS_BY_MEMBER = Rule("reports", 30, 60 * 60)


MOVES: Mapping[tuple[Status, bool | None], Sequence[Decision]] = {
    ("open", False): ("keep", "hide"),
    ("open", True): ("hide", "restore"),
    ("open", None): ("keep",),
    ("decided", True): ("restore",),
}


"""The decisions that are open by a report's status and whether what it is of is hidden; None: gone.

It may be hidden though a report is open: that came just when another one was decided.
"""


NOTED_AS: Mapping[Decision, Action] = {
    "keep": "report.keep",
    "hide": "report.hide",
    "restore": "report.restore",
}


CALLED: Mapping[KindName, str] = {
    "post": "post in the feed",
    "comment": "comment in the feed",
    "job": "job posting",
    "profile": "profile",
    "event": "event",
}


"""What letters call a thing of each kind, as in "your job posting"."""


_SHOWN_AS: Mapping[bool | None, str] = {False: "shown", True: "hidden", None: "gone"}


class TooManyReports(QuotaExceeded):
    """Too many reports came from you: wait as long as Retry-After tells."""


def must_be_open(status: Status, is_hidden: bool | None, decision: Decision) -> None:
    """Raise InvalidTransition if a report can't be decided so, as it and its target are now."""
    moves = MOVES.get((status, is_hidden), ())
    if decision not in moves:
        raise InvalidTransition(f"{status}, with the thing {_SHOWN_AS[is_hidden]}", moves)


def unknown_target(kind: KindName) -> ValidationFailed:
    """What is raised where the reporter can see nothing of that kind and id."""
    return ValidationFailed(
        FieldError("targetId", "unknown", f"You can see no {CALLED[kind]} of this id.")
    )
