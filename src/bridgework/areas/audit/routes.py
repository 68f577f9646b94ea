"""The operation on the audit log: contract section 3.11."""

from bridgework.areas.audit import actions
from bridgework.areas.audit.schemas import AdminListLogsQuery, AuditLogPage
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router

router = Router("Audit")


@router.get("/admin/logs", who=admin, run_in_thread=True)
def admin_list_logs(context: Context, query: AdminListLogsQuery) -> AuditLogPage:
    """List what was done that matters to security, the newest first.

    From `from` on, and before `to`. Who did it is `actor`, an account; whom or what it was done
    to is `target`, an id. `changes` names members; their values stand there only where they are
    roles, tiers, states or caps. `ip` and `userAgent` are null once they were erased.
    """
    return actions.logs(context, query)
