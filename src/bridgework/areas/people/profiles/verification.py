"""Tell a person that an administrator verified a role, or does not verify it any more."""

from collections.abc import Mapping
from typing import NamedTuple

from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.identity.accounts.schemas import (
    JobsRole,
    Role,
    VendorsRole,
    VerificationTier,
)
from bridgework.areas.people.profiles import emails, listing, queries
from bridgework.areas.people.profiles.records import StoredProfile
from bridgework.context import Context
from bridgework.kit.core import Id

_NOT_VERIFIED: VerificationTier = "not-verified"
_CALLED = {"rpo": "recruiting firm", "admin": "administrator"}
_MISSING = {
    "firstName": "first name",
    "lastName": "last name",
    "title": "title",
    "specialty": "at least one specialty",
}
"""The members that an expert needs, in words."""


class Decided(NamedTuple):
    """The tier of a role before and after the decision of an administrator."""

    role: Role | JobsRole | VendorsRole | None
    before: VerificationTier
    after: VerificationTier


def notify(context: Context, account_id: Id, *decided: Decided) -> None:
    """Notify a locked account of each role that was verified, or is not verified any more.

    A change between two verified tiers changes nothing that others see, and a platform on which the
    account has no role shows nothing of it: neither is told.
    """
    for role, before, after in decided:
        was_verified, is_verified = before != _NOT_VERIFIED, after != _NOT_VERIFIED
        if role is not None and was_verified != is_verified:
            _notify(context, account_id, role, is_verified=is_verified)


def _notify(
    context: Context, account_id: Id, role: Role | JobsRole | VendorsRole, *, is_verified: bool
) -> None:
    stored = queries.get_profile(context.tx, account_id)
    found = listing.listing_of(stored.account, stored.fields)
    called = _CALLED.get(role) or role.replace("_", " ")
    address, email = account_status.email(context.tx, account_id), None
    if address is not None:
        email = emails.verification_decided(
            address,
            account_id,
            role,
            called,
            is_verified=is_verified,
            obstacle=_obstacle(role, stored) if is_verified else "",
            missing=", ".join(_MISSING[name] for name in found.missing),
        )
    kind = notifications.kind_of("profile", "verified" if is_verified else "unverified")
    new = notifications.New(kind, account_id, account_id, called)
    notifications.leave_with_email(context, new, email)


def _obstacle(role: Role | JobsRole | VendorsRole, stored: StoredProfile) -> emails.Obstacle:
    """Return what keeps the verified person invisible, that which is to be solved first."""
    account, is_expert, is_candidate = stored.account, role == "expert", role == "candidate"
    needs_address = (is_expert or is_candidate) and not account.is_email_verified
    is_incomplete = is_expert and not listing.is_listed(account, stored.fields)
    is_idle = is_candidate and stored.fields.job_seeker_intent == "not_looking"
    reasons: Mapping[emails.Obstacle, bool] = {
        "erasure_requested": account.erases_at is not None,
        "disabled": account.disabled_at is not None,
        "hidden": account.hidden_at is not None,
        "email_not_verified": needs_address,
        "profile_incomplete": is_incomplete,
        "not_looking": is_idle,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
