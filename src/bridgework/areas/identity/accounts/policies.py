"""The limits and lifetimes of accounts."""

from datetime import timedelta
from typing import Literal

from bridgework.kit.core import FieldError, Id, ValidationFailed
from bridgework.kit.security import Passwords
from bridgework.kit.security.rate_limit import Rule

Purpose = Literal["verify-email", "reset-password", "change-email"]

NO_ACCOUNT_ID = Id("00000000-0000-7000-8000-000000000000")
"""The id whose codes are looked up without an account, for a constant response time."""
CODE_LIFE = timedelta(minutes=10)
SESSION_LIFE = timedelta(days=30)
REUSE_GRACE = timedelta(seconds=10)
"""How long after its exchange a client may exchange a refresh token again, for another tab."""
EXPIRED_SESSION_RETENTION = timedelta(days=90)
"""How long a session is stored after its expiry, with client address and user agent."""
GRACE = timedelta(days=14)
"""The grace period before an account is erased."""

FAILED_SIGN_INS_BY_ACCOUNT = Rule("sign-in-account", 10, 5 * 60)
FAILED_SIGN_INS_BY_ADDRESS = Rule("sign-in-address", 100, 5 * 60)
ADMIN_SIGN_INS_FAILED_BY_ACCOUNT = Rule("admin-sign-in-account", 10, 5 * 60)
ADMIN_SIGN_INS_FAILED_BY_ADDRESS = Rule("admin-sign-in-address", 100, 5 * 60)
FAILED_PASSWORDS_BY_ACCOUNT = Rule("password-account", 10, 5 * 60)
CODES_PER_HOUR = Rule("codes-hour", 5, 60 * 60)
CODES_PER_DAY = Rule("codes-day", 20, 24 * 60 * 60)
CODES_RESENT = Rule("resend", 1, 60)
CODE_TRIES = Rule("code-tries", 5, 15 * 60)
CODE_TRIES_BY_ADDRESS = Rule("code-tries-address", 100, 60 * 60)
REGISTRATIONS_BY_ADDRESS = Rule("registrations", 100, 60 * 60)
OWNER_NOTICES = Rule("owner-notices", 3, 24 * 60 * 60)

NEW_TIERS = {
    "verification_tier": "not-verified",
    "jobs_verification_tier": "not-verified",
    "vendors_verification_tier": "not-verified",
}
"""The tiers of a new account."""


def must_be_uncommon(passwords: Passwords, path: str, password: str) -> None:
    """Raise ValidationFailed at `path` for a password that the settings refuse."""
    if passwords.is_refused(password):
        message = "This password is too common. Choose another one."
        raise ValidationFailed(FieldError(path, "too_common", message))
