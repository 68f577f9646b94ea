"""What administrators do with accounts."""

from bridgework.areas.accounts import account_status, invitations
from bridgework.areas.administration import rules, store
from bridgework.areas.administration.shapes import (
    AdminListUsersQuery,
    AdminUser,
    AdminUserPage,
    PatchUserRequest,
)
from bridgework.areas.audit import actions as audit
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset


def listed(call: Call, query: AdminListUsersQuery) -> AdminUserPage:
    """One page of the users that fit."""
    cap = call.kit.settings.consultation_cap
    with call.reading() as tx:
        items, total = store.users(tx, call.kit.count_cache, query, default_cap=cap)
    return offset.to_page(query, AdminUserPage, items, total)


def shown(call: Call, account_id: Id) -> AdminUser:
    """One user."""
    cap = call.kit.settings.consultation_cap
    user = store.user(call.tx, account_id, default_cap=cap)
    if user is None:
        raise rules.UserNotFound
    return user


def patch(call: Call, account_id: Id, body: PatchUserRequest) -> AdminUser:
    """Change what is sent, and leave the rest alone."""
    before = shown(call, account_id)
    changes = body.provided()
    if "avatar_url" in changes:
        changes["avatar_url"] = changes["avatar_url"] or None
    if changes.get("role", before.role) != "admin" or not changes.get("is_email_verified", True):
        account_status.must_not_be_the_last(call, before.id)
    if changes.get("role") == "admin" and before.role != "admin":
        invitations.invite(call, before.id)
    account_status.change(call, account_id, changes)
    after = shown(call, account_id)
    # Compared as the record returns them: the cap is null in the row where the default applies.
    values = after.model_dump(by_alias=False, include=set(changes))
    if told := audit.changed(before.model_dump(by_alias=False), values):
        audit.note(call, "account.change", target=account_id, changes=told)
    return after


def assign_role(call: Call, account_id: Id, role: str) -> AdminUser:
    """Give an account a role."""
    before = shown(call, account_id)
    if role != "admin":
        account_status.must_not_be_the_last(call, before.id)
    else:
        invitations.invite(call, before.id)
    account_status.change(call, account_id, {"role": role})
    changes = audit.changed({"role": before.role}, {"role": role})
    audit.note(call, "account.assign_role", target=account_id, changes=changes)
    return shown(call, account_id)


def resend_invitation(call: Call, account_id: Id) -> None:
    """E-mail a new invitation to an administrator without a master password."""
    invitations.resend(call, shown(call, account_id).id)


def disable(call: Call, account_id: Id, reason: str) -> AdminUser:
    """Shut an account out, at once and on every node, until it is enabled again."""
    account_status.must_not_be_the_last(call, shown(call, account_id).id)
    account_status.disable(call, account_id, reason)
    audit.note(call, "account.disable", target=account_id)
    return shown(call, account_id)


def enable(call: Call, account_id: Id) -> AdminUser:
    """Let an account in again."""
    shown(call, account_id)
    account_status.enable(call, account_id)
    audit.note(call, "account.enable", target=account_id)
    return shown(call, account_id)
