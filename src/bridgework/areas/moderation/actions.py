"""Reporting things, and deciding what becomes of them."""

from bridgework.areas.accounts import account_status
from bridgework.areas.audit import actions as audit
from bridgework.areas.moderation import emails, errors, policies, queries
from bridgework.areas.moderation.content_types import CONTENT_TYPES
from bridgework.areas.moderation.schemas import (
    AdminListReportsQuery,
    DecideReportRequest,
    Report,
    ReportContentRequest,
    ReportPage,
)
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.moderation import Content
from bridgework.kit.pagination import offset
from bridgework.kit.rate_limit import quotas


def report(context: Context, body: ReportContentRequest) -> Report:
    """Put something that the caller can see before the administrators."""
    content_type = CONTENT_TYPES.get(body.kind)
    if content_type is None or not content_type.may_see(context.tx, context.caller, body.target_id):
        raise policies.unknown_target(body.kind)
    _must_spend_report(context)
    report_id = new_id()
    values = {"id": report_id, "reporter_id": context.caller.account(), **body.provided()}
    if not queries.add(context.tx, {**values, "status": "open", "created_at": context.now}):
        raise errors.AlreadyReported
    return _shown(context, report_id)


def listed(context: Context, query: AdminListReportsQuery) -> ReportPage:
    """One page of the reports that fit, the newest first."""
    items, total = queries.page(context.tx, query)
    return offset.to_page(query, ReportPage, items, total)


def decide(context: Context, report_id: Id, body: DecideReportRequest) -> Report:
    """Keep, hide or restore what was reported; every open report of it is decided with this one.

    Of several administrators at once, one decides.
    """
    this = _shown(context, report_id)
    together = queries.locked(context.tx, this.kind, this.target_id)
    status = next(row.status for row in together if row.id == report_id)
    content = CONTENT_TYPES[this.kind].find(context.tx, this.target_id)
    policies.must_be_open(status, None if content is None else content.is_hidden, body.decision)
    settled = [row.id for row in together if row.status == "open" or row.id == report_id]
    decision = {"decision": body.decision, "decision_reason": body.reason}
    queries.decide(context.tx, settled, {**decision, "decided_at": context.now})
    if content is not None and body.decision != "keep":
        _carry_out(context, content, this, body)
    audit.note(context, policies.NOTED_AS[body.decision], target=this.target_id)
    return _shown(context, report_id)


def _carry_out(context: Context, content: Content, this: Report, body: DecideReportRequest) -> None:
    """Hide or restore the content, and tell its owner if that changed anything."""
    is_hidden = body.decision == "hide"
    content_type = CONTENT_TYPES[this.kind]
    if not content_type.set_hidden(context.tx, this.target_id, context.now, hidden=is_hidden):
        return
    owner_id = content.owner_id
    email = None if owner_id is None else account_status.email(context.tx, owner_id)
    if owner_id is not None and email is not None:
        letter = emails.content_hidden if is_hidden else emails.content_restored
        called = policies.CALLED[this.kind]
        context.enqueue_email(letter, email, owner_id, called, content.title, body.reason)


def _must_spend_report(context: Context) -> None:
    key = context.app.keyring.digest("budget", context.caller.account())
    result = quotas.hit(context.tx, policies.REPORTS_BY_MEMBER, key, context.now)
    if not result.allowed:
        raise policies.TooManyReports(result)


def _shown(context: Context, report_id: Id) -> Report:
    report = queries.report(context.tx, report_id)
    if report is None:
        raise errors.ReportNotFound
    return report
