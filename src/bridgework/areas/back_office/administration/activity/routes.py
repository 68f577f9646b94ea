"""The operation on the activity."""

from bridgework.areas.back_office.administration.activity import actions, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Activity", "What happened on each day, in numbers."),
)


@router.get("/admin/activity", who=admin, pool="computing")
def admin_activity(context: Context, query: schemas.AdminActivityQuery) -> schemas.Activity:
    """Return the number of registrations, sign-ins, postings, applications and e-mails of each day.

    The numbers count stored records: a sign-in is missing after 120 days, an e-mail after 90 days,
    and sessions, postings and applications with the erasure of their account.
    """
    return actions.get_activity(context, query.days)
