"""The check as the rest of the house knows it."""

from typing import Protocol

from pydantic import MISSING

from bridgework.kit.errors import Forbidden


class BotCheckFailed(Forbidden):
    """The bot check was not passed: solve it, and send its fresh token as botCheckToken."""


class BotCheck(Protocol):
    """What tells people from programs."""

    def must_pass(self, token: str | MISSING, address: str) -> None:
        """Raise BotCheckFailed unless `token` proves a person, at `address` if that is known.

        May ask the vendor, which takes seconds at worst: never call it within a transaction. What
        can't be found out counts as failed.
        """
        ...

    def close(self) -> None:
        """Give back what is held open."""
        ...


class NoCheck:
    """The check while it is off: everybody passes."""

    def must_pass(self, token: str | MISSING, address: str) -> None:
        del token, address

    def close(self) -> None:
        """There is nothing to give back."""
