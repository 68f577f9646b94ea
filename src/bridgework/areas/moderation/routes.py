"""The operations of moderation: contract sections 3.7 and 3.11."""

from bridgework.areas.moderation import actions, errors, policies
from bridgework.areas.moderation.schemas import (
    AdminListReportsQuery,
    DecideReportRequest,
    Report,
    ReportContentRequest,
    ReportPage,
)
from bridgework.kit.auth import admin, member
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Moderation")


@router.post(
    "/reports",
    who=member,
    status=201,
    errors=(errors.AlreadyReported, policies.TooManyReports),
)
def report_content(context: Context, body: ReportContentRequest) -> Report:
    """Report something that administrators should look at; its owner is not told by whom.

    A `targetId` at which the caller can see nothing of this kind is a 422.
    """
    return actions.report(context, body)


@router.get("/admin/reports", who=admin)
def admin_list_reports(context: Context, query: AdminListReportsQuery) -> ReportPage:
    """List reports, the newest first."""
    return actions.listed(context, query)


@router.post(
    "/admin/reports/{id}/decide",
    who=admin,
    not_found=errors.ReportNotFound,
    errors=(InvalidTransition,),
)
def admin_decide_report(context: Context, report_id: Id, body: DecideReportRequest) -> Report:
    """Keep or hide what was reported, or restore what is hidden.

    Every open report of the same thing is decided with this one. What is hidden is gone to
    everybody at once; its owner is told by letter, with the reason. A decided report can be
    decided again only to restore what is hidden.
    """
    return actions.decide(context, report_id, body)
