"""The operation on one's own data: contract section 3.2."""

from bridgework.areas.privacy import actions
from bridgework.areas.privacy.schemas import OwnData
from bridgework.kit.auth import member
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router

router = Router("Privacy")


@router.get("/users/me/export", who=member, run_in_thread=True)
def export_me(context: Context) -> OwnData:
    """Take along everything that is stored about oneself, and nothing about others."""
    return actions.export(context)
