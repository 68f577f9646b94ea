"""The operation on the status of the installation."""

from bridgework.areas.back_office.system.status import actions
from bridgework.areas.back_office.system.status.schemas import SystemStatus
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "System",
    administrators=Tag("Installation", "The versions and the state of the installation."),
)


@router.get("/admin/system", who=admin, pool="integrations")
def admin_system(context: Context) -> SystemStatus:
    """Return the versions of the installation, and the state of its parts.

    A part that does not respond is `unavailable`, which may take several seconds.
    """
    return actions.get_status(context)
