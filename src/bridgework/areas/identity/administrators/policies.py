"""The limits and lifetimes of the administrator login."""

from datetime import timedelta
from typing import Literal

from bridgework.areas.identity.accounts import budgets

Purpose = Literal["sign-in", "add-passkey", "remove", "confirm"]
"""What a challenge is for."""

INVITATION_LIFE = timedelta(seconds=budgets.INVITATION_TRIES.window)
CHALLENGE_LIFE = timedelta(minutes=5)
PENDING_SECRET_LIFE = timedelta(minutes=15)
"""How long a new authenticator app can be confirmed."""
MAX_PASSKEYS = 10
RECOVERY_CODES = 10
