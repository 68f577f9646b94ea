"""The operations of moderation."""

from bridgework.areas.community.moderation import actions, errors, policies, schemas
from bridgework.areas.identity.accounts.lifecycle.decisions import REFUSALS
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import Router, Tag, WithVersion
from bridgework.kit.security import admin, member

router = Router(
    "Moderation",
    members=Tag("Reports", "Report content to the administrators."),
    administrators=Tag("Moderation", "Reported content, and decisions on it."),
)


@router.post(
    "/reports",
    who=member,
    status=201,
    errors=(errors.AlreadyReported, policies.TooManyReports),
)
def report_content(context: Context, body: schemas.ReportContentRequest) -> schemas.Report:
    """Report content to the administrators. Its owner does not learn who reported it.

    The response is 422 if the caller may not see content of this kind with this `targetId`.
    """
    return actions.report(context, body)


@router.get("/admin/reports", who=admin)
def admin_list_reports(
    context: Context, query: schemas.AdminListReportsQuery
) -> OffsetPage[schemas.Report]:
    """List reports, newest first.

    With `oncePerTarget`, the list has one report of each content, and `reporters` says how many
    members reported it.
    """
    return actions.list_reports(context, query)


@router.get("/admin/reports/{id}", who=admin, not_found=errors.ReportNotFound)
def admin_get_report(context: Context, report_id: Id) -> WithVersion[schemas.Report]:
    """Return a report. The ETag changes with the reported content."""
    return WithVersion(*actions.get_version(context, report_id))


@router.post(
    "/admin/reports/{id}/decide",
    who=admin,
    not_found=errors.ReportNotFound,
    if_match=True,
    errors=REFUSALS,
)
def admin_decide_report(
    context: RequestContext, report_id: Id, body: schemas.DecideReportRequest
) -> schemas.Report:
    """Keep or hide the reported content, or restore hidden content.

    The decision applies to all open reports of the same content. Hidden content is a 404 for every
    caller at once. The owner is notified by e-mail, with the reason, if the content was hidden or
    restored. A decided report can be decided again only to restore hidden content.
    """
    return actions.decide(context, report_id, body, context.check_version)
