"""The rules for reports: the quota, the open decisions, and their audit actions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bridgework.areas.community.moderation import schemas
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.kit.actions import ActionRule, Refusal, refuse_move
from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.security import admin
from bridgework.kit.security.rate_limit import QuotaExceeded, Rule

REPORTS_BY_MEMBER = Rule("reports", 30, 60 * 60)

MOVES: Mapping[tuple[schemas.ReportStatus, bool | None], Sequence[schemas.ReportDecision]] = {
    ("open", False): ("keep", "hide"),
    ("open", True): ("hide", "restore"),
    ("open", None): ("keep",),
    ("decided", True): ("restore",),
}
"""The open decisions by a report's status and whether its content is hidden (None: deleted).

The content of an open report may be hidden already, if it was reported while another report was
being decided.
"""

AUDIT_ACTIONS: Mapping[schemas.ReportDecision, AuditAction] = {
    "keep": "report.keep",
    "hide": "report.hide",
    "restore": "report.restore",
}

DISPLAY_NAMES: Mapping[schemas.ReportedKind, str] = {
    "post": "post in the feed",
    "comment": "comment in the feed",
    "job": "job posting",
    "profile": "profile",
    "event": "event",
}
"""The name of each kind in e-mails and messages, as in "your job posting"."""

_CONTENT_STATES: Mapping[bool | None, str] = {False: "visible", True: "hidden", None: "deleted"}


class TooManyReports(QuotaExceeded):
    """You have sent too many reports: wait for the time given in Retry-After."""


class ReportFacts(NamedTuple):
    """What the rule of a report reads of it."""

    status: schemas.ReportStatus
    is_hidden: bool | None
    """Whether the reported content is hidden; None if it is deleted."""


def refuse_decision(
    report: ReportFacts, decision: schemas.ReportDecision | None = None
) -> Refusal | None:
    """Return the refusal of a decision, or of every decision; None if it is open."""
    state = f"{report.status}, with the content {_CONTENT_STATES[report.is_hidden]}"
    return refuse_move(state, MOVES.get(report, ()), decision)


DECIDE = ActionRule[ReportFacts](
    "adminDecideReport", admin, when=lambda _, report: refuse_decision(report)
)
RULES: Sequence[ActionRule[ReportFacts]] = (ActionRule("adminGetReport", admin), DECIDE)
"""The rules of the operations on a report."""


def must_be_open(report: ReportFacts, decision: schemas.ReportDecision) -> None:
    """Raise InvalidTransition unless the decision is open for the report and its content."""
    refusal = refuse_decision(report, decision)
    if refusal is not None:
        raise refusal()


def unknown_target(kind: schemas.ReportedKind) -> ValidationFailed:
    """Return the error for a target that does not exist or that the reporter can't see."""
    return ValidationFailed(
        FieldError(
            "targetId", "unknown", f"There is no such {DISPLAY_NAMES[kind]}, or you may not see it."
        )
    )
