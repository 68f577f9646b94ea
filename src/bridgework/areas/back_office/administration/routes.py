"""The operations on the accounts of users."""

from bridgework.areas.back_office.administration import actions, errors, schemas
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.change_requests.schemas import (
    AdminChangesAsked,
    AskForChangesRequest,
)
from bridgework.areas.identity.accounts.lifecycle import account_deletion, account_status
from bridgework.areas.identity.accounts.lifecycle.decisions import AlreadyDecided, ChangedMeanwhile
from bridgework.areas.identity.accounts.schemas import Erasure
from bridgework.areas.identity.administrators import actions as administrators
from bridgework.areas.identity.administrators.invitations import actions as invitations
from bridgework.areas.identity.administrators.schemas import ResetSecondFactorRequest
from bridgework.areas.identity.privacy.schemas import ErasurePreview
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import OK, Ok, Router, Tag, WithVersion
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Users", "Find, change, disable, enable and erase users, and assign roles."),
)


@router.get("/admin/users", who=admin, pool="computing")
def admin_list_users(
    context: Context, query: schemas.AdminListUsersQuery
) -> OffsetPage[schemas.AdminUser]:
    """List users, newest first.

    Each word of `search` must begin a word of the name, e-mail address, place, specialties, license
    number, company or notes of administrators, or the telephone number.

    `vendorsVerification=verified` includes vendors with the tier `pro`.
    """
    return actions.list_users(context, query)


@router.get("/admin/users/{id}", who=admin, not_found=errors.UserNotFound)
def admin_get_user(context: Context, account_id: Id) -> WithVersion[schemas.AdminUser]:
    """Return a user. The ETag is the version of the account with all profiles of the user."""
    return WithVersion(*actions.get_version(context, account_id))


@router.get("/admin/users/{id}/sessions", who=admin, not_found=errors.UserNotFound)
def admin_list_sessions(context: Context, account_id: Id) -> list[schemas.AdminSession]:
    """List the valid sessions of a user, newest first."""
    return actions.list_sessions(context, account_id)


@router.delete("/admin/users/{id}/sessions", who=admin, not_found=errors.UserNotFound)
def admin_end_sessions(context: Context, account_id: Id) -> Ok:
    """End all sessions of a user. Their tokens become invalid immediately, on every node.

    The session that sends the request does not end. The user is not notified and can sign in again;
    `adminDisableUser` prevents that.
    """
    actions.end_sessions(context, account_id)
    return OK


@router.patch(
    "/admin/users/{id}",
    who=admin.fresh(only_for=lambda _, body: body.role == "admin"),
    not_found=errors.UserNotFound,
    if_match=True,
    errors=(ChangedMeanwhile, *account_status.REFUSALS, *invitations.INVITE_REFUSALS),
)
def admin_patch_user(
    context: RequestContext, account_id: Id, body: schemas.PatchUserRequest
) -> schemas.AdminUser:
    """Update a user. Members that the request does not contain are unchanged.

    A user whose role is verified by the change, or not verified any more, is notified by e-mail. A
    `consultationRequestCap` of null restores the default. A change of `role` to or from `admin`
    has the effects described for `adminAssignRole`, and to `admin` needs a fresh sign-in too.
    """
    return actions.update_user(context, account_id, body, context.check_version)


@router.post(
    "/admin/users/assign-role",
    who=admin.fresh(only_for=lambda body: body.role == "admin"),
    if_match=True,
    errors=(
        errors.UserNotFound,
        ChangedMeanwhile,
        *account_status.REFUSALS,
        *invitations.INVITE_REFUSALS,
    ),
)
def admin_assign_role(
    context: RequestContext, body: schemas.AssignRoleRequest
) -> schemas.AdminUser:
    """Assign a role to a user. The role of the last administrator cannot be changed.

    With the role `admin`, the user gets an e-mail with an invitation, valid for 24 hours, to set
    the master password that `adminLogin` requires, and the request needs a fresh sign-in. No
    invitation is sent to a disabled account or to one with a master password. Any other role
    removes the master password and ends the user's administrator sessions.
    """
    return actions.assign_role(context, Id(body.id), body.role, context.check_version)


@router.post(
    "/admin/users/{id}/invitation",
    who=admin.fresh(),
    status=202,
    not_found=errors.UserNotFound,
    errors=invitations.RESEND_REFUSALS,
)
def resend_admin_invitation(context: Context, account_id: Id) -> Ok:
    """Send a new invitation to an administrator without a master password.

    It replaces the previous invitation. At most 1 per minute, 5 per hour and 20 per day are sent.
    """
    actions.resend_invitation(context, account_id)
    return OK


@router.post(
    "/admin/users/{id}/second-factor/reset",
    who=admin,
    pool="hashing",
    not_found=errors.UserNotFound,
    errors=administrators.RESET_REFUSALS,
)
def admin_reset_second_factor(
    context: Context, account_id: Id, body: ResetSecondFactorRequest
) -> Ok:
    """Remove the second factor of another administrator, who lost it.

    The administrator is notified by e-mail, and their administrator sessions end.
    """
    actions.reset_second_factor(context, account_id, body.master_password)
    return OK


@router.post(
    "/admin/users/{id}/ask-for-changes",
    who=admin,
    not_found=errors.UserNotFound,
    if_match=True,
    errors=(ChangedMeanwhile, *change_requests.REFUSALS),
)
def admin_ask_for_changes(
    context: RequestContext, account_id: Id, body: AskForChangesRequest
) -> AdminChangesAsked:
    """Ask a user who waits for a verification to change the profile, instead of disabling the user.

    The user is notified by e-mail, with the message and a link to each of the `members`, and reads
    it as `changesAsked` of `getMyOverview`. Until the user changes one of the members, or any
    member if none is named, the user waits in `adminQueue` with `waitsFor=member` only. Then the
    user is back in the queue, and `adminGetProfile` shows what changed. A second request replaces
    the first one. A request ends when the user is verified, disabled or about to be erased, or
    leaves the platform.
    """
    return actions.ask_for_changes(context, account_id, body, context.check_version)


@router.post(
    "/admin/users/{id}/disable",
    who=admin,
    not_found=errors.UserNotFound,
    if_match=True,
    errors=(ChangedMeanwhile, *account_status.REFUSALS),
)
def admin_disable_user(
    context: RequestContext, account_id: Id, body: schemas.DisableUserRequest
) -> schemas.AdminUser:
    """Disable a user, which ends their access at once.

    The user is notified by e-mail, with the reason. Administrators can read it too.
    """
    return actions.disable(context, account_id, body.reason, context.check_version)


@router.post(
    "/admin/users/{id}/enable",
    who=admin,
    not_found=errors.UserNotFound,
    if_match=True,
    errors=(ChangedMeanwhile,),
)
def admin_enable_user(context: RequestContext, account_id: Id) -> schemas.AdminUser:
    """Enable a disabled user, who is notified by e-mail."""
    return actions.enable(context, account_id, context.check_version)


@router.get("/admin/users/{id}/erase", who=admin, pool="computing", not_found=errors.UserNotFound)
def admin_preview_erasure(context: Context, account_id: Id) -> ErasurePreview:
    """Return what the erasure of a user deletes, and what it keeps and why. Erases nothing.

    The tables are those of `exportMe`, and further ones that an export does not contain.
    """
    return actions.preview_erasure(context, account_id)


@router.post(
    "/admin/users/{id}/erase",
    who=admin.fresh(only_for=lambda _, body: body.now is True),
    status=202,
    not_found=errors.UserNotFound,
    errors=(AlreadyDecided, *account_status.REFUSALS),
)
def admin_erase_user(context: Context, account_id: Id, body: schemas.EraseUserRequest) -> Erasure:
    """Erase the account of a user who has asked for it, by telephone for example.

    As with `eraseMe`, the account is hidden and its sessions end at once, the user is notified by
    e-mail with the reason, and the account is erased in 14 days; signing in cancels it. A second
    request is refused; the refusal names who decided.

    With `now`, which needs a fresh sign-in, the account is erased at once, also if its erasure is
    scheduled. This can't be undone, and the user is not notified, since the address is erased too.
    """
    return actions.erase(context, account_id, body)


@router.delete(
    "/admin/users/{id}/erase",
    who=admin,
    not_found=errors.UserNotFound,
    errors=(account_deletion.ErasureNotScheduled,),
)
def admin_cancel_erasure(context: Context, account_id: Id) -> schemas.AdminUser:
    """Cancel the scheduled erasure of a user who has asked for that, by telephone for example.

    It does not matter who requested the erasure. The account is visible again at once. The user is
    notified by e-mail and must sign in again, since the sessions have ended.
    """
    return actions.cancel_erasure(context, account_id)
