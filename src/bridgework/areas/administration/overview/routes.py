"""The operation on what waits: contract section 3.11."""

from bridgework.areas.administration.overview import actions
from bridgework.areas.administration.overview.shapes import Overview
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area

area = Area("Administration")


@area.get("/admin/overview", who=admin, slow=True)
def admin_overview(call: Call) -> Overview:
    """See what waits: postings, requests, reports, people to be verified, letters; and how long."""
    return actions.shown(call)
