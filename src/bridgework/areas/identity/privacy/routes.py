"""The operation that exports personal data."""

from bridgework.areas.identity.privacy import actions
from bridgework.areas.identity.privacy.schemas import OwnData
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import member

router = Router(
    "Privacy",
    members=Tag("Privacy", "Export everything that is stored about you."),
)


@router.get("/users/me/export", who=member, pool="computing")
def export_me(context: Context) -> OwnData:
    """Return everything that is stored about the caller, and nothing about other people."""
    return actions.export_data(context)
