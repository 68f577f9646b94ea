"""Report content, and decide on reports."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple

from bridgework.areas.community.moderation import emails, errors, policies, queries, schemas
from bridgework.areas.community.moderation.content_types import CONTENT_TYPES
from bridgework.areas.community.moderation.records import FoundReport, StoredReport
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
    new = StoredReport(
        id=new_id(),
        reporter_id=context.caller.account(),
        kind=body.kind,
        target_id=body.target_id,
        reason=body.reason,
        status="open",
        decision=None,
        decision_reason=None,
        created_at=context.now,
        decided_at=None,
    )
    if not queries.add(context.tx, new):
        raise errors.AlreadyReported
    data = {"reportId": new.id}
    reported = Announcement("content.reported", body.target_id, data, subject_kind=body.kind)
    change_feed.announce_all(context.tx, [reported])
    return get(context, new.id)


def list_reports(
    context: Context, query: schemas.AdminListReportsQuery
) -> OffsetPage[schemas.Report]:
    """Return a page of the matching reports, newest first."""
    found, total = queries.list_reports(context.tx, query)
    items = _to_schemas(context, found)
    return offset.to_page(query, OffsetPage[schemas.Report], items, total)


def get(context: Context, report_id: Id) -> schemas.Report:
    """Return a report. Raises ReportNotFound."""
    found = queries.find(context.tx, report_id)
    if found is None:
        raise errors.ReportNotFound
    [report] = _to_schemas(context, [found])
    return report


def get_version(context: Context, report_id: Id) -> tuple[schemas.Report, int]:
    """Return a report, and its version. Raises ReportNotFound."""
    return get(context, report_id), list_versions(context.tx, [report_id])[report_id]


def list_versions(tx: Tx, report_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of reports, which change with what was reported.

    The version of a reported profile is that of the account.
    """
    reports = queries.list_by_ids(tx, report_ids)
    contents = _contents_of(tx, reports)
    profiles = [report.target_id for report in reports if report.kind == "profile"]
    accounts = review.versions(tx, profiles)
    return {
        report.id: content_version(
            *(report.status, report.decision, report.reason, accounts.get(report.target_id)),
            *astuple(contents[report.kind][report.target_id])
            if report.target_id in contents[report.kind]
            else (),
        )
        for report in reports
    }


def find_target(tx: Tx, report_id: Id) -> Id | None:
    """Return the ID of the content that a report is about."""
    found = queries.find(tx, report_id)
    return None if found is None else found.report.target_id


def list_by_reporter(
    context: Context, account_id: Id, limit: int
) -> tuple[list[schemas.Report], int]:
    """Return the newest reports that an account sent, and their total number."""
    found, total = queries.list_by_reporter(context.tx, account_id, limit)
    return _to_schemas(context, found), total


def list_on_account(
    context: Context, account_id: Id, limit: int
) -> tuple[list[schemas.Report], int]:
    """Return the newest reports of an account's profile and content, and their total number."""
    found, total = queries.list_on_content(context.tx, contents(), account_id, limit)
    return _to_schemas(context, found), total


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
        status = next(each.status for each in reports if each.id == report_id)
        is_hidden = None if content is None else content.is_hidden
        policies.must_be_open(policies.ReportFacts(status, is_hidden), body.decision)
    report_ids = [each.id for each in reports if each.status == "open" or each.id == report_id]
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
    content_type, owner_id = CONTENT_TYPES[report.kind], content.owner_id
    if is_hidden and not content.is_hidden and owner_id and content_type.before_hiding:
        content_type.before_hiding(context, Id(report.target_id), owner_id)
    if not content_type.set_hidden(context.tx, report.target_id, context.now, hidden=is_hidden):
        return
    announced = Announcement(
        "content.hidden" if is_hidden else "content.restored",
        report.target_id,
        subject_kind=report.kind,
    )
    change_feed.announce_all(context.tx, [announced])
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


def _to_schemas(context: Context, found: Sequence[FoundReport]) -> list[schemas.Report]:
    """Convert reports, with one statement for each kind of reported content."""
    contents = _contents_of(context.tx, [each.report for each in found])
    return [
        _to_schema(context, each, contents[each.report.kind].get(each.report.target_id))
        for each in found
    ]


def _contents_of(
    tx: Tx, reports: Sequence[StoredReport]
) -> Mapping[schemas.ReportedKind, Mapping[Id, Content]]:
    """Return what reports are about, by kind and ID, without what was deleted."""
    targets: dict[schemas.ReportedKind, set[Id]] = {}
    for report in reports:
        targets.setdefault(report.kind, set()).add(report.target_id)
    return {
        kind: CONTENT_TYPES[kind].find_all(tx, target_ids) for kind, target_ids in targets.items()
    }


def _to_schema(context: Context, found: FoundReport, content: Content | None) -> schemas.Report:
    is_hidden = None if content is None else content.is_hidden
    facts = policies.ReportFacts(found.report.status, is_hidden)
    allowed = allowed_actions(policies.RULES, context.caller, facts)
    beside = _beside(context, found, content)
    return schemas.Report.from_row(found.report, allowed_actions=allowed, **beside)


def _beside(context: Context, found: FoundReport, content: Content | None) -> dict[str, object]:
    """Return the members that only administrators see."""
    if not context.caller.is_admin:
        return {"reporter": None, "reports_before": None, "reporters": None, "content": None}
    (report, beside), reporter = found, None
    if report.reporter_id is not None:  # else the account was erased
        name = full_name(beside.first_name, beside.last_name)
        reporter = schemas.Reporter(id=report.reporter_id, name=name)
    return {
        "reporter": reporter,
        "reports_before": beside.reports_before,
        "reporters": beside.reporters,
        "content": content and schemas.ReportedContent(**asdict(content)),
    }
