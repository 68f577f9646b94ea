"""The limits and lifetimes of accounts."""

from datetime import timedelta
from typing import Literal

from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.ids import Id
from bridgework.kit.passwords import Passwords
from bridgework.kit.rate_limit.sliding_window import Rule

Purpose = Literal["verify-email", "reset-password", "change-email"]

NO_ACCOUNT_ID = Id("00000000-0000-7000-8000-000000000000")
"""Whose codes are looked up if there is no account, so that it takes as long."""
CODE_LIFE = timedelta(minutes=10)
SESSION_LIFE = timedelta(days=30)
EXPIRED_SESSION_RETENTION = timedelta(days=90)
"""How long after its expiry a session is stored, with its address and its program."""
INVITATION_LIFE = timedelta(hours=24)
INVITATION_TRIES = 5
GRACE = timedelta(days=14)
"""The grace period before an account is erased."""

SIGN_INS_FAILED_BY_ACCOUNT = Rule("sign-in-account", 10, 5 * 60)
SIGN_INS_FAILED_BY_ADDRESS = Rule("sign-in-address", 100, 5 * 60)
ADMIN_SIGN_INS_FAILED_BY_ACCOUNT = Rule("admin-sign-in-account", 10, 5 * 60)
ADMIN_SIGN_INS_FAILED_BY_ADDRESS = Rule("admin-sign-in-address", 100, 5 * 60)
PASSWORDS_FAILED_BY_ACCOUNT = Rule("password-account", 10, 5 * 60)
CODES_MAILED_AN_HOUR = Rule("codes-hour", 5, 60 * 60)
CODES_MAILED_A_DAY = Rule("codes-day", 20, 24 * 60 * 60)
CODES_RESENT = Rule("resend", 1, 60)
CODE_TRIES = Rule("code-tries", 5, 15 * 60)
CODE_TRIES_BY_ADDRESS = Rule("code-tries-address", 100, 60 * 60)
REGISTRATIONS_BY_ADDRESS = Rule("registrations", 100, 60 * 60)
WORDS_TO_AN_OWNER = Rule("words-to-owner", 3, 24 * 60 * 60)

NEW_TIERS = {
    "verification_tier": "not-verified",
    "jobs_verification_tier": "not-verified",
    "vendors_verification_tier": "not-verified",
}
"""The tiers of a new account."""


def must_be_uncommon(passwords: Passwords, path: str, password: str) -> None:
    """Raise ValidationFailed at `path` for a password that the settings refuse."""
    if passwords.is_refused(password):
        sentence = "Is among the passwords that everybody tries first: choose another."
        raise ValidationFailed(FieldError(path, "too_common", sentence))
