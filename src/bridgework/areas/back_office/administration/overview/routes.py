"""The operation on the overview."""

from bridgework.areas.back_office.administration.overview import actions
from bridgework.areas.back_office.administration.overview.schemas import Overview
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Overview", "The work that is waiting for administrators."),
)


@router.get("/admin/overview", who=admin, pool="computing")
def admin_overview(context: Context) -> Overview:
    """Return the number and age of waiting postings, requests, reports, accounts and e-mails.

    `experts`, `candidates` and `vendors` are accounts that wait for verification.
    """
    return actions.get_overview(context)
