"""The operation on the profile of a person."""

from bridgework.areas.back_office.administration import actions as administration
from bridgework.areas.back_office.member_profile import actions, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.http.operations import Router, Tag, WithVersion
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Profiles of users", "What a user stated, and what others reported."),
)


@router.get(
    "/admin/users/{id}/profile", who=admin, pool="computing", not_found=administration.UserNotFound
)
def admin_get_profile(context: Context, account_id: Id) -> WithVersion[schemas.AdminProfile]:
    """Return all profiles of a user as they are stored, with what a decision about them needs.

    A profile that was never stored is null. Experts and clients have the same one, `professional`.
    `completeness` has an entry for each profile that belongs to a role of the user. Documents are
    listed without their content: `getDownloadUrl` with the `objectPath` opens one, and
    `getJobApplicationCv` the CV of an application. Both write an entry in the audit log, whose
    target is the ID of the document or of the application. `applications`, `reportsBy` and
    `reportsOn` contain the newest 20 and the total. Reports on the user are about the user's
    profile or about posts, comments, jobs and events of the user. The ETag is that version of the
    account which `adminPatchUser` and other decisions take as `If-Match`.
    """
    return WithVersion(*actions.get_profile(context, account_id))


@router.get("/admin/users/{id}/timeline", who=admin, not_found=administration.UserNotFound)
def admin_get_timeline(
    context: Context, account_id: Id, query: CursorQuery
) -> CursorPage[schemas.TimelineEntry]:
    """List what a user did and what was done about the user, newest first.

    It has the postings, consultations and applications of the user, the e-mails to the account, the
    decisions of administrators about the account, the reports by the user and on the user's
    profile and content, and the notes about the account and its postings.
    """
    return actions.get_timeline(context, account_id, query)
