"""What handlers know of captchas."""

from typing import Protocol

from pydantic import MISSING

from bridgework.kit.errors import Forbidden


class BotCheckFailed(Forbidden):
    """The bot check was not passed: solve it, and send its fresh token as botCheckToken."""


class CaptchaVerifier(Protocol):
    """Verifies captcha tokens."""

    def must_pass(self, token: str | MISSING, address: str) -> None:
        """Raise BotCheckFailed unless `token` is valid, for `address` if that is known.

        It may ask the provider, which takes seconds at worst: never call it within a transaction.
        A token that can't be verified counts as invalid.
        """
        ...

    def close(self) -> None:
        """Release connections."""
        ...


class NoCaptcha:
    """The verifier while captchas are off: every request passes."""

    def must_pass(self, token: str | MISSING, address: str) -> None:
        del token, address

    def close(self) -> None:
        """Nothing to release."""
