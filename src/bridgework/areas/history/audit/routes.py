"""The operation on the audit log."""

from bridgework.areas.history.audit import actions, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Audit",
    administrators=Tag("Audit log", "Security events and the actions of administrators."),
)


@router.get("/admin/logs", who=admin, pool="computing")
def admin_list_logs(context: Context, query: schemas.AdminListLogsQuery) -> schemas.AuditLogPage:
    """List security events and administrators' actions, newest first.

    `from` is inclusive, `to` exclusive. `actor` is the ID of the account that acted, `target` the
    ID of the affected object. `actorName` and `targetName` are what both are called now, as long as
    they exist. `changes` names the changed members; the values are included only for
    roles, tiers, states and caps. `ip` and `userAgent` are null after they were erased.
    """
    return actions.list_entries(context, query)
