"""The operations of moderation: contract sections 3.7 and 3.11."""

from bridgework.areas.moderation import actions, rules
from bridgework.areas.moderation.shapes import (
    AdminListReportsQuery,
    DecideReportRequest,
    Report,
    ReportContentRequest,
    ReportPage,
)
from bridgework.kit.auth import admin, member
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Moderation")


@area.post(
    "/reports",
    who=member,
    status=201,
    problems=(rules.AlreadyReported, rules.TooManyReports),
)
def report_content(call: Call, body: ReportContentRequest) -> Report:
    """Report something that administrators should look at; its owner is not told by whom.

    A `targetId` at which the caller can see nothing of this kind is a 422.
    """
    return actions.report(call, body)


@area.get("/admin/reports", who=admin)
def admin_list_reports(call: Call, query: AdminListReportsQuery) -> ReportPage:
    """List reports, the newest first."""
    return actions.listed(call, query)


@area.post(
    "/admin/reports/{id}/decide",
    who=admin,
    missing=rules.ReportNotFound,
    problems=(InvalidTransition,),
)
def admin_decide_report(call: Call, report_id: Id, body: DecideReportRequest) -> Report:
    """Keep or hide what was reported, or restore what is hidden.

    Every open report of the same thing is decided with this one. What is hidden is gone to
    everybody at once; its owner is told by letter, with the reason. A decided report can be
    decided again only to restore what is hidden.
    """
    return actions.decide(call, report_id, body)
