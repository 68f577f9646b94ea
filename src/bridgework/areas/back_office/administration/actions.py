"""Manage accounts as an administrator."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from bridgework.areas.back_office.administration import emails, errors, queries, schemas
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.change_requests.schemas import (
    AdminChangesAsked,
    AskForChangesRequest,
)
from bridgework.areas.identity.accounts.lifecycle import (
    account_deletion,
    account_status,
    decisions,
    registration,
    review,
)
from bridgework.areas.identity.accounts.schemas import Erasure
from bridgework.areas.identity.administrators import actions as administrators
from bridgework.areas.identity.administrators.invitations import actions as invitations
from bridgework.areas.identity.privacy import actions as privacy
from bridgework.areas.identity.privacy.schemas import ErasurePreview
from bridgework.areas.people.profiles import verification
from bridgework.areas.people.profiles.verification import Decided
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, any_version
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage, offset
from bridgework.kit.validation import or_none

_AUDITED = frozenset({"role", "jobs_role", "vendors_role"})
"""What a verification may change: contested roles."""

_TIERS = {
    "role": "verification_tier",
    "jobs_role": "jobs_verification_tier",
    "vendors_role": "vendors_verification_tier",
}
"""The roles of an account, and what says whether they are verified."""

UserNotFound = errors.UserNotFound
"""For higher areas, whose operations read a user."""


def list_users(
    context: Context, query: schemas.AdminListUsersQuery
) -> OffsetPage[schemas.AdminUser]:
    """Return a page of the matching users."""
    cap = context.app.settings.consultation_cap
    with context.read_transaction() as tx:
        items, total = queries.list_users(
            tx, context.app.count_cache, query, context.now, default_cap=cap
        )
    return offset.to_page(query, OffsetPage[schemas.AdminUser], items, total)


def export_users(
    context: Context, query: schemas.AdminListUsersQuery
) -> Iterator[Sequence[schemas.AdminUser]]:
    """Return the matching users in batches, newest first."""
    cap = context.app.settings.consultation_cap
    return queries.list_batches(context.app.database, query, context.now, default_cap=cap)


def get_user(context: Context, account_id: Id) -> schemas.AdminUser:
    """Return a user. Raises UserNotFound."""
    cap = context.app.settings.consultation_cap
    user = queries.find_user(context.tx, account_id, context.now, default_cap=cap)
    if user is None:
        raise errors.UserNotFound
    return user


def get_version(context: Context, account_id: Id) -> tuple[schemas.AdminUser, int]:
    """Return a user and the version of the account with its profiles. Raises UserNotFound."""
    return get_user(context, account_id), review.version(context.tx, account_id)


def update_user(
    context: Context,
    account_id: Id,
    body: schemas.PatchUserRequest,
    check_version: CheckVersion = any_version,
) -> schemas.AdminUser:
    """Change the members that the request contains."""
    before = get_user(context, account_id)
    changes, role = body.provided(), or_none(body.role) or before.role
    if "avatar_url" in changes:
        changes["avatar_url"] = changes["avatar_url"] or None
    if role != "admin" or or_none(body.is_email_verified) is False:
        account_status.must_not_be_the_last(context, before.id)
    _must_be_read(context, account_id, check_version)
    if role == "admin" and before.role != "admin":
        invitations.invite(context, before.id)
    account_status.lock(context.tx, account_id)
    before = get_user(context, account_id)  # the tiers may have changed before the lock
    reviews.accept(context.tx, account_id, changes)
    if or_none(body.is_email_verified):
        registration.prove(context, account_id, changes)
    else:
        account_status.change(context, account_id, changes)
    after = get_user(context, account_id)
    verification.notify(
        context,
        account_id,
        *(
            Decided(getattr(after, role), getattr(before, tier), getattr(after, tier))
            for role, tier in _TIERS.items()
        ),
    )
    # Compare the returned values: a null cap in the table is returned as the default.
    values = after.model_dump(by_alias=False, include={*_AUDITED, *changes})
    if audit_changes := audit.changed(before.model_dump(by_alias=False), values):
        audit.note(context, "account.change", target=account_id, changes=audit_changes)
    return after


def assign_role(
    context: Context, account_id: Id, role: str, check_version: CheckVersion
) -> schemas.AdminUser:
    """Assign a role to an account."""
    before = get_user(context, account_id)
    if role != "admin":
        account_status.must_not_be_the_last(context, before.id)
    _must_be_read(context, account_id, check_version)
    if role == "admin":
        invitations.invite(context, before.id)
    account_status.change(context, account_id, {"role": role})
    changes = audit.changed({"role": before.role}, {"role": role})
    audit.note(context, "account.assign_role", target=account_id, changes=changes)
    return get_user(context, account_id)


def list_sessions(context: Context, account_id: Id) -> list[schemas.AdminSession]:
    """Return the valid sessions of a user, newest first."""
    account_id = get_user(context, account_id).id
    return account_status.list_sessions(schemas.AdminSession, context, account_id)


def end_sessions(context: Context, account_id: Id) -> None:
    """End the sessions of a user, except the one that sends the request."""
    account_status.end_sessions(context, get_user(context, account_id).id)
    audit.note(context, "session.end_all", target=account_id)


def resend_invitation(context: Context, account_id: Id) -> None:
    """E-mail a new invitation to an administrator without a master password."""
    invitations.resend(context, get_user(context, account_id).id)


def reset_second_factor(context: Context, account_id: Id, master_password: str) -> None:
    """Remove the second factor of another administrator."""
    with context.read_transaction():
        get_user(context, account_id)
    administrators.reset_second_factor(context, account_id, master_password)


def ask_for_changes(
    context: Context, account_id: Id, body: AskForChangesRequest, check_version: CheckVersion
) -> AdminChangesAsked:
    """Ask the owner of an account that waits for its verification for changes. Raises NotInReview.

    The lock is that of the owner's changes, so that each is either before or after the request.
    """
    get_user(context, account_id)
    _must_be_read(context, account_id, check_version)
    members = or_none(body.members) or []
    change_requests.ask(context, account_id, body.message, members)
    asked = change_requests.find(context.tx, account_id)
    address = account_status.email(context.tx, account_id)
    if asked is None or address is None:
        raise LookupError("an account that waits has an address, and a request by now")
    email = emails.changes_asked(address, account_id, asked.message, asked.members)
    new = notifications.New("profile.changes_asked", account_id, account_id)
    notifications.leave_with_email(context, new, email)
    audit.note(context, "account.ask_for_changes", target=account_id)
    return asked


def disable(
    context: Context, account_id: Id, reason: str, check_version: CheckVersion = any_version
) -> schemas.AdminUser:
    """Disable an account at once and on every node, until it is enabled again."""
    before = get_user(context, account_id)
    account_status.must_not_be_the_last(context, before.id)
    _must_be_read(context, account_id, check_version)
    account_status.disable(context, account_id, reason)
    if before.disabled_at is None:
        change_feed.announce(context.tx, "account.disabled", account_id)
    audit.note(context, "account.disable", target=account_id)
    return get_user(context, account_id)


def enable(context: Context, account_id: Id, check_version: CheckVersion) -> schemas.AdminUser:
    """Enable a disabled account."""
    get_user(context, account_id)
    _must_be_read(context, account_id, check_version)
    account_status.enable(context, account_id)
    audit.note(context, "account.enable", target=account_id)
    return get_user(context, account_id)


def preview_erasure(context: Context, account_id: Id) -> ErasurePreview:
    """Return what the erasure of an account would do. Raises UserNotFound."""
    with context.read_transaction() as tx:
        if not account_deletion.not_erased(tx, [account_id]):
            raise errors.UserNotFound
        return privacy.preview_erasure(tx, account_id)


def erase(context: Context, account_id: Id, body: schemas.EraseUserRequest) -> Erasure:
    """Schedule the erasure of an account, or erase it at once. Raises UserNotFound."""
    account_status.must_not_be_the_last(context, account_id)
    erases_at = _lock_erasure(context, account_id)
    if body.now is True:
        privacy.erase_now(context, account_id)
        audit.note(context, "account.erase_now", target=account_id)
        return Erasure(erases_at=context.now)
    if erases_at is not None:
        last = decisions.find_last(context.tx, account_id)
        raise decisions.AlreadyDecided("The erasure of the account is scheduled already.", last)
    return account_deletion.request_for(context, account_id, body.reason)


def cancel_erasure(context: Context, account_id: Id) -> schemas.AdminUser:
    """Cancel the scheduled erasure of an account. Raises UserNotFound and ErasureNotScheduled."""
    erases_at = _lock_erasure(context, account_id)
    if erases_at is None:
        raise account_deletion.ErasureNotScheduled
    account_deletion.cancel(context, account_id, erases_at)
    return get_user(context, account_id)


def _lock_erasure(context: Context, account_id: Id) -> datetime | None:
    """Lock an account and return when it will be erased. Raises UserNotFound if it is erased."""
    account = account_deletion.lock(context.tx, account_id)
    if account is None:
        raise errors.UserNotFound
    return account.erases_at


def _must_be_read(context: Context, account_id: Id, check_version: CheckVersion) -> None:
    """Lock an account that is to be changed, in the version that was read.

    Raises ChangedMeanwhile for another version, and UserNotFound for an erased account.
    """
    with decisions.named_in_refusals(context, account_id):
        review.lock_and_check(context.tx, account_id, check_version)
    if not account_deletion.not_erased(context.tx, [account_id]):
        raise errors.UserNotFound
