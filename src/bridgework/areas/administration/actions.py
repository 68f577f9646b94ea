"""Manage accounts as an administrator."""

from bridgework.areas.accounts import account_status, invitations
from bridgework.areas.administration import errors, queries
from bridgework.areas.administration.schemas import (
    AdminListUsersQuery,
    AdminUser,
    AdminUserPage,
    PatchUserRequest,
)
from bridgework.areas.audit import actions as audit
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset


def list_users(context: Context, query: AdminListUsersQuery) -> AdminUserPage:
    """Return a page of the matching users."""
    cap = context.app.settings.consultation_cap
    with context.read_transaction() as tx:
        items, total = queries.list_users(tx, context.app.count_cache, query, default_cap=cap)
    return offset.to_page(query, AdminUserPage, items, total)


def get_user(context: Context, account_id: Id) -> AdminUser:
    """Return a user. Raises UserNotFound."""
    cap = context.app.settings.consultation_cap
    user = queries.get_user(context.tx, account_id, default_cap=cap)
    if user is None:
        raise errors.UserNotFound
    return user


def update_user(context: Context, account_id: Id, body: PatchUserRequest) -> AdminUser:
    """Change the members that the request contains."""
    before = get_user(context, account_id)
    changes = body.provided()
    if "avatar_url" in changes:
        changes["avatar_url"] = changes["avatar_url"] or None
    if changes.get("role", before.role) != "admin" or not changes.get("is_email_verified", True):
        account_status.must_not_be_the_last(context, before.id)
    if changes.get("role") == "admin" and before.role != "admin":
        invitations.invite(context, before.id)
    account_status.change(context, account_id, changes)
    after = get_user(context, account_id)
    # Compare the returned values: a null cap in the table is returned as the default.
    values = after.model_dump(by_alias=False, include=set(changes))
    if audit_changes := audit.changed(before.model_dump(by_alias=False), values):
        audit.note(context, "account.change", target=account_id, changes=audit_changes)
    return after


def assign_role(context: Context, account_id: Id, role: str) -> AdminUser:
    """Assign a role to an account."""
    before = get_user(context, account_id)
    if role != "admin":
        account_status.must_not_be_the_last(context, before.id)
    else:
        invitations.invite(context, before.id)
    account_status.change(context, account_id, {"role": role})
    changes = audit.changed({"role": before.role}, {"role": role})
    audit.note(context, "account.assign_role", target=account_id, changes=changes)
    return get_user(context, account_id)


def resend_invitation(context: Context, account_id: Id) -> None:
    """E-mail a new invitation to an administrator without a master password."""
    invitations.resend(context, get_user(context, account_id).id)


def disable(context: Context, account_id: Id, reason: str) -> AdminUser:
    """Disable an account at once and on every node, until it is enabled again."""
    account_status.must_not_be_the_last(context, get_user(context, account_id).id)
    account_status.disable(context, account_id, reason)
    audit.note(context, "account.disable", target=account_id)
    return get_user(context, account_id)


def enable(context: Context, account_id: Id) -> AdminUser:
    """Enable a disabled account."""
    get_user(context, account_id)
    account_status.enable(context, account_id)
    audit.note(context, "account.enable", target=account_id)
    return get_user(context, account_id)
