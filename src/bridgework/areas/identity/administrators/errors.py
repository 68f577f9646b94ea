"""The errors of the administrator login."""

from collections.abc import Mapping, Sequence

from bridgework.kit.core import BadRequest, Conflict, Forbidden, NotFound

WRONG_SECOND_FACTOR = "The code or passkey is wrong, or was used before. Try the next code."
"""The message of CodeInvalid for a second factor."""


class SecondFactorNeeded(Forbidden):
    """The master password is right. Call `completeSecondFactor` to complete the sign-in."""

    commits = True  # the challenge
    component = "SecondFactorNeededError"

    def __init__(
        self,
        challenge: str = "Zp6vR2nXcT8wLq0sYbM4dKf1HgJ7uEa3iNoVtQyCrWk",
        methods: Sequence[str] = ("totp", "recovery_code"),
        passkey_options: Mapping[str, object] | None = None,
    ) -> None:
        """The defaults are the example in the API documentation."""
        super().__init__()
        self._further = {
            "challenge": challenge,
            "methods": [*methods],
            "passkeyOptions": passkey_options,
        }

    def body(self) -> Mapping[str, object]:
        return {**super().body(), **self._further}


class ChallengeInvalid(BadRequest):
    """The challenge was used or has expired. Start again to get a new one."""


class NoSecondFactor(Conflict):
    """This account has no second factor."""


class OwnSecondFactor(Conflict):
    """This is your own account. Call `removeSecondFactor` instead."""


class LastSecondFactor(Conflict):
    """This passkey is the only second factor of your account. Call `removeSecondFactor` instead."""


class PasskeyNotFound(NotFound):
    """You have no such passkey."""


class PasskeyExists(Conflict):
    """This passkey was added before."""


class PasskeyLimitReached(Conflict):
    """You have 10 passkeys. Remove one first."""


class PasskeyInvalid(BadRequest):
    """The passkey could not be verified. Call `beginPasskey` and try again."""

    commits = True  # the used challenge, and the audit entry


class PasskeysNeedAHostName(Conflict):
    """Passkeys require a host name in BRIDGEWORK_PUBLIC_URL, but it has an IP address."""


class TotpNotBegun(Conflict):
    """No authenticator app is waiting for its first code. Call `beginTotp` first."""
