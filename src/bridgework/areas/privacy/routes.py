"""The operation on one's own data: contract section 3.2."""

from bridgework.areas.privacy import actions
from bridgework.areas.privacy.shapes import OwnData
from bridgework.kit.auth import member
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area

area = Area("Privacy")


@area.get("/users/me/export", who=member, slow=True)
def export_me(call: Call) -> OwnData:
    """Take along everything that is stored about oneself, and nothing about others."""
    return actions.export(call)
