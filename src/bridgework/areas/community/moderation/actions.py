"""Report content, and decide on reports."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple
from typing import Any

from bridgework.areas.community.moderation import emails, errors, policies, queries, schemas
from bridgework.areas.community.moderation.content_types import CONTENT_TYPES
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.changes.actions import Announcement
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import account_status, decisions, review
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, Content, allowed_actions, any_version
from bridgework.kit.core import Id, content_version, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import OffsetPage, offset
from bridgework.kit.security.rate_limit import quotas
from bridgework.kit.text import full_name


def report(context: Context, body: schemas.ReportContentRequest) -> schemas.Report:
    """Report content that the caller can see to the administrators."""
    content_type = CONTENT_TYPES.get(body.kind)
    if content_type is None or not content_type.may_see(context.tx, context.caller, body.target_id):
        raise policies.unknown_target(body.kind)
    _must_be_within_quota(context)
    report_id = new_id()
    values = {"id": report_id, "reporter_id": context.caller.account(), **body.provided()}
    if not queries.add(context.tx, {**values, "status": "open", "created_at": context.now}):
        raise errors.AlreadyReported
    data = {"reportId": report_id}
    reported = Announcement("content.reported", body.target_id, data, subject_kind=body.kind)
    change_feed.announce_all(context.tx, [reported])
    return get(context, report_id)


def list_reports(
    context: Context, query: schemas.AdminListReportsQuery
) -> OffsetPage[schemas.Report]:
    """Return a page of the matching reports, newest first."""
    rows, total = queries.list_reports(context.tx, query)
    items = _to_schemas(context, rows)
    return offset.to_page(query, OffsetPage[schemas.Report], items, total)


def get(context: Context, report_id: Id) -> schemas.Report:
    """Return a report. Raises ReportNotFound."""
    row = queries.find(context.tx, report_id)
    if row is None:
        raise errors.ReportNotFound
    (report,) = _to_schemas(context, [row])
    return report


def get_version(context: Context, report_id: Id) -> tuple[schemas.Report, int]:
    """Return a report, and its version. Raises ReportNotFound."""
    return get(context, report_id), list_versions(context.tx, [report_id])[report_id]


def list_versions(tx: Tx, report_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of reports, which change with what was reported.

    The version of a reported profile is that of the account.
    """
    rows = queries.list_by_ids(tx, report_ids)
    contents = _contents_of(tx, rows)
    accounts = review.versions(tx, [row.target_id for row in rows if row.kind == "profile"])
    return {
        row.id: content_version(
            *(row.status, row.decision, row.reason, accounts.get(row.target_id)),
            *astuple(contents[row.kind][row.target_id])
            if row.target_id in contents[row.kind]
            else (),
        )
        for row in rows
    }


def find_target(tx: Tx, report_id: Id) -> Id | None:
    """Return the ID of the content that a report is about."""
    row = queries.find(tx, report_id)
    return None if row is None else row.target_id


def list_by_reporter(
    context: Context, account_id: Id, limit: int
) -> tuple[list[schemas.Report], int]:
    """Return the newest reports that an account sent, and their total number."""
    rows, total = queries.list_by_reporter(context.tx, account_id, limit)
    return _to_schemas(context, rows), total


def list_on_account(
    context: Context, account_id: Id, limit: int
) -> tuple[list[schemas.Report], int]:
    """Return the newest reports of an account's profile and content, and their total number."""
    rows, total = queries.list_on_content(context.tx, contents(), account_id, limit)
    return _to_schemas(context, rows), total


def contents() -> list[queries.Content]:
    """Return the kinds of content, each with its table and the column of its owner."""
    return [(kind, each.table, each.owner) for kind, each in CONTENT_TYPES.items()]


def erase_reasons(tx: Tx, account_id: Id) -> None:
    """Erase the reasons in reports of an account's profile and content before it is erased."""
    queries.delete_reasons(tx, contents(), account_id)


def decide(
    context: Context,
    report_id: Id,
    body: schemas.DecideReportRequest,
    check_version: CheckVersion = any_version,
) -> schemas.Report:
    """Keep, hide or restore the reported content, and decide all open reports of it.

    If several administrators decide at the same time, one of them succeeds.
    """
    report = get(context, report_id)
    reports = queries.lock_for_target(context.tx, report.kind, report.target_id)
    content = CONTENT_TYPES[report.kind].lock(context.tx, report.target_id)
    with decisions.named_in_refusals(context, Id(report.target_id)):
        check_version(list_versions(context.tx, [report_id])[report_id])
        status = next(row.status for row in reports if row.id == report_id)
        is_hidden = None if content is None else content.is_hidden
        policies.must_be_open(policies.ReportFacts(status, is_hidden), body.decision)
    report_ids = [row.id for row in reports if row.status == "open" or row.id == report_id]
    decision = {"decision": body.decision, "decision_reason": body.reason}
    queries.update(context.tx, report_ids, {**decision, "decided_at": context.now})
    if content is not None and body.decision != "keep":
        _apply(context, content, report, body)
    audit.note(context, policies.AUDIT_ACTIONS[body.decision], target=report.target_id)
    return get(context, report_id)


def _apply(
    context: Context, content: Content, report: schemas.Report, body: schemas.DecideReportRequest
) -> None:
    """Hide or restore the content, and notify its owner if that changed anything."""
    is_hidden = body.decision == "hide"
    content_type = CONTENT_TYPES[report.kind]
    if not content_type.set_hidden(context.tx, report.target_id, context.now, hidden=is_hidden):
        return
    announced = Announcement(
        "content.hidden" if is_hidden else "content.restored",
        report.target_id,
        subject_kind=report.kind,
    )
    change_feed.announce_all(context.tx, [announced])
    owner_id = content.owner_id
    if owner_id is not None:
        address, email = account_status.email(context.tx, owner_id), None
        if address is not None:
            create_email = emails.content_hidden if is_hidden else emails.content_restored
            name = policies.DISPLAY_NAMES[report.kind]
            email = create_email(address, owner_id, name, content.title, body.reason)
        kind = notifications.kind_of(report.kind, "hidden" if is_hidden else "restored")
        new = notifications.New(kind, owner_id, report.target_id, content.title)
        notifications.leave_with_email(context, new, email)


def _must_be_within_quota(context: Context) -> None:
    key = context.app.keyring.digest("quota", context.caller.account())
    result = quotas.hit(context.tx, policies.REPORTS_BY_MEMBER, key, context.now)
    if not result.allowed:
        raise policies.TooManyReports(result)


def _to_schemas(context: Context, rows: Sequence[Any]) -> list[schemas.Report]:
    """Convert reports, with one statement for each kind of reported content."""
    found = _contents_of(context.tx, rows)
    return [_to_schema(context, row, found[row.kind].get(row.target_id)) for row in rows]


def _contents_of(
    tx: Tx, rows: Sequence[Any]
) -> Mapping[schemas.ReportedKind, Mapping[Id, Content]]:
    """Return what reports are about, by kind and ID, without what was deleted."""
    targets: dict[schemas.ReportedKind, set[Id]] = {}
    for row in rows:
        targets.setdefault(row.kind, set()).add(row.target_id)
    return {
        kind: CONTENT_TYPES[kind].find_all(tx, target_ids) for kind, target_ids in targets.items()
    }


def _to_schema(context: Context, row: Any, content: Content | None) -> schemas.Report:
    is_hidden = None if content is None else content.is_hidden
    facts = policies.ReportFacts(row.status, is_hidden)
    allowed = allowed_actions(policies.RULES, context.caller, facts)
    record = _record(context, row, content)
    return schemas.Report.from_row(row, allowed_actions=allowed, **record)


def _record(context: Context, row: Any, content: Content | None) -> dict[str, object]:
    """Return the members that only administrators see."""
    if not context.caller.is_admin:
        return {"reporter": None, "reports_before": None, "reporters": None, "content": None}
    reporter = None  # the account was erased
    if row.reporter_id is not None:
        reporter = schemas.Reporter(
            id=row.reporter_id, name=full_name(row.first_name, row.last_name)
        )
    return {
        "reporter": reporter,
        "reports_before": row.reports_before,
        "reporters": row.reporters,
        "content": content and schemas.ReportedContent(**asdict(content)),
    }
