"""The operations on everybody's accounts: contract section 3.11."""

from bridgework.areas.accounts import account_status, invitations
from bridgework.areas.administration import actions, rules
from bridgework.areas.administration.shapes import (
    AdminListUsersQuery,
    AdminUser,
    AdminUserPage,
    AssignRoleRequest,
    DisableUserRequest,
    PatchUserRequest,
)
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Administration")


@area.get("/admin/users", who=admin, slow=True)
def admin_list_users(call: Call, query: AdminListUsersQuery) -> AdminUserPage:
    """List users, the newest first. Every word of `search` must be in the name or the e-mail.

    `vendorsVerification=verified` includes vendors of the tier `pro`.
    """
    return actions.listed(call, query)


@area.get("/admin/users/{id}", who=admin, missing=rules.UserNotFound)
def admin_get_user(call: Call, account_id: Id) -> AdminUser:
    """Read one user."""
    return actions.shown(call, account_id)


@area.patch(
    "/admin/users/{id}",
    who=admin,
    missing=rules.UserNotFound,
    problems=(*account_status.REFUSALS, *invitations.INVITE_REFUSALS),
)
def admin_patch_user(call: Call, account_id: Id, body: PatchUserRequest) -> AdminUser:
    """Change a user: names, tiers, steps, roles, picture, cap. A cap of null is the default one.

    A change of `role` to or from `admin` has the effects that `adminAssignRole` describes.
    """
    return actions.patch(call, account_id, body)


@area.post(
    "/admin/users/assign-role",
    who=admin,
    problems=(rules.UserNotFound, *account_status.REFUSALS, *invitations.INVITE_REFUSALS),
)
def admin_assign_role(call: Call, body: AssignRoleRequest) -> AdminUser:
    """Give a user a role. The last administrator can't be demoted.

    The role `admin` e-mails an invitation, good for 24 hours, by which the user sets the master
    password that `adminLogin` asks for; not to a disabled account, nor to one that has a master
    password. Another role takes the master password away and ends administrator sessions.
    """
    return actions.assign_role(call, body.id, body.role)


@area.post(
    "/admin/users/{id}/invitation",
    who=admin,
    status=202,
    missing=rules.UserNotFound,
    problems=invitations.RESEND_REFUSALS,
)
def resend_admin_invitation(call: Call, account_id: Id) -> Ok:
    """E-mail a new invitation to an administrator who has no master password yet.

    It replaces the previous one. At most one a minute, 5 an hour and 20 a day.
    """
    actions.resend_invitation(call, account_id)
    return OK


@area.post(
    "/admin/users/{id}/disable",
    who=admin,
    missing=rules.UserNotFound,
    problems=account_status.REFUSALS,
)
def admin_disable_user(call: Call, account_id: Id, body: DisableUserRequest) -> AdminUser:
    """Shut a user out at once, with a reason that other administrators see."""
    return actions.disable(call, account_id, body.reason)


@area.post("/admin/users/{id}/enable", who=admin, missing=rules.UserNotFound)
def admin_enable_user(call: Call, account_id: Id) -> AdminUser:
    """Let a user in again."""
    return actions.enable(call, account_id)
