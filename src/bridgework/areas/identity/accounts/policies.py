"""The limits and lifetimes of accounts."""

from datetime import datetime, timedelta
from typing import Literal

from bridgework.areas.identity.accounts import budgets
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.kit.core import FieldError, Id, ValidationFailed, new_id
from bridgework.kit.security import Passwords

Purpose = Literal["verify-email", "reset-password", "change-email"]

NO_ACCOUNT_ID = Id("00000000-0000-7000-8000-000000000000")
"""The id whose codes are looked up without an account, for a constant response time."""
CODE_LIFE = timedelta(minutes=10)
SESSION_LIFE = timedelta(days=30)
REUSE_GRACE = timedelta(seconds=budgets.REFRESH_PAIRS.window)
"""How long after its exchange a client may exchange a refresh token again, for another tab."""
EXPIRED_SESSION_RETENTION = timedelta(days=90)
"""How long a session is stored after its expiry, with client address and user agent."""
GRACE = timedelta(days=14)
"""The grace period before an account is erased."""

DEVICE_LIFE = timedelta(days=180)
"""How long a device is known after its last sign-in."""
MAX_DEVICES = 20
"""The known devices of an account, of each kind of sign-in."""
UNKNOWN_ADDRESS_LIFE = timedelta(days=30)
"""How long failed sign-ins in a row are counted for an address without an account."""

NAMES = ("first_name", "last_name")

NEW_TIERS = {
    "verification_tier": "not-verified",
    "jobs_verification_tier": "not-verified",
    "vendors_verification_tier": "not-verified",
}
"""The tiers of a new account."""
ROLE_OF_FORMER_ADMINISTRATORS = "expert"


def new_account(email: str, email_key: str, password_hash: str, now: datetime) -> StoredAccount:
    """Return a new account of an expert, whose address is not verified."""
    return StoredAccount(
        id=new_id(),
        email=email,
        email_key=email_key,
        password_hash=password_hash,
        master_password_hash=None,
        first_name=None,
        last_name=None,
        avatar_url=None,
        role="expert",
        jobs_role=None,
        vendors_role=None,
        verification_tier="not-verified",
        jobs_verification_tier="not-verified",
        vendors_verification_tier="not-verified",
        is_email_verified=False,
        onboarding_step=None,
        jobs_onboarding_step=None,
        vendors_onboarding_step=None,
        consultation_request_cap=None,
        on_matchmaker=True,
        disabled_at=None,
        disabled_reason=None,
        hidden_at=None,
        last_seen_at=None,
        erases_at=None,
        search_key="",
        created_at=now,
        updated_at=now,
        second_factor_at=None,
        password_contested_at=None,
        are_roles_contested=False,
    )


def must_be_uncommon(passwords: Passwords, path: str, password: str) -> None:
    """Raise ValidationFailed at `path` for a password that the settings refuse."""
    if passwords.is_refused(password):
        message = "This password is too common. Choose another one."
        raise ValidationFailed(FieldError(path, "too_common", message))
