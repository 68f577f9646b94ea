"""The operation of the overview."""

from bridgework.areas.back_office.member_overview import actions, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import member

router = Router("Home", members=Tag("Home", "What waits for you, in one request."))


@router.get("/users/me/overview", who=member)
def get_my_overview(context: Context) -> schemas.MemberOverview:
    """Return what waits for the caller: a home screen needs no other list.

    Applications are counted by status: all of the caller's own, and those to the caller's postings
    that are not hidden or deleted. `consultations` has the newest five that are requested or
    scheduled, also those that name the caller, and `invitations` the next five events to which the
    caller has not replied. `changesInReview` has what the caller changed of an active role, or of
    the own name, credentials, licenses or company as a verified person, until an administrator
    confirms or reverses it. `changesAsked` is what an administrator asked the caller to change
    before the verification. `listing` says whether the directory of experts lists the caller, and
    what is missing.
    """
    return actions.get_overview(context)
