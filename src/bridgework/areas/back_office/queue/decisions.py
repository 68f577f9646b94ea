"""Decide items of the queue, each by the action of its own operation."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bridgework.areas.back_office.administration import actions as administration
from bridgework.areas.back_office.administration.schemas import PatchUserRequest
from bridgework.areas.back_office.queue import actions, changes, schemas
from bridgework.areas.back_office.queue.errors import QueueItemNotFound
from bridgework.areas.back_office.queue.fields import QueueDecision, QueueKind
from bridgework.areas.community.calendar.review import event_requests
from bridgework.areas.community.moderation import actions as moderation
from bridgework.areas.community.moderation.schemas import DecideReportRequest, ReportDecision
from bridgework.areas.history.reviews.schemas import ChangeKind
from bridgework.areas.identity.accounts.lifecycle import decisions as last_decisions
from bridgework.areas.identity.accounts.lifecycle import review
from bridgework.areas.identity.accounts.schemas import Decision
from bridgework.areas.identity.email_preferences import actions as emails
from bridgework.areas.work.consultations import actions as consultations
from bridgework.areas.work.consultations.schemas import AdminUpdateConsultationRequest
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs.schemas import JobDecisionRequest
from bridgework.areas.work.roles import actions as roles
from bridgework.areas.work.roles.schemas import RoleDecisionRequest
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, any_version
from bridgework.kit.core import (
    ApiError,
    FieldError,
    Id,
    PreconditionFailed,
    Unavailable,
    ValidationFailed,
)
from bridgework.kit.validation import RequestBody, or_none

Decide = Callable[[Context, Id, str, CheckVersion], object]
"""Decides a record in a version, for a reason, which may be empty."""
Renewed = dict[tuple[Id, object], int]
"""The versions of accounts after a decision, by the ID and the version of the request.

An account can be in one request for each of its platforms.
"""


def decide_many(context: Context, body: schemas.DecideManyRequest) -> schemas.DecidedItems:
    """Decide items, each in a transaction of its own. Raises ValidationFailed before any of them.

    If the database or another service is unavailable, the remaining items fail without an attempt.
    """
    reason = or_none(body.reason) or ""
    _must_be_possible(body, reason)
    results: list[schemas.DecidedItem] = []
    renewed: Renewed = {}
    unavailable: Unavailable | None = None
    for item in body.items:
        error: ApiError | None = unavailable
        if unavailable is None:
            try:
                _decide(context, item, body.decision, reason, renewed)
            except ApiError as raised:
                error = raised
                unavailable = raised if isinstance(raised, Unavailable) else None
        results.append(_to_result(context, item, error))
    return schemas.DecidedItems(results=results)


def _decide(
    context: Context,
    item: schemas.QueueItemKey,
    decision: QueueDecision,
    reason: str,
    renewed: Renewed,
) -> None:
    """Decide an item that waits, unless another administrator has claimed it or it has changed."""
    key = Id(item.id), or_none(item.version)
    expected = renewed.get(key, key[1])
    check_version = any_version if expected is None else partial(_must_be, expected)
    with context.write_transaction() as tx:
        actions.must_wait(context, item.kind, item.id)
        actions.must_not_be_claimed(context, item.kind, item.id)
        _DECISIONS[item.kind][decision](context, item.id, reason, check_version)
        if item.kind in _TIERS:
            renewed[key] = review.version(tx, Id(item.id))


def _must_be_possible(body: schemas.DecideManyRequest, reason: str) -> None:
    """Raise ValidationFailed unless each item has the decision, and the reason that it needs."""
    faults = [
        FieldError(
            f"items[{number}].kind",
            "decision_not_possible",
            f"Possible decisions: {', '.join(_DECISIONS[item.kind])}.",
        )
        for number, item in enumerate(body.items)
        if body.decision not in _DECISIONS[item.kind]
    ]
    needs_reason = any((item.kind, body.decision) in _WITH_REASON for item in body.items)
    if needs_reason and not reason:
        faults.append(FieldError("reason", "required", "This decision needs a reason."))
    if faults:
        raise ValidationFailed(*faults)


def _to_result(
    context: Context, item: schemas.QueueItemKey, error: ApiError | None
) -> schemas.DecidedItem:
    last = last_decisions.none()
    if isinstance(error, (QueueItemNotFound, *last_decisions.REFUSALS)):
        last = _last_decision(context, item)
    return schemas.DecidedItem(
        decision=last.decision,
        decided_by=last.decided_by,
        decided_at=last.decided_at,
        kind=item.kind,
        id=item.id,
        outcome="decided" if error is None else "failed",
        error=None if error is None else error.code,
        message=None if error is None else error.message,
    )


def _last_decision(context: Context, item: schemas.QueueItemKey) -> Decision:
    """Return the last decision on an item, or on what a report is about."""
    with context.read_transaction() as tx:
        is_report = item.kind == "report"
        target = moderation.find_target(tx, Id(item.id)) if is_report else Id(item.id)
        return last_decisions.find_last(tx, target) if target else last_decisions.none()


def _verify(
    tier: str, context: Context, account_id: Id, _: str, check_version: CheckVersion
) -> object:
    body = PatchUserRequest.model_validate({tier: "verified"})
    return administration.update_user(context, account_id, body, check_version)


def _must_be(expected: object, version: int) -> None:
    """Raise PreconditionFailed unless an item has the version that the administrator read."""
    if version != expected:
        raise PreconditionFailed


def _decide_posting(
    decide: Callable[..., object],
    schema: type[RequestBody],
    context: Context,
    posting_id: Id,
    reason: str,
    check_version: CheckVersion,
) -> object:
    body = schema.model_validate(_given(reason=reason))
    return decide(context, posting_id, body, check_version)


def _confirm_change(
    kind: ChangeKind, context: Context, record_id: Id, _: str, check_version: CheckVersion
) -> None:
    changes.confirm(context, kind, record_id, check_version)


def _reverse_change(
    kind: ChangeKind, context: Context, record_id: Id, reason: str, check_version: CheckVersion
) -> None:
    changes.reverse(context, kind, record_id, reason, check_version)


def _approve_event_request(
    context: Context, request_id: Id, _: str, check_version: CheckVersion
) -> object:
    return event_requests.approve(context, request_id, check_version)


def _decide_report(
    decision: ReportDecision,
    context: Context,
    report_id: Id,
    reason: str,
    check_version: CheckVersion,
) -> object:
    body = DecideReportRequest(decision=decision, reason=reason)
    return moderation.decide(context, report_id, body, check_version)


def _decline_consultation(
    context: Context, consultation_id: Id, reason: str, check_version: CheckVersion
) -> object:
    body = AdminUpdateConsultationRequest.model_validate(
        {"status": "declined", **_given(note=reason)}
    )
    return consultations.decide(context, consultation_id, body, check_version)


def _retry_email(context: Context, email_id: Id, _: str, check_version: CheckVersion) -> object:
    return emails.retry(context, email_id, check_version)


def _given(**texts: str) -> dict[str, str]:
    """Return the members with a text."""
    return {name: text for name, text in texts.items() if text}


_TIERS: Mapping[QueueKind, str] = {
    "expert": "verification_tier",
    "candidate": "jobs_verification_tier",
    "vendor": "vendors_verification_tier",
}
"""The member of an account that is verified, by the kind of item."""
_CHANGES: Sequence[ChangeKind] = ("role_changed", "identity_changed")
_DECISIONS: Mapping[QueueKind, Mapping[QueueDecision, Decide]] = {
    **{
        kind: {"verify": partial(_verify, tier), "disable": administration.disable}
        for kind, tier in _TIERS.items()
    },
    "role": {
        "approve": partial(_decide_posting, roles.approve, RoleDecisionRequest),
        "reject": partial(_decide_posting, roles.reject, RoleDecisionRequest),
    },
    "job": {
        "approve": partial(_decide_posting, jobs.approve, JobDecisionRequest),
        "reject": partial(_decide_posting, jobs.reject, JobDecisionRequest),
    },
    **{
        kind: {
            "confirm": partial(_confirm_change, kind),
            "reverse": partial(_reverse_change, kind),
        }
        for kind in _CHANGES
    },
    "consultation": {"decline": _decline_consultation},
    "event_request": {"approve": _approve_event_request, "reject": event_requests.reject},
    "report": {"keep": partial(_decide_report, "keep"), "hide": partial(_decide_report, "hide")},
    "email": {"retry": _retry_email},
}
_WITH_REASON = {
    *((kind, "disable") for kind in _TIERS),
    *(("report", decision) for decision in ("keep", "hide")),
    ("event_request", "reject"),
}
"""The decisions whose operation requires a reason."""
