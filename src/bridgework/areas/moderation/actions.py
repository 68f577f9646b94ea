"""Reporting things, and deciding what becomes of them."""

from bridgework.areas.audit import actions as audit
from bridgework.areas.moderation import letters, rules, store
from bridgework.areas.moderation.kinds import KINDS, Kind
from bridgework.areas.moderation.shapes import (
    AdminListReportsQuery,
    DecideReportRequest,
    Report,
    ReportContentRequest,
    ReportPage,
)
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import offset
from bridgework.kit.rate_limit import quotas


def report(call: Call, body: ReportContentRequest) -> Report:
    """Put something that the caller can see before the administrators."""
    kind = KINDS.get(body.kind)
    if kind is None or not kind.may_see(call.tx, call.caller, body.target_id):
        raise rules.unknown_target(body.kind)
    _must_spend_report(call)
    report_id = new_id()
    values = {"id": report_id, "reporter_id": call.caller.account(), **body.provided()}
    if not store.add(call.tx, {**values, "status": "open", "created_at": call.now}):
        raise rules.AlreadyReported
    return _shown(call, report_id)


def listed(call: Call, query: AdminListReportsQuery) -> ReportPage:
    """One page of the reports that fit, the newest first."""
    items, total = store.page(call.tx, query)
    return offset.to_page(query, ReportPage, items, total)


def decide(call: Call, report_id: Id, body: DecideReportRequest) -> Report:
    """Keep, hide or restore what was reported; every open report of it is decided with this one.

    Of several administrators at once, one decides.
    """
    this = _shown(call, report_id)
    together = store.locked(call.tx, this.kind, this.target_id)
    kind = KINDS[this.kind]
    status = next(row.status for row in together if row.id == report_id)
    rules.must_be_open(status, kind.is_hidden(call.tx, this.target_id), body.decision)
    settled = [row.id for row in together if row.status == "open" or row.id == report_id]
    decision = {"decision": body.decision, "decision_reason": body.reason}
    store.decide(call.tx, settled, {**decision, "decided_at": call.now})
    _carry_out(call, kind, this, body)
    audit.note(call, rules.NOTED_AS[body.decision], target=this.target_id)
    return _shown(call, report_id)


def _carry_out(call: Call, kind: Kind, this: Report, body: DecideReportRequest) -> None:
    if body.decision == "hide" and kind.hide(call.tx, this.target_id, call.now):
        letter = letters.content_hidden
    elif body.decision == "restore" and kind.restore(call.tx, this.target_id, call.now):
        letter = letters.content_restored
    else:
        return
    owner_id = kind.owner_of(call.tx, this.target_id)
    email = None if owner_id is None else store.email(call.tx, owner_id)
    if owner_id is not None and email is not None:
        title = kind.title_of(call.tx, this.target_id)
        call.enqueue_email(letter, email, owner_id, rules.CALLED[this.kind], title, body.reason)


def _must_spend_report(call: Call) -> None:
    key = call.kit.keyring.digest("budget", call.caller.account())
    result = quotas.hit(call.tx, rules.REPORTS_BY_MEMBER, key, call.now)
    if not result.allowed:
        raise rules.TooManyReports(result)


def _shown(call: Call, report_id: Id) -> Report:
    report = store.report(call.tx, report_id)
    if report is None:
        raise rules.ReportNotFound
    return report
