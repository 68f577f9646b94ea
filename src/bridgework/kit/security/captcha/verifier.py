"""The interface of CAPTCHA verification."""

from typing import Protocol

from pydantic import MISSING

from bridgework.kit.core import Forbidden


class BotCheckFailed(Forbidden):
    """The CAPTCHA was not passed: solve it, and send the new token as botCheckToken."""


class CaptchaVerifier(Protocol):
    """Verifies CAPTCHA tokens."""

    def must_pass(self, token: str | MISSING, address: str) -> None:
        """Raise BotCheckFailed unless `token` is valid. `address` is the client's, if known.

        The request to the provider may take seconds: never call this within a transaction. A token
        that cannot be verified counts as invalid.
        """
        ...

    def close(self) -> None:
        """Release connections."""
        ...


class NoCaptcha:
    """The verifier while CAPTCHAs are off: every request passes."""

    def must_pass(self, token: str | MISSING, address: str) -> None:
        del token, address

    def close(self) -> None:
        """Nothing to release."""
