"""The operation on what waits: contract section 3.11."""

from bridgework.areas.administration.overview import actions
from bridgework.areas.administration.overview.schemas import Overview
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router

router = Router("Administration")


@router.get("/admin/overview", who=admin, run_in_thread=True)
def admin_overview(context: Context) -> Overview:
    """See what waits: postings, requests, reports, people to be verified, letters; and how long."""
    return actions.shown(context)
