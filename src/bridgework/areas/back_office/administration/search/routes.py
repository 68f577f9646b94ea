"""The operation on the search."""

from bridgework.areas.back_office.administration.search import actions, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Search", "Find people and content of all kinds."),
)


@router.get("/admin/search", who=admin, pool="computing")
def admin_search(context: Context, query: schemas.AdminSearchQuery) -> schemas.SearchResults:
    """Search users, roles, jobs, events, articles and the vendor directory.

    Every word must occur. The last word of a role, job or vendor may be the beginning of one; the
    words of an event or article may be parts of one. Users are searched as in `adminListUsers`, by
    name, e-mail address, telephone number, place, specialty, license number, company and notes. The
    best results are those whose title or subtitle equals the text, then those whose title begins
    with it. Erased accounts and removed content are not found.
    """
    return actions.search(context, query.q or "")
