"""The operations on everybody's accounts: contract section 3.11."""

from bridgework.areas.accounts import account_status, invitations
from bridgework.areas.administration import actions, errors
from bridgework.areas.administration.schemas import (
    AdminListUsersQuery,
    AdminUser,
    AdminUserPage,
    AssignRoleRequest,
    DisableUserRequest,
    PatchUserRequest,
)
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Administration")


@router.get("/admin/users", who=admin, run_in_thread=True)
def admin_list_users(context: Context, query: AdminListUsersQuery) -> AdminUserPage:
    """List users, the newest first. Every word of `search` must be in the name or the e-mail.

    `vendorsVerification=verified` includes vendors of the tier `pro`.
    """
    return actions.listed(context, query)


@router.get("/admin/users/{id}", who=admin, not_found=errors.UserNotFound)
def admin_get_user(context: Context, account_id: Id) -> AdminUser:
    """Read one user."""
    return actions.shown(context, account_id)


@router.patch(
    "/admin/users/{id}",
    who=admin,
    not_found=errors.UserNotFound,
    errors=(*account_status.REFUSALS, *invitations.INVITE_REFUSALS),
)
def admin_patch_user(context: Context, account_id: Id, body: PatchUserRequest) -> AdminUser:
    """Change a user: names, tiers, steps, roles, picture, cap. A cap of null is the default one.

    A change of `role` to or from `admin` has the effects that `adminAssignRole` describes.
    """
    return actions.patch(context, account_id, body)


@router.post(
    "/admin/users/assign-role",
    who=admin,
    errors=(errors.UserNotFound, *account_status.REFUSALS, *invitations.INVITE_REFUSALS),
)
def admin_assign_role(context: Context, body: AssignRoleRequest) -> AdminUser:
    """Give a user a role. The last administrator can't be demoted.

    The role `admin` e-mails an invitation, good for 24 hours, by which the user sets the master
    password that `adminLogin` asks for; not to a disabled account, nor to one that has a master
    password. Another role takes the master password away and ends administrator sessions.
    """
    return actions.assign_role(context, body.id, body.role)


@router.post(
    "/admin/users/{id}/invitation",
    who=admin,
    status=202,
    not_found=errors.UserNotFound,
    errors=invitations.RESEND_REFUSALS,
)
def resend_admin_invitation(context: Context, account_id: Id) -> Ok:
    """E-mail a new invitation to an administrator who has no master password yet.

    It replaces the previous one. At most one a minute, 5 an hour and 20 a day.
    """
    actions.resend_invitation(context, account_id)
    return OK


@router.post(
    "/admin/users/{id}/disable",
    who=admin,
    not_found=errors.UserNotFound,
    errors=account_status.REFUSALS,
)
def admin_disable_user(context: Context, account_id: Id, body: DisableUserRequest) -> AdminUser:
    """Shut a user out at once, with a reason that other administrators see."""
    return actions.disable(context, account_id, body.reason)


@router.post("/admin/users/{id}/enable", who=admin, not_found=errors.UserNotFound)
def admin_enable_user(context: Context, account_id: Id) -> AdminUser:
    """Let a user in again."""
    return actions.enable(context, account_id)
