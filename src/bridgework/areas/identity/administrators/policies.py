"""The limits and lifetimes of the administrator login."""

from datetime import timedelta
from typing import Literal

from bridgework.kit.security.rate_limit import Rule

Purpose = Literal["sign-in", "add-passkey", "remove", "confirm"]
"""What a challenge is for."""

INVITATION_LIFE = timedelta(hours=24)
INVITATION_TRIES = 5
CHALLENGE_LIFE = timedelta(minutes=5)
DEVICE_LIFE = timedelta(days=180)
PENDING_SECRET_LIFE = timedelta(minutes=15)
"""How long a new authenticator app can be confirmed."""
MAX_DEVICES = 20
MAX_PASSKEYS = 10
RECOVERY_CODES = 10

FAILED_SIGN_INS_BY_DEVICE = Rule("admin-sign-in-device", 10, 5 * 60)
CHALLENGE_TRIES = Rule("second-factor-tries", 5, 5 * 60)
CONFIRMATION_TRIES = Rule("second-factor-confirm", 5, 15 * 60)
FAILED_SECOND_FACTORS = Rule("second-factor-day", 50, 24 * 60 * 60)
"""A person who knows the master password has this many guesses a day at the codes of an account, at
the sign-in, when second factors are confirmed or removed, and for `adminConfirm`."""
